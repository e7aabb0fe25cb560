"""Trees made up at random: every class of the tree, and only what the grammar can say."""

from __future__ import annotations

from functools import cache
from typing import cast, get_args

import attrs
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.line_kinds import CLAUSES, PROPERTIES
from rulesdsl.syntax.table import grammar
from rulesdsl.syntax.vocabulary import vocabulary

SPAN = st.just(Span(Source("made up", ""), 0, 0))

# In back quotes every word of the language is a name like any other.
WORDS = (
    *("a", "card", "Item", "x_1", "total"),
    *sorted(word for word in vocabulary(grammar()).words.values() if word.isalpha()),
)
board_words = st.builds(
    ast.BoardWords,
    st.sampled_from(("hexagons", "flat", "pointy hexagons", "wrapped rows", "shifted", "shifted left")),
    span=SPAN,
)
placing_words = st.builds(ast.PlacingWords, st.sampled_from(("turned", "mirrored")), span=SPAN)
names = st.builds(ast.Name, st.sampled_from(WORDS), span=SPAN)
texts = st.builds(ast.Text, st.text("ab {}#[|]:(", max_size=6), span=SPAN)
cites = st.none() | st.builds(
    ast.Cite,
    st.lists(st.builds(ast.Name, st.sampled_from(("A-1", "RT-V2")), span=SPAN), min_size=1, max_size=2).map(
        tuple
    ),
    span=SPAN,
)
flags = st.booleans()
numbers = st.integers(0, 40)


def some(of: SearchStrategy[object], least: int = 0, most: int = 2) -> SearchStrategy[tuple[object, ...]]:
    return st.lists(of, min_size=least, max_size=most).map(tuple)


# ---------------------------------------------------------------- expressions, by what binds them


name_refs = st.builds(ast.NameRef, st.sampled_from(WORDS), span=SPAN)
simple_atoms = st.one_of(
    name_refs,
    st.builds(ast.Your, names, span=SPAN),
    st.builds(ast.Number, numbers, span=SPAN),
    st.builds(ast.Flag, flags, span=SPAN),
    st.builds(ast.NoneValue, span=SPAN),
    st.builds(ast.WrittenText, texts, span=SPAN),
)


def binary(
    operator: str, left: SearchStrategy[object], right: SearchStrategy[object]
) -> SearchStrategy[object]:
    return st.builds(ast.Binary, st.just(operator), left, right, span=SPAN)


WRITTEN: tuple[type[ast.Computed], ...] = tuple(
    kind for kind in get_args(ast.Expr) if issubclass(kind, ast.Computed) and kind.written
)


def in_brackets(kind: type[ast.Computed], depth: int) -> SearchStrategy[object]:
    """A formula of the class, of parts that no other sign can come between."""
    fields = attrs.fields(cast("type[attrs.AttrsInstance]", kind))
    parts = {
        "Expr": atoms(depth),
        "Name": names,
        "Binder": binders(depth),
    }
    given = (parts[str(field.type)] for field in fields if field.name != "span")
    return st.builds(ast.Group, st.builds(kind, *given, span=SPAN), span=SPAN)


@cache
def atoms(depth: int) -> SearchStrategy[object]:
    if depth == 0:
        return simple_atoms
    inner = expressions(depth - 1)
    arms = st.builds(ast.Arm, st.just(()) | some(patterns(depth - 1), 1), inner, span=SPAN)
    return st.one_of(
        simple_atoms,
        st.builds(ast.Group, inner, span=SPAN),
        st.builds(ast.Selection, binders(depth - 1) | unnamed(depth - 1), span=SPAN),
        st.builds(ast.Listing, some(inner), span=SPAN),
        st.builds(ast.Amounts, some(st.builds(ast.Amount, inner, inner, span=SPAN), 1), span=SPAN),
        st.builds(ast.DependingValue, sums(depth - 1), some(arms, 1), span=SPAN),
        *(in_brackets(kind, depth - 1) for kind in WRITTEN),
    )


@cache
def posts(depth: int) -> SearchStrategy[object]:
    if depth == 0:
        return atoms(0)
    before = posts(depth - 1)
    return st.one_of(
        atoms(depth),
        st.builds(ast.Attribute, before, names, span=SPAN),
        st.builds(ast.Call, before, arguments(depth - 1), span=SPAN),
    )


