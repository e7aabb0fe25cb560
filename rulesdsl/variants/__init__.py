"""House rules: the tree of a game, changed as a variant says, is the tree of an ordinary game."""

from rulesdsl.variants.apply import apply
from rulesdsl.variants.blame import with_blame
from rulesdsl.variants.settings import Setting, settings_of
from rulesdsl.variants.stack import read_stack

__all__ = ["Setting", "apply", "read_stack", "settings_of", "with_blame"]
