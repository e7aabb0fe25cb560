"""A language for the rules of tabletop games: parse, check, lower, play."""
