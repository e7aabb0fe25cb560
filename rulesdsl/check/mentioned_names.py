"""Which names stand in a part of the tree, whatever they turn out to be."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulesdsl.program_walk import asked_once, instances_in
from rulesdsl.syntax import ast

_IN_BRACES = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[^\W\d]\w*")


def mentions(node: object) -> Iterator[str]:
    """Every name that stands somewhere in a part of the tree, in its texts too."""
    for item in instances_in(node, ast.NameRef, ast.NamedType, ast.Name, ast.Text):
        match item:
            case ast.NameRef(name) | ast.NamedType(name):
                yield name
            case ast.Name(text):
                yield text
            case ast.Text(value):
                for inner in _IN_BRACES.findall(value):
                    yield from _WORD.findall(inner)


def names_in(node: object) -> frozenset[str]:
    """The same, each once."""
    return _names_in(node) if isinstance(node, ast.Node) else frozenset(mentions(node))


@asked_once
def _names_in(node: ast.Node) -> frozenset[str]:
    return frozenset(mentions(node))