@cache
def arguments(depth: int, least: int = 0) -> SearchStrategy[tuple[object, ...]]:
    over = st.builds(ast.Over, binders(depth), st.none() | expressions(depth), span=SPAN)
    over |= st.builds(ast.Over, unnamed(depth), st.none() | expressions(depth), span=SPAN)
    plain = st.builds(ast.Argument, st.none(), expressions(depth) | over, span=SPAN)
    named = st.builds(ast.Argument, names, expressions(depth), span=SPAN)
    return some(plain | named, least)


@cache
def sums(depth: int) -> SearchStrategy[object]:
    if depth == 0:
        return posts(0)
    unary = posts(depth) | st.builds(ast.Unary, st.just("-"), posts(depth - 1), span=SPAN)
    product = st.one_of(
        unary,
        binary("*", unary, unary),
        binary("mod", unary, unary),
        st.builds(ast.Divide, unary, unary, st.sampled_from(("up", "down")), span=SPAN),
    )
    return st.one_of(
        product, binary("+", product, product), binary("-", binary("-", product, product), product)
    )


@cache
def spans(depth: int) -> SearchStrategy[object]:
    return sums(depth) | binary("..", sums(depth), sums(depth))


COMPARISONS = ("=", "!=", "<", "<=", ">", ">=", "is", "is not", "is in", "is not in", "has")


@cache
def expressions(depth: int) -> SearchStrategy[object]:
    if depth == 0:
        return spans(0)
    compared = st.builds(ast.Binary, st.sampled_from(COMPARISONS), spans(depth), spans(depth), span=SPAN)
    negated = spans(depth) | compared | st.builds(ast.Unary, st.just("not"), compared, span=SPAN)
    conjunction = negated | binary("and", negated, negated)
    disjunction = conjunction | binary("or", conjunction, conjunction)
    inner = expressions(depth - 1)
    return disjunction | st.builds(ast.IfElse, inner, inner, inner, span=SPAN)


@cache
def binders(depth: int) -> SearchStrategy[object]:
    inner = expressions(depth)
    return st.builds(ast.Binder, names, inner, st.none() | inner, st.none() | inner, span=SPAN)


@cache
def unnamed(depth: int) -> SearchStrategy[object]:
    """Things without a name: it says which of them, or in which order."""
    inner = expressions(depth)
    ordered = st.builds(ast.Binder, st.none(), inner, st.none(), inner, span=SPAN)
    return ordered | st.builds(ast.Binder, st.none(), inner, inner, st.none() | inner, span=SPAN)


@cache
def patterns(depth: int) -> SearchStrategy[object]:
    return st.builds(ast.Pattern, spans(depth), st.none() | names, span=SPAN)


formulas = expressions(2)
short = expressions(1)

# ---------------------------------------------------------------- types

constants = st.one_of(
    st.builds(ast.Number, numbers, span=SPAN),
    st.builds(ast.Unary, st.just("-"), st.builds(ast.Number, numbers, span=SPAN), span=SPAN),
    name_refs,
)
named_types = st.builds(ast.NamedType, st.sampled_from((*WORDS, "none")), span=SPAN)
range_types = st.builds(ast.RangeType, constants, constants, span=SPAN)
plain_types = st.one_of(
    named_types,
    range_types,
    st.builds(ast.FlagType, span=SPAN),
    st.builds(ast.NameOfType, names, span=SPAN),
    st.builds(ast.TextType, constants, span=SPAN),
)
one_types = st.one_of(
    plain_types,
    st.builds(ast.MapType, plain_types, names, span=SPAN),
    st.builds(ast.SetType, plain_types, span=SPAN),
    st.builds(ast.ListType, plain_types, span=SPAN),
)
types = one_types | st.builds(ast.EitherType, some(one_types, 2, 3), span=SPAN)
kinds = st.builds(ast.NamedType, st.sampled_from(WORDS), span=SPAN)
per = st.builds(ast.Per, st.none() | names, kinds | range_types, span=SPAN)
pers = some(per)

# ---------------------------------------------------------------- parameters

