"""Citations held against the rule list of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from rulesdsl.check.whole.findings import finding, listed
from rulesdsl.check.world import DataReader
from rulesdsl.diagnostics.fixes import as_meant
from rulesdsl.diagnostics.model import MOST_ERRORS, Diagnostic, Edit, Fix, Report
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.program_walk import instances_in
from rulesdsl.rule_list import Rule, read_rule_list
from rulesdsl.source import Source, Span
from rulesdsl.syntax import ast, comments

MOST_SHOWN = 5
"""So many rules that nobody cites are shown where they stand in the list; the others are counted."""

_IN_BRACKETS = re.compile(r"\[(?:[A-Z]+-[0-9A-Z]+[ ,;]*)+\]")
_ID = re.compile(r"[A-Z]+-[0-9A-Z]+")


def rule_citations(
    tree: ast.GameFile, read_rules: DataReader, file: Source, *, whole: bool
) -> Iterator[Diagnostic]:
    """What is wrong between the file and its list; `whole`: also the rules that no line cites.
    The comments that are looked at are those of `file`."""
    line = tree.first(ast.RulesLine)
    if line is None:
        for names in _cited(tree):
            yield from (_no_list(name) for name in names[:1])
        return
    trouble = Report()
    source = read_rules(line.path, trouble)
    if source is None:
        for diagnostic in trouble:
            yield _missing(line) if diagnostic.code == "data-file-missing" else diagnostic
        return
    rules = read_rule_list(source).rules
    known = {rule.id for rule in rules}
    written, omitted, tried = _cited(tree)
    unknown = (name for name in (*written, *omitted, *tried) if name.text not in known)
    for name in islice(unknown, MOST_ERRORS):
        yield _unknown(name, known, source, rules)
    if whole:
        left_out = {name.text for name in omitted}
        carried_out = {name.text for name in written}
        missing = [rule for rule in rules if rule.id not in left_out | carried_out]
        if missing:
            yield _uncited(line, missing)
    yield from _in_comments(file, known)


def _in_comments(file: Source, known: set[str]) -> Iterator[Diagnostic]:
    """A comment that cites: whoever reads the line takes the rule for carried out, and the list does not."""
    if not _IN_BRACKETS.search(file.text):
        return
    for comment in comments(file):
        for bracket in _IN_BRACKETS.finditer(comment.text):
            if any(name in known for name in _ID.findall(bracket[0])):
                start = comment.start
                yield _commented(Span(file, start + bracket.start(), start + bracket.end()), comment)


def _commented(bracket: Span, comment: Span) -> Diagnostic:
    ids = _ID.findall(bracket.text)
    return finding(
        "cite-in-comment",
        bracket,
        f"{listed(ids, MOST_SHOWN)} {'is' if len(ids) == 1 else 'are'} not cited: this is a comment",
        "looks like a citation",
        hint=f"write `[{' '.join(ids)}]` before the `#`; a comment that only speaks of a rule "
        "leaves the brackets out",
        fix=_as_a_citation(bracket, comment, " ".join(ids)),
    )


def _as_a_citation(bracket: Span, comment: Span, ids: str) -> Fix | None:
    """The rules are cited before the comment: in the citation of the line, where it has one."""
    file, start = comment.source, comment.source.line_span(comment.line).start
    line = file.text[start : comment.start].rstrip()
    if not line:
        return None
    cited = Span(file, start + len(line) - line.endswith("]"), start + len(line))
    left = file.text[comment.start : bracket.start].rstrip() + file.text[bracket.end : comment.end].rstrip()
    gone = Span(file, cited.end, comment.end)
    new = f" {ids}]" if cited.text else f"  [{ids}]"
    kept = "" if left == "#" else f"  {left}"
    return Fix(f"Cite `{ids}`", (Edit(cited, new), Edit(gone, kept)), certain=False)


def _cited(tree: ast.GameFile) -> tuple[list[ast.Name], list[ast.Name], list[ast.Name]]:
    """The rules that lines cite, those that the head says are left out, and those that examples try."""
    written: list[ast.Name] = []
    omitted: list[ast.Name] = []
    tried: list[ast.Name] = []
    for part in (*tree.headings, *tree.declarations):
        names = [name for cite in instances_in(part, ast.Cite) for name in cite.rules]
        match part:
            case ast.OmitsLine():
                omitted.extend(names)
            case ast.ExampleDecl():
                # An example tries a rule, it does not carry it out.
                tried.extend(names)
            case _:
                written.extend(names)
    return written, omitted, tried


def _missing(line: ast.RulesLine) -> Diagnostic:
    return finding(
        "rule-list-missing",
        line.path.span,
        f"there is no rule list `{line.path.value}`",
        "not there",
        hint="it lies beside the game file, or below it; each rule is an item `- AB-01 text`",
    )


def _no_list(name: ast.Name) -> Diagnostic:
    return finding(
        "rule-list-missing",
        name.span,
        f"`{name.text}` is a rule of a list, and the head of the game names none",
        "of which list?",
        hint='add a line to the head, `rules "NAME.md"`, or take the citation away',
    )


def _unknown(name: ast.Name, known: set[str], source: Source, rules: tuple[Rule, ...]) -> Diagnostic:
    meant = did_you_mean(name.text, known)
    return finding(
        "unknown-rule",
        name.span,
        f"there is no rule `{name.text}` in `{source.name.rsplit('/', 1)[-1]}`",
        "cited here",
        because=((rules[0].span, "the list begins here"),) if rules else (),
        hint=meant,
        fix=as_meant(name.span, name.text, known),
    )


def _uncited(line: ast.RulesLine, missing: list[Rule]) -> Diagnostic:
    flag = len(missing) == 1
    return finding(
        "uncited-rule",
        line.path.span,
        f"{'a rule' if flag else f'{len(missing)} rules'} of the list "
        f"{'is' if flag else 'are'} cited nowhere: {listed([rule.id for rule in missing], MOST_SHOWN)}",
        "this list",
        because=tuple((rule.span, "cited nowhere") for rule in missing[:MOST_SHOWN]),
        hint=f"cite it where it is carried out: `[{missing[0].id}]` at the end of the line; "
        f'or say in the head that it is left out: `omits "…" [{missing[0].id}]`',
    )
