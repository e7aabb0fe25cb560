"""Examples: positions, what is played from them, what must hold."""
