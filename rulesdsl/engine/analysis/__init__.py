"""What can be said of a program before it is played."""
