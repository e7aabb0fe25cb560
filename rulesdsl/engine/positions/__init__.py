"""Positions kept as text: what is written, and what is looked at before it is read back."""
