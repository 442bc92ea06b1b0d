"""`zap doctor --planner`: the vectors of the planning rules, and models that misbehave."""