quantities = st.one_of(
    st.builds(ast.Quantity, st.sampled_from(("any", "some")), st.none(), st.none(), span=SPAN),
    st.builds(ast.Quantity, st.just("up to"), st.none(), sums(1), span=SPAN),
    st.builds(ast.Quantity, st.just("range"), sums(1), sums(1), span=SPAN),
    sums(1).flatmap(
        lambda number: st.builds(ast.Quantity, st.just("exact"), st.just(number), st.just(number), span=SPAN)
    ),
)
given_params = st.builds(ast.GivenParam, names, types, st.none() | short, span=SPAN)
chosen_params = st.one_of(
    st.builds(
        ast.OneParam,
        names,
        short,
        st.none() | short,
        some(short),
        st.none() | texts,
        st.none() | texts,
        span=SPAN,
    ),
    st.builds(
        ast.OneParam,
        names,
        st.builds(ast.AnyText, constants, span=SPAN),
        st.none() | short,
        st.just(()),
        st.none(),
        st.none() | texts,
        span=SPAN,
    ),
    st.builds(
        ast.SomeParam, names, quantities, short, st.none() | short, flags, st.none() | texts, span=SPAN
    ),
)
amounts_params = st.builds(
    ast.AmountsParam, names, per, short, st.none() | short, st.none() | texts, span=SPAN
)
params = given_params | chosen_params | amounts_params

# ---------------------------------------------------------------- statements

faces = st.one_of(
    st.builds(ast.Face, st.just(True), st.none() | short, span=SPAN),
    st.builds(ast.Face, st.just(False), st.none(), span=SPAN),
)
args = arguments(1)
viewers = st.one_of(
    st.builds(
        ast.Viewer, st.builds(ast.Name, st.sampled_from(("all", "owner")), span=SPAN), st.none(), span=SPAN
    ),
    st.builds(ast.Viewer, st.none(), short, span=SPAN),
)
FIELDS: dict[str, SearchStrategy[object]] = {
    "Expr": short,
    "Expr | None": st.none() | short,
    "Name": names,
    "Name | None": st.none() | names,
    "Face": faces,
    "Face | None": st.none() | faces,
    "Param": params,
    "Text": texts,
    "bool": flags,
    "Cite | None": cites,
    "Viewer": viewers,
}
"""What the fields of plain lines and properties can hold, by their types."""


def made_of(kind: type[ast.PlainLine | ast.FramedProp]) -> SearchStrategy[object]:
    fields = attrs.fields(cast("type[attrs.AttrsInstance]", kind))
    return st.builds(kind, *(FIELDS[str(field.type)] for field in fields if field.name != "span"), span=SPAN)


PLAIN_LINES: tuple[type[ast.PlainLine], ...] = tuple(
    kind for kind in get_args(ast.Stmt) if issubclass(kind, ast.PlainLine)
)
FRAMED_PROPS: tuple[type[ast.FramedProp], ...] = tuple(
    kind for kind in get_args(ast.PlainProp) if issubclass(kind, ast.FramedProp)
)
# What can stand behind `may` and `cost`, in one line.
effects = st.one_of(
    *(made_of(kind) for kind in (ast.Move, ast.Draw, ast.SetTo, ast.AddTo, ast.RemoveFrom)),
    st.builds(ast.Do, names, args, cites, span=SPAN),
)
calls = some(st.builds(ast.CallOf, names, args, span=SPAN), 1)
whens = st.builds(ast.When, formulas, cites, span=SPAN)
lets = st.builds(ast.Let, names, formulas, cites, span=SPAN)
lines = st.one_of(
    effects,
    whens,
    *map(made_of, PLAIN_LINES),
    st.builds(ast.MayDo, effects, span=SPAN),
    st.builds(ast.May, calls, flags, flags, cites, span=SPAN),
    st.builds(ast.Must, calls, flags, flags, flags, cites, span=SPAN),
    st.builds(ast.Choose, params, flags, cites, span=SPAN),
    st.builds(ast.End, names, cites, span=SPAN),
)


@cache
def blocks(depth: int) -> SearchStrategy[object]:
    return st.builds(ast.Block, some(statements(depth), 1), cites, span=SPAN)


uncited = effects.map(lambda line: attrs.evolve(line, cite=None))


