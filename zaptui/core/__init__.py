"""The pure heart: parts, events, the one fold of them, and the ports the islands meet at."""
