"""What a player sees of a game."""