@cache
def statements(depth: int) -> SearchStrategy[object]:
    if depth == 0:
        return lines
    body = blocks(depth - 1)
    last_if = st.builds(ast.If, short, body, st.none() | body, span=SPAN)
    one_line = lines.map(lambda line: ast.Block((line,), None, span=line.span))
    cases = st.builds(ast.Case, some(patterns(1)), body, st.just(False), span=SPAN)
    short_cases = st.builds(ast.Case, some(patterns(1)), one_line, st.just(True), span=SPAN)
    return st.one_of(
        lines,
        st.builds(ast.MayBlock, texts, body, span=SPAN),
        last_if,
        st.builds(ast.If, short, body, last_if, span=SPAN),
        st.builds(ast.For, binders(1), body, span=SPAN),
        st.builds(ast.Repeat, short, st.none() | names, body, span=SPAN),
        st.builds(ast.EachPlayer, st.none() | short, st.none() | short, st.none(), body, span=SPAN),
        st.builds(ast.EachPlayer, st.none() | short, st.none(), short, body, span=SPAN),
        st.builds(ast.AllPlayers, st.none() | short, body, span=SPAN),
        st.builds(ast.OnePlayer, short, body, span=SPAN),
        st.builds(ast.Together, body, span=SPAN),
        st.builds(ast.Depending, short, some(cases | short_cases, 1), cites, span=SPAN),
        phases(depth - 1),
    )


times = st.none() | st.builds(ast.Times, short, flags, span=SPAN)
phase_clauses = st.one_of(
    st.builds(ast.TurnOfEach, st.none() | short, st.none() | short, cites, span=SPAN),
    st.builds(ast.TurnOf, short, cites, span=SPAN),
    st.builds(ast.Until, short, cites, span=SPAN),
    st.builds(ast.Stops, short, cites, span=SPAN),
)


@cache
def phases(depth: int) -> SearchStrategy[object]:
    return st.builds(
        ast.Phase, names, times, some(phase_clauses), some(statements(depth), 1), cites, span=SPAN
    )


bodies = blocks(1)
costs = st.builds(ast.Cost, effects, span=SPAN)
clauses = st.tuples(some(costs), some(statements(1), 1)).map(lambda both: both[0] + both[1])

# ---------------------------------------------------------------- declarations

