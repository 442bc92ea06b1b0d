"""The rules of planning, pure: two planners, their directives, and what clients draw of them."""
