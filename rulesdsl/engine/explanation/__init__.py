"""Why something cannot be done, and on what the rules broke."""
