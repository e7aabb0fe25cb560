"""The stages in order: read, parse, change by variants, check, program."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from rulesdsl.check.elaborate import Elaboration
from rulesdsl.check.head import head_faults
from rulesdsl.check.reporter import ALWAYS_SO
from rulesdsl.check.sizes import too_many
from rulesdsl.check.symbols import DefineSymbol
from rulesdsl.check.whole.findings import Checked
from rulesdsl.check.whole.game import agreed, whole_game
from rulesdsl.check.whole.marks import elaborated
from rulesdsl.check.whole.settings import counts_looked_at, other_settings, under
from rulesdsl.checked_game import Game, InvalidGame, example_programs
from rulesdsl.diagnostics.model import MOST_ERRORS, Diagnostic, Label, Report, TooManyErrors
from rulesdsl.game_cache import (
    KeptGame,
    KeptReport,
    files_and_hashes,
    find,
    keep,
    kept_report,
    packed,
    stamp_of_the_code,
)
from rulesdsl.game_files import TABLE, WORDS, Files
from rulesdsl.library import resolve
from rulesdsl.program_walk import instances_in
from rulesdsl.source import Source, SourceError
from rulesdsl.syntax import ast, comments
from rulesdsl.variants import apply, read_stack, with_blame


def check_tree(
    tree: ast.GameFile,
    files: Files,
    report: Report,
    fingerprint: str = "",
    top: Source | None = None,
    *,
    every_setting: bool = True,
) -> Game:
    """The stages behind parsing; what is found goes into the report. `every_setting` looks at the game
    with every setting of its options as well."""
    game = Game(tree, files, report, fingerprint, top)
    report.extend(head_faults(tree))
    beyond = list(too_many(tree, game.players))
    report.extend(beyond)
    checked: list[Checked] = []
    parts: list[Report] = []
    for count in game.players if not beyond else ():
        parts.append(Report(errors_left=MOST_ERRORS))
        elaboration = Elaboration(tree, count, {}, files.data, parts[-1])
        try:
            program = elaborated(elaboration, fingerprint)
        except TooManyErrors:
            break
        except RecursionError:
            parts[-1].add(_built_too_deep(elaboration))
            break
        if parts[-1].has_errors:
            # What is always so may be so because of what could not be understood.
            parts[-1].replace(
                diagnostic for diagnostic in parts[-1].sorted() if diagnostic.code not in ALWAYS_SO
            )
            break
        game.keep(count, program)
        checked.append(Checked(count, elaboration, program))
    clean = bool(checked) and len(checked) == len(game.players) and not report.has_errors
    whole = list(whole_game(tree, checked, files.data, files.rule_list, top)) if clean else []
    report.extend(agreed([*game.players[: len(parts)]], [part.sorted() for part in parts], whole))
    report.extend(whole)
    if clean:
        own = [example for example in game.examples if example.span.source is game.top]
        begun = {part.players: part.elaboration for part in checked}
        for _program, part in example_programs(game, own, begun):
            report.extend(part.sorted())
    report.unfinished = not clean or (report.has_errors and bool(game.options))
    if clean and every_setting and not report.has_errors:
        reported = {(diagnostic.code, diagnostic.span) for diagnostic in report}
        settings = other_settings(checked[0].elaboration)
        counts = counts_looked_at(tree, settings, game.players)
        if isinstance(counts, Diagnostic):
            report.add(counts)
            return game
        for setting in settings:
            for diagnostic in under(setting, tree, counts, files.data):
                if (diagnostic.code, diagnostic.span) not in reported:
                    reported.add((diagnostic.code, diagnostic.span))
                    report.add(diagnostic)
    return game


def _built_too_deep(elaboration: Elaboration) -> Diagnostic:
    """Where a check went too deep to go on: the definition that it began with, if it was one."""
    symbols = elaboration.world.symbols.values()
    begun = next(
        (symbol for symbol in symbols if isinstance(symbol, DefineSymbol) and symbol.state == "open"), None
    )
    what = "this game" if begun is None else f"`{begun.name}`"
    place = elaboration.world.tree.headings[0].span if begun is None else begun.span
    return Diagnostic(
        "too-deep",
        f"what {what} is built on lies inside each other too deep to be looked at",
        Label(place, "begins here"),
        hint="let definitions and routines stand on fewer others",
    )


def load(
    path: str | Path,
    *,
    variants: Iterable[str | Path] = (),
    cache_dir: str | Path | None = None,
) -> Game:
    """A checked game from a file (or the name of a shipped one); InvalidGame if it has errors."""
    if not isinstance(path, (str, Path)):
        raise TypeError(f"a game is loaded by a path or by the name of a shipped one, not by {path!r}")
    if isinstance(variants, (str, Path)) or not isinstance(variants, Iterable):
        raise TypeError(f'variants are paths in a list, such as ["five_rounds.game"], not {variants!r}')
    layers = tuple(variants)
    for layer in layers:
        if not isinstance(layer, (str, Path)):
            raise TypeError(f"a variant is a path, not {layer!r}")
    cache_dir = None if cache_dir is None else Path(cache_dir)
    files = Files(cache_dir)
    report = Report()
    file, tops = resolve(str(path)), [Path(layer) for layer in layers]
    kept = find(KeptGame, cache_dir, file, tops) if cache_dir is not None else None
    known = Game.of_kept(kept, files) if kept is not None else None
    if known is not None:
        return known
    game = check_file(file, files, report, tops, every_setting=False)
    if game is None or report.has_errors:
        raise InvalidGame(report, tuple(files.sources.values()))
    if cache_dir is not None:
        keep(KeptGame, cache_dir, file, tops, game.to_keep)
    return game


def everything_wrong_with(path: Path, files: Files) -> tuple[Report, set[Path]]:
    """All that is found in one file, at every setting of its options, and the files that it is made of.

    Known from an earlier start if nothing has changed since then.
    """
    known = None if files.cache_dir is None else kept_report(files.cache_dir, path)
    if known is not None:
        return known
    report = Report()
    check_file(path, files, report)
    if files.cache_dir is not None and not report.has_errors:
        sources = files_and_hashes(files.sources)
        make = lambda: KeptReport(stamp_of_the_code(), sources, {"report": packed(report)})  # noqa: E731 - one expression
        keep(KeptReport, files.cache_dir, path, (), make)
    return report, {path, *map(Path, files.sources)}


def check_file(
    path: Path, files: Files, report: Report, variants: Iterable[Path] = (), *, every_setting: bool = True
) -> Game | None:
    """Every stage for one file, with further variants on top; what is found goes into the report."""
    tops = list(variants)
    stack = _stack_of(path, tops, files, report)
    tree = None if stack is None else _varied(*stack, files, report)
    game = None
    report.unfinished = report.has_errors
    if stack is not None and tree is not None and not report.has_errors:
        base, changes = stack
        top = files.sources.get(str(tops[-1] if tops else path))
        game = check_tree(tree, files, report, fingerprint_of(tree, files), top, every_setting=every_setting)

        def found_with(some: Sequence[ast.VariantFile]) -> Report:
            report, changed = Report(), _varied(base, some, files, Report())
            check_tree(changed, files, report, top=top, every_setting=every_setting)
            return report

        if changes and (every_setting or report.has_errors):
            report.replace(with_blame(report, changes, found_with))
    for source in list(files.sources.values()):
        if source.name in files.folders:
            report.suppress(comments(source))
    return game


def fingerprint_of(tree: ast.GameFile, files: Files) -> str:
    """A hash of everything the rules are read from: the game, what was put on it in this order, then the
    tables in the order in which they are asked for.

    Where the files lie and what they are called does not matter.
    """
    # What is wrong with a table is reported where it is used.
    asked = (
        files.data(node.path, Report(), TABLE if isinstance(node, ast.Csv) else WORDS)
        for node in instances_in(tree, ast.Csv, ast.WordsDecl)
    )
    tables = {source.name: source for source in asked if source is not None}
    digest = hashlib.sha256()
    for source in (*files.stack, *tables.values()):
        digest.update(source.text.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:16]


def read_tree(path: Path, variants: list[Path], files: Files, report: Report) -> ast.GameFile | None:
    """The tree of a game, or of what a variant makes of one, with further variants put on top."""
    stack = _stack_of(path, variants, files, report)
    return None if stack is None else _varied(*stack, files, report)


def _stack_of(
    path: Path, variants: list[Path], files: Files, report: Report
) -> tuple[ast.GameFile, list[ast.VariantFile]] | None:
    """The game at the bottom, and what is put on it."""
    try:
        stack = read_stack(path, files.game_source, report, more=variants, cache_dir=files.cache_dir)
    except SourceError as error:
        report.add(Diagnostic.of_source_error(error))
        return None
    if stack is not None:
        tree, changes = stack
        files.stack = (tree.span.source, *(variant.span.source for variant in changes))
    return stack


def _varied(
    tree: ast.GameFile, changes: Sequence[ast.VariantFile], files: Files, report: Report
) -> ast.GameFile:
    for number, variant in enumerate(changes):
        tree = apply(tree, variant, report, files.data, changes[:number])
    return tree
