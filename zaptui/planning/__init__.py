"""The rules of planning, pure: the planners, their directives, and what clients draw of them."""
