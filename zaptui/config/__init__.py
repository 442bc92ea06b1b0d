"""Settings: the user's, what a project may narrow, and the model they choose."""
