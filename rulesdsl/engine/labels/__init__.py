"""What things are called: numbers of a program into words, and into values of Python."""
