"""The examples of a game, run and told."""
