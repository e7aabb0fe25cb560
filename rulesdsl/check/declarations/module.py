"""What every module of this part has at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesdsl.check.declarations.checker import Declarations


class DeclarationModule:
    def __init__(self, declarations: Declarations) -> None:
        self.world = declarations.world
        self.usage = declarations.usage
        self.output = declarations.output
        self.reporter = declarations.reporter
        self.declarations = declarations
