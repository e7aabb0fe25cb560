"""What a game calls while it runs, besides moving pieces and asking players."""
