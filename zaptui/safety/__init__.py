"""What a run may touch: paths, processes, policy."""
