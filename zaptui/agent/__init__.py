"""The loop: one prompt, many steps, until a stop condition speaks."""
