"""The engine: from a program to play."""
