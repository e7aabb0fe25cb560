"""Traces: what happened in a game, told for people and for tools, and played again."""
