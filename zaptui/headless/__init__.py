"""Output without a screen: text for people, JSON for programs. One module writes to stdout."""
