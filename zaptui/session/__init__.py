"""Sessions on disk: the transcript is the truth, one file a session."""