one_line_definitions = st.builds(
    ast.Definition,
    st.just(()),
    st.just(()),
    formulas,
    st.none(),
    st.just(True),
    span=SPAN,
)
definition_cases = st.builds(ast.DefinitionCase, formulas, formulas, cites, span=SPAN)
long_definitions = st.builds(
    ast.Definition,
    some(lets),
    some(definition_cases),
    formulas,
    cites,
    st.just(False),
    span=SPAN,
)
definitions = one_line_definitions | long_definitions
csvs = st.builds(ast.Csv, texts, st.none() | names, span=SPAN)
fields = st.builds(
    ast.Field, names, pers, types, st.none() | names, st.none() | definitions, cites, span=SPAN
)
cells = st.builds(ast.Text, st.sampled_from(("", "a", "draw:3 x", "12", "a#1")), span=SPAN)
rows = st.builds(ast.Row, some(cells, 1, 3), cites, span=SPAN)
origins = st.one_of(
    st.builds(ast.FromCsv, csvs, span=SPAN),
    st.builds(ast.ForEach, some(st.tuples(names, short), 1), span=SPAN),
    st.builds(ast.OnePer, names, names, span=SPAN),
    st.builds(ast.OnePerRow, names, csvs, span=SPAN),
)
plain_props = st.one_of(
    *map(made_of, FRAMED_PROPS),
    st.builds(ast.AtMostProp, short, st.none(), st.none(), span=SPAN),
    st.builds(ast.AtMostProp, short, st.sampled_from(("owner", "old", "extra")), short, span=SPAN),
    st.builds(ast.StartsProp, short, flags, span=SPAN),
    st.builds(ast.KeptProp, short, short, st.none() | names, span=SPAN),
    st.builds(ast.RenewedProp, short, st.none() | short, span=SPAN),
    st.builds(ast.OneOptionProp, flags, span=SPAN),
)
props = plain_props | st.builds(ast.CitedProp, plain_props, cites.filter(bool), span=SPAN)
values = st.builds(ast.Value, names, st.none() | types, st.none() | texts, span=SPAN)
keys = st.builds(ast.Key, names, types, span=SPAN)
gives = st.builds(ast.Gives, names, pers, types, st.none() | st.integers(-5, 5), cites, span=SPAN)
ranks = st.builds(ast.Rank, names, st.none() | short, span=SPAN)
example_lines = st.one_of(
    st.builds(ast.ExPlayers, some(names, 1), cites, span=SPAN),
    st.builds(ast.ExOption, names, short, cites, span=SPAN),
    st.builds(ast.ExGiven, posts(1), st.sampled_from(("=", "is", "is in")), short, cites, span=SPAN),
    st.builds(ast.ExPlay, names, names, args, cites, span=SPAN),
    st.builds(ast.ExCannot, names, names, args, cites, span=SPAN),
    st.builds(ast.ExChoose, names, short, cites, span=SPAN),
    st.builds(ast.ExDecline, names, cites, span=SPAN),
    st.builds(ast.ExChance, short, cites, span=SPAN),
    st.builds(ast.ExNext, names, cites, span=SPAN),
    st.builds(ast.ExOver, cites, span=SPAN),
    st.builds(ast.ExPlayFlow, st.just(""), st.none(), cites, span=SPAN),
    st.builds(ast.ExPlayFlow, st.sampled_from(("from", "after")), names, cites, span=SPAN),
    st.builds(ast.ExDo, st.none() | names, names, args, cites, span=SPAN),
    st.builds(ast.ExRecord, names, cites, span=SPAN),
    st.builds(ast.ExExpect, formulas, cites, span=SPAN),
)
some_fields = some(fields, 1)
things = st.one_of(
    st.builds(ast.OptionDecl, names, types, short, st.none() | texts, cites, span=SPAN),
    st.builds(ast.DefineDecl, names, some(params), pers, st.none() | types, definitions, cites, span=SPAN),
    st.builds(ast.ValuesDecl, names, some(values, 1), cites, span=SPAN),
    st.builds(ast.ValuesTableDecl, names, st.none() | csvs, some_fields, some(rows), cites, span=SPAN),
    st.builds(ast.UnionDecl, names, some(names, 2, 3), cites, span=SPAN),
    st.builds(
        ast.PiecesDecl,
        names,
        st.none() | origins,
        st.none() | short,
        some(fields),
        some(rows),
        cites,
        span=SPAN,
    ),
    st.builds(ast.PlacesDecl, names, csvs, some(fields), some(rows), cites, span=SPAN),
    st.builds(
        ast.GridDecl, names, short, short | st.none(), some(board_words), some(fields), cites, span=SPAN
    ),
    st.builds(ast.RingDecl, names, short, some(fields), cites, span=SPAN),
    st.builds(
        ast.CombinedDecl,
        names,
        st.builds(ast.ForEach, some(st.tuples(names, short), 1), span=SPAN),
        some(fields),
        cites,
        span=SPAN,
    ),
    st.builds(ast.GrowingDecl, names, names, short, some(board_words), cites, span=SPAN),
    st.builds(
        ast.LinksDecl, names, names, st.none() | csvs, st.none(), some(fields), some(rows), cites, span=SPAN
    ),
    st.builds(ast.LinksDecl, names, names, st.none(), names, some(fields), some(rows, 1), cites, span=SPAN),
    st.builds(ast.PlacementsDecl, names, names, names, names, some(placing_words), cites, span=SPAN),
    st.builds(ast.WordsDecl, names, names, texts, cites, span=SPAN),
    st.builds(
        ast.TableDecl, names, some(keys, 1), st.none() | csvs, some(gives, 1), some(rows), cites, span=SPAN
    ),
    st.builds(
        ast.ZoneDecl,
        names,
        pers,
        st.sampled_from(("slot", "pile", "row", "set")),
        types,
        some(props),
        cites,
        span=SPAN,
    ),
    st.builds(ast.StateDecl, names, pers, types, st.none() | short, st.none() | viewers, cites, span=SPAN),
)
doings = st.one_of(
    st.builds(ast.MenuDecl, names, st.none() | texts, cites, span=SPAN),
    st.builds(ast.ActionDecl, names, some(params), st.none() | texts, some(names), clauses, cites, span=SPAN),
    st.builds(
        ast.RoutineDecl, names, some(params), st.none(), st.none(), some(patterns(1)), bodies, span=SPAN
    ),
    st.builds(
        ast.RoutineDecl, names, some(params), short, st.none() | uncited, some(patterns(1)), bodies, span=SPAN
    ),
    st.builds(ast.AlwaysDecl, names, st.none() | binders(1), some(statements(1), 1), cites, span=SPAN),
    st.builds(ast.FlowDecl, blocks(2), span=SPAN),
    st.builds(ast.ScoreDecl, names, st.none() | names, definitions, cites, span=SPAN),
    st.builds(ast.NoteDecl, names, st.none() | names, definitions, cites, span=SPAN),
    st.builds(ast.WinnerDecl, st.none() | short, st.none() | names, some(ranks, 1), cites, span=SPAN),
    st.builds(ast.ExampleDecl, texts, some(example_lines, 1), cites, span=SPAN),
)

