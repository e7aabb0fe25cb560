"""The checks of a whole game: what can be seen only when every part of it is known."""
