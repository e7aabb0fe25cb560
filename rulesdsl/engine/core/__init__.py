"""The ground of the engine: what a program says of itself, and where everything of a game lies."""
