"""The part of the checker that reads declarations, put together from its modules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesdsl.check.declarations.amounts import Amounts
from rulesdsl.check.declarations.attribute_tables import AttributeTables
from rulesdsl.check.declarations.boards import Boards
from rulesdsl.check.declarations.cells import Cells
from rulesdsl.check.declarations.combined import CombinedPlaces
from rulesdsl.check.declarations.components import Components
from rulesdsl.check.declarations.fields import Fields
from rulesdsl.check.declarations.growing import GrowingPlaces
from rulesdsl.check.declarations.kinds import Kinds
from rulesdsl.check.declarations.lookups import Lookups
from rulesdsl.check.declarations.pieces import Pieces
from rulesdsl.check.declarations.placements import Placements
from rulesdsl.check.declarations.types import Types
from rulesdsl.check.declarations.word_lists import WordLists
from rulesdsl.check.reporter import Reporter
from rulesdsl.check.world import Output, Usage, World

if TYPE_CHECKING:
    from rulesdsl.check.expressions.checker import Expressions


class Declarations:
    """What there is: kinds, values, pieces, places, links and tables, from the file and its data."""

    expressions: Expressions
    """Sizes and ranges are formulas, and formulas name what is declared. Set once both are there."""

    def __init__(self, world: World, usage: Usage, output: Output, reporter: Reporter) -> None:
        self.world = world
        self.usage = usage
        self.output = output
        self.reporter = reporter
        self.types = Types(self)
        self.amounts = Amounts(self)
        self.cells = Cells(self)
        self.attribute_tables = AttributeTables(self)
        self.boards = Boards(self)
        self.kinds = Kinds(self)
        self.growing = GrowingPlaces(self)
        self.combined = CombinedPlaces(self)
        self.placements = Placements(self)
        self.pieces = Pieces(self)
        self.fields = Fields(self)
        self.lookups = Lookups(self)
        self.word_lists = WordLists(self)
        self.components = Components(self)
        self.members = self.types.members
        self.size_of = self.types.size_of
        self.codes_of = self.types.codes_of
        self.type_of = self.types.type_of
        self.declare = self.kinds.declare
