"""The form of the language: from text to tree, from tree to text, and the one layout of a text."""

from rulesdsl.syntax.formatter import UnreadableText, format_source
from rulesdsl.syntax.parser import parse
from rulesdsl.syntax.tokens import comments

__all__ = ["UnreadableText", "comments", "format_source", "parse"]
