"""House rules: the tree of a game, changed as a variant says, is the tree of an ordinary game."""

from rulesdsl.variants.apply import apply
from rulesdsl.variants.stack import read_stack

__all__ = ["apply", "read_stack"]
