"""The app: a Textual front end on the events of the loop. Nothing here knows the loop itself."""
