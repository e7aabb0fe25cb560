"""The rule list of a game held against its file: where each rule is written, and which examples try it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import assert_never

from attrs import frozen

from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast
from rulesdsl.syntax.naming import in_words, name_of, sort_of
from rulesdsl.syntax.tokens import Kind, pieces

_ID = r"[A-Z]+-[0-9A-Z]+"
_ITEM = re.compile(rf"^[-*+][ ]+(?P<id>{_ID})(?![0-9A-Za-z_-])[ :]*(?P<text>.*)$")
_HEADING = re.compile(r"^(#+)[ ]+(?P<title>.*?)[ ]*#*$")
_CONTINUED = re.compile(r"^[ ]{2,}(?P<text>\S.*)$")


@frozen
class Rule:
    """One item of a rule list: `- RT-01 Shuffle the cards.` under a heading."""

    id: str
    text: str
    section: str
    span: Span
    """Where its id stands."""


@frozen
class RuleList:
    title: str
    rules: tuple[Rule, ...]

    @property
    def ids(self) -> frozenset[str]:
        return frozenset(rule.id for rule in self.rules)


def read_rule_list(source: Source) -> RuleList:
    """The rules of a list in Markdown: every item that begins with an id; the rest is for people."""
    title = section = ""
    rules: list[Rule] = []
    open_item = False
    for number in range(1, source.line_count + 1):
        line = source.line_text(number)
        if heading := _HEADING.match(line):
            if not title and not rules and heading[1] == "#":
                title = heading["title"]
            else:
                section = heading["title"]
            open_item = False
        elif item := _ITEM.match(line):
            start = source.line_span(number).start
            span = Span(source, start + item.start("id"), start + item.end("id"))
            rules.append(Rule(item["id"], item["text"].strip(), section, span))
            open_item = True
        elif open_item and (more := _CONTINUED.match(line)):
            last = rules[-1]
            rules[-1] = Rule(last.id, f"{last.text} {more['text'].strip()}".strip(), last.section, last.span)
        else:
            open_item = False
    return RuleList(title, tuple(rules))


@frozen
class Use:
    """One citation of one rule. `inside` says in words what it is written at. `role` is what that does to
    the rule: "written" (carried out there), "example" (tried there) or "omitted" (left out)."""

    id: str
    role: str
    inside: str
    span: Span


def uses(source: Source, tree: ast.GameFile | ast.VariantFile) -> tuple[Use, ...]:
    """Every citation of a file, in the order of the file."""
    parts = _parts(tree)
    cited = []
    for piece in pieces(source.text):
        if piece.kind is not Kind.CITE:
            continue
        # A citation at the end of a line stands outside of the span of what it is written at.
        role, inside = next(
            ((role, inside) for start, role, inside in reversed(parts) if start <= piece.start),
            ("written", "the head"),
        )
        for match in re.finditer(_ID, str(piece)):
            span = Span(source, piece.start + match.start(), piece.start + match.end())
            cited.append(Use(match[0], role, inside, span))
    return tuple(cited)


@frozen
class Standing:
    """A rule, and all that the file has of it."""

    rule: Rule
    written: tuple[Use, ...]
    examples: tuple[Use, ...]
    omitted: tuple[Use, ...]

    @property
    def missing(self) -> bool:
        return not (self.written or self.omitted)

    @property
    def untried(self) -> bool:
        return bool(self.written) and not self.examples


@frozen
class Comparison:
    standings: tuple[Standing, ...]
    unknown: tuple[Use, ...]
    """Citations of rules that the list lacks."""
    repeated: tuple[Rule, ...]
    """Items whose id an earlier item has."""

    @property
    def missing(self) -> tuple[Rule, ...]:
        return tuple(standing.rule for standing in self.standings if standing.missing)

    @property
    def complete(self) -> bool:
        return not (self.missing or self.unknown or self.repeated)


def compare(rule_list: RuleList, cited: Iterable[Use]) -> Comparison:
    """What the list asks for against what is cited; each citation of a rule once for each line."""
    by_role: dict[tuple[str, str], list[Use]] = {}
    unknown = []
    known = rule_list.ids
    for use in cited:
        if use.id in known:
            by_role.setdefault((use.id, use.role), []).append(use)
        else:
            unknown.append(use)
    standings = []
    repeated = []
    seen: set[str] = set()
    for rule in rule_list.rules:
        if rule.id in seen:
            repeated.append(rule)
            continue
        seen.add(rule.id)
        written, examples, omitted = (
            tuple(by_role.get((rule.id, role), ())) for role in ("written", "example", "omitted")
        )
        standings.append(Standing(rule, written, examples, omitted))
    return Comparison(tuple(standings), tuple(unknown), tuple(repeated))


# ---------------------------------------------------------------- what a citation is written at


def _parts(tree: ast.GameFile | ast.VariantFile) -> Sequence[tuple[int, str, str]]:
    """Where each part of the file begins, what a citation in it does to the rule, and its name in words."""
    match tree:
        case ast.GameFile():
            listed = [*map(_heading, tree.headings), *map(_declaration, tree.declarations)]
        case ast.VariantFile():
            listed = [(tree.title.span.start, "written", "the head"), *map(_change, tree.changes)]
        case _:
            assert_never(tree)
    return sorted(listed)


def _heading(heading: ast.Heading) -> tuple[int, str, str]:
    match heading:
        case ast.OmitsLine():
            return heading.span.start, "omitted", f'omits "{heading.reason.value}"'
        case ast.TitleLine() | ast.PlayersLine() | ast.RulesLine() | ast.LimitLine() | ast.LanguageLine():
            return heading.span.start, "written", "the head"
        case _:
            assert_never(heading)


def _declaration(declaration: ast.Declaration) -> tuple[int, str, str]:
    role = "example" if isinstance(declaration, ast.ExampleDecl) else "written"
    return declaration.span.start, role, in_words(sort_of(declaration), name_of(declaration))


def _change(change: ast.Change) -> tuple[int, str, str]:
    match change:
        case ast.AddChange(declaration) | ast.ReplaceChange(declaration):
            _, role, inside = _declaration(declaration)
            return change.span.start, role, inside
        case ast.ReplaceLetChange():
            return change.span.start, "written", f"`{change.name.text}` in `{change.inside.text}`"
        case ast.ReplacePhaseChange():
            return change.span.start, "written", f"phase `{change.phase.name.text}`"
        case ast.RemoveChange():
            return change.span.start, "written", f"remove {change.kind.text}"
        case ast.RemoveRowChange():
            return change.span.start, "written", f"remove {change.table.text}"
        case ast.SetChange():
            return change.span.start, "written", f"set {change.target.span.text}"
        case ast.SetPlayersChange():
            return change.span.start, "written", "set players"
        case ast.ExtendChange():
            return change.span.start, "written", f"extend {change.name.text}"
        case ast.ZoneChange():
            return change.span.start, "written", f"zone `{change.name.text}`"
        case ast.ActionChange():
            return change.span.start, "written", f"action `{change.name.text}`"
        case ast.PhaseChange():
            return change.span.start, "written", f"phase `{change.name.text}`"
        case ast.NearChange():
            return change.span.start, "written", f"phase `{change.name.text}`"
        case _:
            assert_never(change)
