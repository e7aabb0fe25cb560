"""What a game consists of and how it goes, in words, part by part: for the page of its rules and for the aid
that lies beside a player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from attrs import field, frozen

from rulesdsl import program as ir
from rulesdsl.engine.labels.english import plain, players_between, plural
from rulesdsl.outline import Step, flat, outline, steps_of
from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast, comments
from rulesdsl.syntax.tokens import Kind, pieces

_ID = re.compile(r"[A-Z]+-[0-9A-Z]+")
_STRING = re.compile(r'"[^"]*"')
_JOINED = re.compile(r"(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])")
_GAP = re.compile(r"\{([^{}]*)\}")


@frozen
class Line:
    """`depth`: how deep it stands; a `head` has what belongs to it below."""

    text: str
    depth: int = 0
    head: bool = False


@frozen
class Entry:
    """One thing: what it is called, what is said of it in short, and line by line; the rules it cites."""

    name: str
    text: str = ""
    lines: tuple[Line, ...] = ()
    rules: tuple[str, ...] = ()
    remark: str = ""
    """What the writer says beside it."""


@frozen
class Contents:
    title: str
    players: str
    box: tuple[Entry, ...]
    """Pieces and boards."""
    places: tuple[Entry, ...]
    """Zones."""
    counters: tuple[Entry, ...]
    """States."""
    options: tuple[Entry, ...]
    course: tuple[Line, ...]
    menus: tuple[Entry, ...]
    actions: tuple[Entry, ...]
    duties: tuple[Entry, ...]
    """Actions without what they do: what is chosen, when one may, what it costs."""
    routines: tuple[Entry, ...]
    always: tuple[Entry, ...]
    scores: tuple[Entry, ...]
    meanings: tuple[Entry, ...]
    """Definitions."""
    winner: tuple[Entry, ...]


def contents_of(tree: ast.GameFile, program: ir.Program) -> Contents:
    """Of a game as it is played with this program; the tree has its variants applied."""
    reader = _Reader(tree, program)
    return Contents(
        title=program.title,
        players=players_between(*reader.players()),
        box=tuple(reader.box()),
        places=tuple(reader.places()),
        counters=tuple(reader.counters()),
        options=tuple(reader.options()),
        course=tuple(_course(outline(tree).flow)),
        menus=tuple(reader.menus()),
        actions=tuple(reader.actions(effects=True)),
        duties=tuple(reader.actions(effects=False)),
        routines=tuple(reader.routines()),
        always=tuple(reader.always()),
        scores=tuple(reader.scores()),
        meanings=tuple(reader.meanings()),
        winner=tuple(reader.winner()),
    )


def spoken(text: str) -> str:
    """Lines of a file as they are read aloud: names of several words apart, what stands in for a value in
    pointed brackets.
    """
    parts = []
    end = 0
    for string in _STRING.finditer(text):
        parts.append(_JOINED.sub(" ", text[end : string.start()]))
        parts.append(f"“{asked(string[0][1:-1])}”")
        end = string.end()
    return "".join([*parts, _JOINED.sub(" ", text[end:])]).replace("`", "")


def asked(text: str) -> str:
    """A text of the file: `Pack {item}` is `Pack ‹item›`."""
    return _GAP.sub(lambda match: f"‹{_JOINED.sub(' ', match[1])}›", text)


def _course(steps: Iterable[Step], depth: int = 0) -> Iterator[Line]:
    for step in steps:
        notes = f" ({', '.join(map(spoken, step.notes))})" if step.notes else ""
        text = f"{_JOINED.sub(' ', step.name)}{notes}" if step.is_phase else spoken(step.text)
        yield Line(text, depth, step.is_phase)
        yield from _course(step.inner, depth + 1)


@frozen
class _Reader:
    tree: ast.GameFile
    program: ir.Program
    _remarks: dict[Source, dict[int, tuple[str, bool]]] = field(factory=dict)
    """Of each file its comments by their lines, and whether they stand alone there."""

    def players(self) -> tuple[int, int]:
        return next(
            ((heading.least, heading.most) for heading in self.tree.all(ast.PlayersLine)),
            (1, 1),
        )

    def entry(self, of: ast.Declaration, name: str, text: str = "", lines: Iterable[Line] = ()) -> Entry:
        return Entry(name, text, tuple(lines), rules_in(of.span), self._remark(of.span))

    def _remark(self, span: Span) -> str:
        """The comment on the lines above, and that behind the first line."""
        source = span.source
        if source not in self._remarks:
            self._remarks[source] = {
                comment.line: (
                    comment.text.lstrip("#").strip(),
                    source.line_text(comment.line).lstrip().startswith("#"),
                )
                for comment in comments(source)
            }
        remarks = self._remarks[source]
        wording = [remarks[span.line][0]] if span.line in remarks else []
        above = span.line - 1
        while above in remarks and remarks[above][1] and "---" not in remarks[above][0]:
            wording.insert(0, remarks[above][0])
            above -= 1
        if above in remarks and remarks[above][1]:
            # A heading of what follows, not a remark on this.
            wording = wording[-1:] if span.line in remarks else []
        return " ".join(wording)

    # ------------------------------------------------------------------ what there is

    def box(self) -> Iterator[Entry]:
        count = {kind.name: kind.count for kind in self.program.piece_kinds}
        for declaration in self.tree.declarations:
            match declaration:
                case ast.PiecesDecl(name=name, fields=fields):
                    number = count.get(name.text, 0)
                    called = plain(name.text) if number == 1 else plural(plain(name.text))
                    yield self.entry(declaration, f"{number} {called}", _each_with(fields))
                case ast.UnionDecl(name=name, kinds=kinds):
                    either = " or ".join(plain(kind.text) for kind in kinds)
                    yield self.entry(declaration, plain(name.text), f"any {either}")
                case ast.PlacesDecl(name=name, fields=fields):
                    number = len(self.program.nodes.get(name.text, ()))
                    yield self.entry(declaration, f"{number} {plural(plain(name.text))}", _each_with(fields))
                case ast.GridDecl(name=name, columns=columns, rows=rows):
                    size = f"a hexagon with {spoken(flat(columns.span))} cells at a side"
                    if rows is not None:
                        size = f"a board of {spoken(flat(columns.span))} by {spoken(flat(rows.span))}"
                    yield self.entry(declaration, plain(name.text), size)
                case ast.RingDecl(name=name, size=size):
                    yield self.entry(declaration, plain(name.text), f"a ring of {spoken(flat(size.span))}")
                case ast.CombinedDecl(name=name, each=each):
                    parts = " and ".join(plain(part.text) for part, _ in each.binders)
                    yield self.entry(declaration, plain(name.text), f"one for each {parts}")
                case ast.GrowingDecl(name=name, most=most):
                    yield self.entry(
                        declaration, plain(name.text), f"at most {spoken(flat(most.span))}, beside each other"
                    )
                case ast.LinksDecl(name=name, of=of):
                    graph = self.program.graphs.get(name.text)
                    links = len(graph.links) if graph else 0
                    yield self.entry(
                        declaration, plain(name.text), f"{links} links between {plural(plain(of.text))}"
                    )
                case ast.ValuesDecl(name=name, values=values):
                    listed = ", ".join(
                        spoken(flat(value.span)) if value.named is None else value.named.value
                        for value in values
                    )
                    yield self.entry(declaration, plain(name.text), listed)
                case ast.ValuesTableDecl(name=name, fields=fields):
                    listed = ", ".join(
                        label.replace("_", " ") for label in self.program.enums.get(name.text, ())
                    )
                    more = _each_with(fields)
                    yield self.entry(declaration, plain(name.text), f"{listed}; {more}" if more else listed)
                case ast.PlacementsDecl(name=name, kind=kind, board=board, words=ways_to_lie):
                    ways = "".join(f", {word.text}" for word in ways_to_lie)
                    how = f"a {plain(kind.text)} as it lies on the {plain(board.text)}s{ways}"
                    yield self.entry(declaration, plain(name.text), how)
                case ast.WordsDecl(name=name):
                    words = self.program.words.get(name.text)
                    yield self.entry(declaration, plain(name.text), f"{words.count if words else 0:,} words")
                case ast.OptionDecl() | ast.DefineDecl() | ast.TableDecl() | ast.ZoneDecl():
                    pass
                case ast.StateDecl() | ast.MenuDecl() | ast.ActionDecl() | ast.RoutineDecl():
                    pass
                case ast.AlwaysDecl() | ast.FlowDecl() | ast.ScoreDecl() | ast.NoteDecl():
                    pass
                case ast.WinnerDecl() | ast.ExampleDecl():
                    pass
                case _:
                    assert_never(declaration)

    def places(self) -> Iterator[Entry]:
        for declaration in self.tree.all(ast.ZoneDecl):
            wording = [
                f"a {declaration.shape} of {_several(declaration.of)}",
                *(spoken(flat(prop.span)) for prop in declaration.plain_props),
            ]
            yield self.entry(
                declaration, plain(declaration.name.text) + _for_each(declaration.per), "; ".join(wording)
            )

    def counters(self) -> Iterator[Entry]:
        for declaration in self.tree.all(ast.StateDecl):
            begins = f", at first {spoken(flat(declaration.starts.span))}" if declaration.starts else ""
            wording = f"{_kind(declaration.type)}{begins}"
            yield self.entry(declaration, plain(declaration.name.text) + _for_each(declaration.per), wording)

    def options(self) -> Iterator[Entry]:
        for declaration in self.tree.all(ast.OptionDecl):
            normal = spoken(flat(declaration.default.span))
            takes = f"{spoken(flat(declaration.type.span))}, normally {normal}"
            name = asked(declaration.text.value) if declaration.text else plain(declaration.name.text)
            yield self.entry(declaration, name, takes)

    # ------------------------------------------------------------------ how it goes

    def menus(self) -> Iterator[Entry]:
        actions = self.tree.all(ast.ActionDecl)
        for declaration in self.tree.all(ast.MenuDecl):
            offered = [
                Line(_title(action))
                for action in actions
                if any(menu.text == declaration.name.text for menu in action.menus)
            ]
            wording = asked(declaration.text.value) if declaration.text else ""
            yield self.entry(declaration, plain(declaration.name.text), wording, offered)

    def actions(self, *, effects: bool) -> Iterator[Entry]:
        for declaration in self.tree.all(ast.ActionDecl):
            yield self.entry(
                declaration,
                _title(declaration),
                plain(declaration.name.text),
                self._action_lines(declaration, effects=effects),
            )

    def _action_lines(self, action: ast.ActionDecl, *, effects: bool) -> Iterator[Line]:
        for param in action.params:
            wording = _param(param)
            if wording:
                yield Line(wording)
        rest: list[ast.Stmt] = []
        for clause in action.body:
            match clause:
                case ast.When(condition=condition):
                    yield Line(f"only when {spoken(flat(condition.span))}")
                case ast.Cost(line=paid):
                    yield Line(f"costs: {spoken(flat(paid.span))}")
                case _:
                    rest.append(clause)
        if effects:
            yield from _course(steps_of(rest))

    def routines(self) -> Iterator[Entry]:
        for declaration in self.tree.all(ast.RoutineDecl):
            given = ", ".join(spoken(flat(param.span)) for param in declaration.params)
            cases = ", ".join(spoken(flat(case.span)) for case in declaration.cases)
            name = plain(declaration.name.text) + (f" ({given})" if given else "")
            name += f" for {cases}" if cases else ""
            yield self.entry(declaration, name, "", _course(steps_of(declaration.body.lines)))

    def always(self) -> Iterator[Entry]:
        for declaration in self.tree.all(ast.AlwaysDecl):
            whose = f" for each {spoken(flat(declaration.binder.span))}" if declaration.binder else ""
            yield self.entry(
                declaration, plain(declaration.name.text) + whose, "", _course(steps_of(declaration.body))
            )

    # ------------------------------------------------------------------ what counts

    def scores(self) -> Iterator[Entry]:
        for declaration in self.tree.declarations:
            if isinstance(declaration, ast.ScoreDecl | ast.NoteDecl):
                often = (
                    f"written down each {plain(declaration.each.text)}" if declaration.each else "at the end"
                )
                wording = often if isinstance(declaration, ast.ScoreDecl) else f"{often}; not in the total"
                yield self.entry(
                    declaration, plain(declaration.name.text), wording, _defined(declaration.body)
                )

    def meanings(self) -> Iterator[Entry]:
        for declaration in self.tree.all(ast.DefineDecl):
            given = ", ".join(spoken(flat(param.span)) for param in declaration.params)
            name = (
                plain(declaration.name.text) + (f" ({given})" if given else "") + _for_each(declaration.per)
            )
            yield self.entry(declaration, name, "", _defined(declaration.body))

    def winner(self) -> Iterator[Entry]:
        for declaration in self.tree.all(ast.WinnerDecl):
            team = f"Teams by {spoken(declaration.team.text)}: together" if declaration.team else ""
            lost = [Line(f"nobody when {spoken(flat(declaration.lost.span))}")] if declaration.lost else []
            ranks = [Line(_rank(index, rank)) for index, rank in enumerate(declaration.ranks)]
            yield self.entry(declaration, "Who wins", team, [*lost, *ranks])


def _rank(index: int, rank: ast.Rank) -> str:
    wording = spoken(flat(rank.span))
    if rank.key is None:
        return "whoever is still level shares the victory" if wording == "shared" else wording
    return wording if index == 0 else f"if level: {wording}"


def _title(action: ast.ActionDecl) -> str:
    return asked(action.text.value) if action.text else plain(action.name.text)


def _param(param: ast.Param) -> str:
    match param:
        case ast.OneParam(text=text) | ast.SomeParam(text=text) | ast.AmountsParam(text=text):
            wording = flat(param.span)
            if text is not None:
                wording = wording.replace(f'"{text.value}"', "").strip()
            question = f" “{asked(text.value)}”" if text else ""
            return f"choose {spoken(wording)}{question}"
        case _:
            return ""


def _defined(body: ast.Definition) -> Iterator[Line]:
    for let in body.lets:
        yield Line(spoken(flat(let.span)))
    for case in body.cases:
        yield Line(f"if {spoken(flat(case.condition.span))}: {spoken(flat(case.value.span))}")
    last = spoken(flat(body.last.span))
    yield Line(f"otherwise: {last}" if body.cases else last)


def _several(of: ast.Type) -> str:
    return plural(plain(of.name)) if isinstance(of, ast.NamedType) else spoken(flat(of.span))


def _each_with(fields: Sequence[ast.Field]) -> str:
    wording = [
        plain(field.name.text)
        + "".join(f" {spoken(flat(per.span))}" for per in field.per)
        + f" ({_kind(field.type)})"
        for field in fields
    ]
    return f"each with {', '.join(wording)}" if wording else ""


def _for_each(per: Sequence[ast.Per]) -> str:
    """`per Player per spot in Spot`: one for each player and spot in Spot."""
    each = [
        plain(param.of.name)
        if param.name is None and isinstance(param.of, ast.NamedType)
        else spoken(flat(param.span)).removeprefix("per ")
        for param in per
    ]
    return f", one for each {' and '.join(each)}" if each else ""


def _kind(of: ast.Type) -> str:
    return plain(of.name) if isinstance(of, ast.NamedType) else spoken(flat(of.span))


def rules_in(span: Span) -> tuple[str, ...]:
    """The ids of the rules that are cited there, to the end of its last line, each once."""
    text = span.source.text
    end = text.find("\n", span.end)
    rules: dict[str, None] = {}
    for piece in pieces(text[span.start : end if end >= 0 else len(text)]):
        if piece.kind is Kind.CITE:
            rules |= dict.fromkeys(_ID.findall(str(piece)))
    return tuple(rules)
