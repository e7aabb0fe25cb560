"""The index of a file: put together from what the checker noted while it read the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import assert_never

from attrs import define, evolve, field

from rulesdsl import program as ir
from rulesdsl.check.domains import describe
from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.head import players_of
from rulesdsl.check.sizes import too_many
from rulesdsl.check.symbols import (
    DefineSymbol,
    EnumSymbol,
    LinkSymbol,
    NodeSymbol,
    OptionSymbol,
    PieceSymbol,
    StateSymbol,
    Symbol,
    UnionSymbol,
    ZoneSymbol,
)
from rulesdsl.diagnostics.model import Report
from rulesdsl.game_files import Files
from rulesdsl.index.changes import names_of_changes
from rulesdsl.index.declared import declared_in
from rulesdsl.index.model import Definition, Index, Member, Place, joined
from rulesdsl.program_walk import nodes_in
from rulesdsl.rule_list import read_rule_list
from rulesdsl.source import SourceError, Span
from rulesdsl.syntax import ast
from rulesdsl.variants import apply, read_stack


def index_of(path: Path, files: Files, report: Report) -> Index | None:
    """Everything named in a game or a variant and in what it is built on; None if it cannot be read, which
    the report then says. What the checker does not understand is left out."""
    try:
        stack = read_stack(path, files.game_source, report, cache_dir=files.cache_dir)
    except SourceError:
        return None
    if stack is None:
        return None
    tree, variants = stack
    collected = _Found()
    for number, variant in enumerate((None, *variants)):
        if variant is not None:
            tree = apply(tree, variant, Report(), files.data, variants[: number - 1])
        last = number == len(variants)
        for elaboration in _elaborated(tree, files, with_examples=last or variant is None):
            collected.take(elaboration)
            if not last:
                collected.links.update(dict.fromkeys(names_of_changes(variants[number], elaboration)))
    return collected.index([stack[0], *variants], files)


def _elaborated(tree: ast.GameFile, files: Files, *, with_examples: bool) -> Iterator[Elaboration]:
    """The game, checked for as many players as its examples have."""
    players = players_of(tree)
    if any(True for _ in too_many(tree, players)):
        return
    counts: dict[int, list[ast.ExampleDecl]] = {}
    for decl in tree.declarations if with_examples else ():
        if isinstance(decl, ast.ExampleDecl):
            named = [line.names for line in decl.lines if isinstance(line, ast.ExPlayers)]
            if named and len(named[-1]) in players:
                counts.setdefault(len(named[-1]), []).append(decl)
    if not counts and players:
        counts[players[0]] = []
    for count, examples in counts.items():
        elaboration = Elaboration(tree, count, {}, files.data, Report())
        with suppress(RecursionError):
            elaboration.run(examples=tuple(examples))
        yield elaboration


@define
class _Found:
    """What several checks of a game and of its variants have noted."""

    links: dict[tuple[Span, Span], None] = field(factory=dict)
    types: dict[Span, ir.Domain] = field(factory=dict)
    values: dict[Span, tuple[str, ir.Domain]] = field(factory=dict)
    members: dict[str, dict[str, Member]] = field(factory=dict)

    def take(self, elaboration: Elaboration) -> None:
        world = elaboration.world
        self.links.update(elaboration.reporter.meant)
        for span, domain in elaboration.reporter.local_types.items():
            self.types.setdefault(span, domain)
        for symbol in world.symbols.values():
            of_symbol = _type_of(symbol)
            if of_symbol is not None:
                self.types[symbol.span] = of_symbol
            self._attributes(symbol)
        for name, spans in world.value_spans.items():
            for span, value in zip(spans, world.values.get(name, ()), strict=False):
                self.values[span] = name, value.type
        of_players = {"total": Member("total", "a number")}
        for name in elaboration.expressions.attributes.player_names():
            known = world.symbols.get(name)
            of_each = None if known is None else _type_of(known)
            if of_each is not None:
                of_players[name] = Member(name, describe(of_each), _kinds(of_each))
            else:
                of_players.setdefault(name, Member(name, ""))
        self.members["Player"] = of_players

    def _attributes(self, symbol: Symbol) -> None:
        match symbol:
            case EnumSymbol() | NodeSymbol() | PieceSymbol() | LinkSymbol():
                kind = self.members.setdefault(symbol.name, {})
                for attr in symbol.attrs.values():
                    kind[attr.name] = Member(attr.name, describe(attr.type), _kinds(attr.type))
                    self.types.setdefault(attr.span, attr.type)
            case ZoneSymbol(pieces=pieces, index=index, index_names=names):
                for var, name in zip(index, names, strict=True):
                    for of in pieces.kinds if name is not None else ():
                        assert name is not None
                        member = Member(name, describe(var.type), _kinds(var.type))
                        self.members.setdefault(of, {})[name] = member
            case UnionSymbol(name=name, kinds=kinds):
                of_all = self.members.setdefault(name, {})
                for of in kinds:
                    of_all.update(self.members.get(of, {}))

    def index(self, trees: Iterable[ast.GameFile | ast.VariantFile], files: Files) -> Index:
        trees = list(trees)
        rules, cited = _rules(trees, files)
        texts = {source.name: source.text for source in files.sources.values()}
        types = {Place.of_name(span): domain for span, domain in self.types.items()}
        definitions = {
            definition.place: _typed(definition, types.get(definition.place))
            for tree in trees
            for definition in declared_in(tree)
        }
        for span, (name, domain) in self.values.items():
            place = Place.of_name(span)
            if place not in definitions or definitions[place].sort == "value":
                row = Place.of(span.source.line_span(span.line))
                known = Definition(
                    name, "value", place, definitions[place].whole if place in definitions else row
                )
                definitions[place] = _typed(known, domain)
        for place, domain in types.items():
            if place not in definitions and place.file in texts and place.end > place.start:
                name = texts[place.file][place.start : place.end]
                around = next(
                    (
                        definition.whole
                        for definition in definitions.values()
                        if definition.whole.holds(place)
                    ),
                    None,
                )
                local = Definition(name, "local name", place, place, inside=around)
                definitions[place] = _typed(local, domain)
        links = [(Place.of_name(use), Place.of_name(to)) for use, to in self.links if _same(use, to)]
        for rule in rules:
            definitions[rule.place] = rule
        alone = ((place,) for place in definitions)
        things = joined((*links, *cited, *alone))
        return Index(
            texts,
            tuple(definitions.values()),
            # What is declared nowhere is a word of the language.
            tuple(places for places in things if any(place in definitions for place in places)),
            {kind: tuple(members.values()) for kind, members in self.members.items()},
            {rule.name: rule.detail for rule in rules},
        )


def _rules(
    trees: Iterable[ast.GameFile | ast.VariantFile], files: Files
) -> tuple[list[Definition], list[tuple[Place, Place]]]:
    """The rules of the lists that the files name, and where these are cited."""
    rules: dict[str, Definition] = {}
    cited: list[tuple[Place, Place]] = []
    for tree in trees:
        for line in tree.headings if isinstance(tree, ast.GameFile) else ():
            source = files.rule_list(line.path, Report()) if isinstance(line, ast.RulesLine) else None
            for rule in read_rule_list(source).rules if source is not None else ():
                place = Place.of(rule.span)
                rules.setdefault(rule.id, Definition(rule.id, "rule", place, place, rule.text))
        for node in nodes_in(tree):
            if isinstance(node, ast.Cite):
                cited.extend(
                    (Place.of(name.span), rules[name.text].place) for name in node.rules if name.text in rules
                )
    return list(rules.values()), cited


def _same(use: Span, to: Span) -> bool:
    """Whether both are the same name: what the language calls something is declared nowhere."""
    return use.text.strip(' "') == to.text.strip(' "')


def _typed(definition: Definition, domain: ir.Domain | None) -> Definition:
    return definition if domain is None else evolve(definition, detail=describe(domain), kinds=_kinds(domain))


def _type_of(symbol: Symbol) -> ir.Domain | None:
    """Of what type that is which a name stands for."""
    match symbol:
        case OptionSymbol(type=domain) | StateSymbol(type=domain):
            return domain
        case ZoneSymbol(pieces=pieces):
            return pieces
        case DefineSymbol(result=ir.FormulaDef(body=body)):
            return body.type
        case LinkSymbol(name=name):
            return ir.LinkDomain(name)
        case EnumSymbol(domain=domain) | NodeSymbol(domain=domain):
            return domain
        case PieceSymbol(domain=pieces) | UnionSymbol(domain=pieces):
            return pieces
        case _:
            return None


def _kinds(domain: ir.Domain) -> tuple[str, ...]:
    """The kinds of which a value of this type holds things."""
    match domain:
        case ir.EnumDomain(name) | ir.NodeDomain(name) | ir.LinkDomain(name):
            return (name,)
        case ir.PieceDomain(kinds) | ir.PieceNameDomain(kinds):
            return kinds
        case ir.PlayerDomain():
            return ("Player",)
        case ir.OptionalDomain(of) | ir.SeqDomain(of):
            return _kinds(of)
        case ir.SeqOfSeqDomain(of):
            return _kinds(of)
        case ir.MapDomain(_, value):
            return _kinds(value)
        case ir.UnionDomain(alternatives):
            return tuple(kind for alternative in alternatives for kind in _kinds(alternative))
        case ir.IntDomain() | ir.FlagDomain() | ir.TextDomain():
            return ()
        case _:
            assert_never(domain)
