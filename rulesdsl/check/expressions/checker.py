"""The part of the checker that reads expressions, put together from its modules."""

from __future__ import annotations

from rulesdsl.check.declarations.checker import Declarations
from rulesdsl.check.expressions.aggregates import Aggregates
from rulesdsl.check.expressions.amounts import Amounts
from rulesdsl.check.expressions.attributes import Attributes
from rulesdsl.check.expressions.call_arguments import CallArguments
from rulesdsl.check.expressions.calls import Calls
from rulesdsl.check.expressions.case_coverage import CaseCoverage
from rulesdsl.check.expressions.cases import Cases
from rulesdsl.check.expressions.certainty import Certainty
from rulesdsl.check.expressions.comparisons import Comparisons
from rulesdsl.check.expressions.conversions import Conversions
from rulesdsl.check.expressions.definitions import Definitions
from rulesdsl.check.expressions.directions import Directions
from rulesdsl.check.expressions.graph_calls import GraphCalls
from rulesdsl.check.expressions.indices import Indices
from rulesdsl.check.expressions.lasting_facts import LastingFacts
from rulesdsl.check.expressions.lists import Lists
from rulesdsl.check.expressions.made_places import MadePlaces
from rulesdsl.check.expressions.names import Names
from rulesdsl.check.expressions.operators import Operators
from rulesdsl.check.expressions.paths import Paths
from rulesdsl.check.expressions.picks import Picks
from rulesdsl.check.expressions.piece_locations import PieceLocations
from rulesdsl.check.expressions.relations import Relations
from rulesdsl.check.expressions.shape_calls import ShapeCalls
from rulesdsl.check.expressions.texts import Texts
from rulesdsl.check.expressions.things import Things
from rulesdsl.check.expressions.weights import Weights
from rulesdsl.check.expressions.word_calls import WordCalls


class Expressions:
    """Formulas: from the tree to expressions of a program, each with its type."""

    def __init__(self, declarations: Declarations) -> None:
        self.world = declarations.world
        self.usage = declarations.usage
        self.output = declarations.output
        self.reporter = declarations.reporter
        self.declarations = declarations
        self.names = Names(self)
        self.things = Things(self)
        self.attributes = Attributes(self)
        self.piece_locations = PieceLocations(self)
        self.lasting_facts = LastingFacts(self)
        self.indices = Indices(self)
        self.paths = Paths(self)
        self.arguments = CallArguments(self)
        self.graph_calls = GraphCalls(self)
        self.weights = Weights(self)
        self.directions = Directions(self)
        self.shape_calls = ShapeCalls(self)
        self.word_calls = WordCalls(self)
        self.texts = Texts(self)
        self.amounts = Amounts(self)
        self.aggregates = Aggregates(self)
        self.picks = Picks(self)
        self.made_places = MadePlaces(self)
        self.relations = Relations(self)
        self.calls = Calls(self)
        self.conversions = Conversions(self)
        self.lists = Lists(self)
        self.cases = Cases(self)
        self.case_coverage = CaseCoverage(self)
        self.certainty = Certainty(self)
        self.comparisons = Comparisons(self)
        self.operators = Operators(self)
        self.definitions = Definitions(self)
        self.expr = self.operators.expr
        self.condition = self.operators.condition
        self.as_number = self.operators.as_number
        self.chosen = self.operators.chosen
        self.value = self.paths.value
        self.zone_ref = self.paths.zone_ref
        self.attribute = self.attributes.attribute
        self.meaning = self.names.meaning
        self.coerced = self.conversions.coerced
        self.typed = self.conversions.typed
        self.sequence = self.lists.sequence
        self.binder = self.lists.binder
        self.selection = self.lists.selection
