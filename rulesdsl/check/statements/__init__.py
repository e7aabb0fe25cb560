"""Lines: what happens, and in which order."""