declarations = things | doings

# ---------------------------------------------------------------- files

headings = st.one_of(
    st.builds(ast.TitleLine, texts, cites, span=SPAN),
    st.builds(ast.PlayersLine, numbers, numbers, cites, span=SPAN),
    st.builds(ast.RulesLine, texts, cites, span=SPAN),
    st.builds(ast.OmitsLine, texts, cites, span=SPAN),
    st.builds(ast.LimitLine, names, numbers, cites, span=SPAN),
    st.builds(ast.LanguageLine, st.just(1), cites, span=SPAN),
)
kinds_removed = st.builds(ast.Name, st.sampled_from(("score", "example", "zone")), span=SPAN)
props_gone = st.builds(ast.WithoutProp, st.sampled_from(tuple(PROPERTIES)), cites, span=SPAN)
lines_gone = st.builds(ast.WithoutLine, costs | statements(1), span=SPAN)
parts_gone = st.builds(ast.WithoutMenu, names, cites, span=SPAN) | lines_gone
clauses_gone = st.builds(ast.WithoutClause, st.sampled_from(tuple(CLAUSES)), cites, span=SPAN) | lines_gone
changes = st.one_of(
    st.builds(ast.AddChange, declarations, span=SPAN),
    st.builds(ast.ReplaceChange, declarations, span=SPAN),
    st.builds(ast.ReplaceLetChange, names, names, formulas, cites, span=SPAN),
    st.builds(ast.ReplacePhaseChange, phases(1), span=SPAN),
    st.builds(ast.RemoveChange, kinds_removed, names | texts, cites, span=SPAN),
    st.builds(ast.RemoveRowChange, names, arguments(1, 1), cites, span=SPAN),
    st.builds(ast.SetChange, posts(1), short, cites, span=SPAN),
    st.builds(ast.SetPlayersChange, numbers, numbers, cites, span=SPAN),
    st.builds(ast.ExtendChange, names, some(rows, 1), cites, span=SPAN),
    st.builds(ast.ZoneChange, names, some(props | props_gone, 1), cites, span=SPAN),
    st.builds(ast.ActionChange, names, some(costs | statements(1) | parts_gone, 1), cites, span=SPAN),
    st.builds(ast.PhaseChange, names, times, some(phase_clauses | clauses_gone, 1), cites, span=SPAN),
    st.builds(ast.NearChange, st.sampled_from(("before", "after", "start", "end")), names, bodies, span=SPAN),
)


def file_of(part: SearchStrategy[object]) -> SearchStrategy[object]:
    """A game that is made of declarations of one sort."""
    return st.builds(ast.GameFile, some(headings, 1, 1), some(part, 2, 5), span=SPAN)


flows = st.builds(ast.FlowDecl, st.builds(ast.Block, some(statements(2), 2, 5), cites, span=SPAN), span=SPAN)
examples = st.builds(ast.ExampleDecl, texts, some(example_lines, 2, 8), cites, span=SPAN)
FILES = {
    "headings": st.builds(ast.GameFile, some(headings, 1, 6), st.just(()), span=SPAN),
    "things": file_of(things),
    "doings": file_of(doings),
    "flows": file_of(flows),
    "examples": file_of(examples),
    "variants": st.builds(ast.VariantFile, texts, texts, cites, some(changes, 0, 4), span=SPAN),
}
