"""Pieces on the move, and who knows which piece is which."""
