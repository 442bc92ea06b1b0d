"""Saved runs, played again: inert, whatever the file says."""
