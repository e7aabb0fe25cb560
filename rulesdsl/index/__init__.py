"""What is named in a game: where each name is declared, where it is used, and of what type it is."""
