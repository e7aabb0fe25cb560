"""The stages in order: read, parse, change by variants, check, program."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rulesdsl.check.elaborate import Elaboration, elaborate, option_value
from rulesdsl.check.head import head_faults, players_of
from rulesdsl.check.tree_walk import nodes_in
from rulesdsl.check.whole.findings import Checked
from rulesdsl.check.whole.game import agreed, whole_game
from rulesdsl.check.whole.settings import other_settings, under
from rulesdsl.diagnostics.model import Diagnostic, Label, Report
from rulesdsl.diagnostics.suggest import did_you_mean
from rulesdsl.kept_games import KeptGame, find, hash_of, keep, packed, stamp_of_the_code, unpacked
from rulesdsl.library import resolve
from rulesdsl.program import Program
from rulesdsl.source import Source, SourceError
from rulesdsl.syntax import ast, comments
from rulesdsl.variants import apply, read_stack, with_blame

LARGEST_FILE = 2_000_000
"""Bytes of a game file or of a table of data."""


class InvalidGame(Exception):
    """A file has errors; they are in `report`."""

    def __init__(self, report: Report, sources: tuple[Source, ...] = ()) -> None:
        self.report = report
        self.sources = sources
        found = report.errors
        first = found[0] if found else None
        where = f"{first.span.source.name}:{first.span.line}: {first.message}" if first is not None else ""
        super().__init__(where)


class UnknownOption(ValueError):
    """An option that the game does not have, or a value it does not take."""


class Files:
    """Reads game files and their data; keeps every source it has read."""

    def __init__(self, cache_dir: Path | None = None) -> None:
        self.cache_dir = cache_dir
        self.folders: dict[str, Path] = {}
        self.sources: dict[str, Source] = {}
        self.stack: tuple[Source, ...] = ()
        """The game and the variants on it, in the order in which they are carried out."""

    def game_source(self, path: Path) -> Source:
        """A game file; raises OSError or SourceError."""
        source = Source.from_bytes(str(path), path.read_bytes(), limit=LARGEST_FILE)
        return self.keep(source, path.parent)

    def keep(self, source: Source, folder: Path) -> Source:
        self.folders[source.name] = folder
        self.sources[source.name] = source
        return source

    def data(self, text: ast.Text, report: Report) -> Source | None:
        """A table beside the file in which its name stands, or below."""
        folder = self.folders.get(text.span.source.name, Path())
        path = folder / text.value
        display = str(path)
        if display in self.sources:
            return self.sources[display]
        problem = _outside(folder, path, text.value)
        if problem is not None:
            report.add(
                Diagnostic(
                    "data-file-outside",
                    problem,
                    Label(text.span, "outside of the folder"),
                    hint="data lies in the folder of the game file, or below it",
                )
            )
            return None
        try:
            source = Source.from_bytes(display, path.read_bytes(), limit=LARGEST_FILE)
        except OSError:
            there = sorted(str(one.relative_to(folder)) for one in folder.glob("**/*.csv"))[:200]
            report.add(
                Diagnostic(
                    "data-file-missing",
                    f"there is no file `{text.value}`",
                    Label(text.span, f"looked for in {folder}"),
                    hint=did_you_mean(text.value, there),
                )
            )
            return None
        except SourceError as error:
            report.add(Diagnostic.of_source_error(error))
            return None
        self.sources[display] = source
        return source


def _outside(folder: Path, path: Path, name: str) -> str | None:
    if Path(name).is_absolute():
        return f"`{name}` is an absolute path"
    if not path.resolve().is_relative_to(folder.resolve()):
        return f"`{name}` leads out of the folder of the game"
    return None


class Game:
    """A checked game, from which programs are made for a number of players and a setting of its options."""

    def __init__(
        self, tree: ast.GameFile, files: Files, report: Report, fingerprint: str, top: Source | None = None
    ) -> None:
        self._tree: ast.GameFile | None = tree
        self._top: Source | None = top if top is not None else tree.span.source
        self._kept: KeptGame | None = None
        self.files = files
        self.report = report
        self.fingerprint = fingerprint
        self._programs: dict[tuple[int, tuple[tuple[str, int], ...]], Program] = {}
        self.title = next((h.title.value for h in tree.headings if isinstance(h, ast.TitleLine)), "")
        self.players = players_of(tree)

    @classmethod
    def of_kept(cls, kept: KeptGame, files: Files) -> Game | None:
        """A game that was checked before; None if what was kept cannot be read."""
        report = unpacked(kept.report)
        if not isinstance(report, Report):
            return None
        game = cls.__new__(cls)
        game._tree = game._top = None  # noqa: SLF001 - of its own class
        game._kept = kept  # noqa: SLF001 - of its own class
        game.files = files
        game.report = report
        game.fingerprint = kept.fingerprint
        game._programs = {}  # noqa: SLF001 - of its own class
        game.title = kept.title
        game.players = range(kept.players[0], kept.players[1] + 1)
        files.folders.update({name: Path(folder) for name, folder in kept.folders.items()})
        return game

    def to_keep(self) -> KeptGame:
        """Everything of the game that another start can use."""
        made_from = {str(Path(name).absolute()): hash_of(name) or "" for name in self.files.sources}
        return KeptGame(
            code=stamp_of_the_code(),
            made_from=made_from,
            folders={name: str(folder) for name, folder in self.files.folders.items()},
            title=self.title,
            players=(self.players[0], self.players[-1]),
            fingerprint=self.fingerprint,
            tree=packed((self.tree, self.top)),
            report=packed(self.report),
            programs={
                count: packed(made) for (count, options), made in self._programs.items() if not options
            },
        )

    def _unpack_tree(self) -> tuple[ast.GameFile, Source]:
        found = unpacked(self._kept.tree) if self._kept is not None else None
        if found is None:
            raise OSError("what was kept of this game can no longer be read")
        self._tree, self._top = found
        return found  # type: ignore[no-any-return]

    @property
    def tree(self) -> ast.GameFile:
        """The tree, variants applied."""
        return self._tree if self._tree is not None else self._unpack_tree()[0]

    @property
    def top(self) -> Source:
        """The file that was asked for: of a variant on a game the variant."""
        return self._top if self._top is not None else self._unpack_tree()[1]

    @property
    def options(self) -> dict[str, ast.OptionDecl]:
        return {d.name.text: d for d in self.tree.declarations if isinstance(d, ast.OptionDecl)}

    def option_values(self, options: Mapping[str, str | int | bool]) -> dict[str, int]:
        """Options as the program knows them; UnknownOption says what does not fit."""
        values: dict[str, int] = {}
        if not options:
            return values
        elaboration = Elaboration(self.tree, self.players[0], {}, self.files.data, Report())
        elaboration.declare_world()
        for name, given in options.items():
            decl = self.options.get(name)
            if decl is None:
                known = ", ".join(self.options) or "none"
                raise UnknownOption(f"{self.title} has no option `{name}` (its options: {known})")
            text = {True: "yes", False: "no"}[given] if isinstance(given, bool) else str(given)
            value = option_value(elaboration, decl, text)
            if value is None:
                takes = " ".join(decl.type.span.text.split())
                raise UnknownOption(f"the option `{name}` takes {takes}, not {text}")
            values[name] = value
        return values

    def program(
        self, players: int | None = None, options: Mapping[str, str | int | bool] | None = None
    ) -> Program:
        """The program for so many players (the fewest by default)."""
        count = self.players[0] if players is None else players
        if count not in self.players:
            raise ValueError(
                f"{self.title} is for {self.players[0]} to {self.players[-1]} players, not {count}"
            )
        values = self.option_values(options or {})
        return self._made(count, tuple(sorted(values.items())))

    def keep(self, players: int, program: Program) -> None:
        """A program with the usual options that was made while checking."""
        self._programs[players, ()] = program

    def _made(self, players: int, options: tuple[tuple[str, int], ...]) -> Program:
        key = players, options
        if key not in self._programs and not options and self._kept is not None:
            made = unpacked(self._kept.programs.get(players, b""))
            if isinstance(made, Program):
                self._programs[key] = made
        if key not in self._programs:
            report = Report()
            program = elaborate(
                self.tree, players, dict(options), self.files.data, report, fingerprint=self.fingerprint
            )
            if report.has_errors:
                raise InvalidGame(report, tuple(self.files.sources.values()))
            self._programs[key] = program
        return self._programs[key]

    def example_programs(self, *, inherited: bool = False) -> list[Program]:
        """Programs whose `examples` can be run: one for each number of players and setting of options.

        Of a variant its own examples; `inherited` are those of what it is built on, as far as they still make
        sense: a rule that was changed on purpose may well make an example of the old one wrong.
        """
        decls = [one for one in self.examples if (one.span.source is self.top) is not inherited]
        made = example_programs(self, decls)
        if not inherited:
            return [program for program, _report in made]
        sound = [one for one in decls if not any(_inside(one, part) for _program, part in made)]
        return [program for program, _report in example_programs(self, sound)]

    @property
    def examples(self) -> tuple[ast.ExampleDecl, ...]:
        return tuple(d for d in self.tree.declarations if isinstance(d, ast.ExampleDecl))


def _inside(decl: ast.ExampleDecl, report: Report) -> bool:
    """Whether an error stands in an example."""
    return any(
        found.span.source is decl.span.source and decl.span.start <= found.span.start < decl.span.end
        for found in report.errors
    )


def example_programs(game: Game, decls: Iterable[ast.ExampleDecl]) -> list[tuple[Program, Report]]:
    """Programs for running examples, with what is wrong in them."""
    tree, files, players = game.tree, game.files, game.players
    groups: dict[tuple[int, tuple[tuple[str, int], ...]], list[ast.ExampleDecl]] = {}
    made: list[tuple[Program, Report]] = []
    reader = Elaboration(tree, players[0], {}, files.data, Report())
    reader.declare_world()
    for decl in decls:
        names, wanted = reader.example_head(decl)
        values: dict[str, int] = {}
        for name, node in wanted.items():
            option = game.options.get(name)
            value = None if option is None else option_value(reader, option, node.span.text.strip())
            if value is not None:
                values[name] = value
            else:
                report = Report()
                known = ", ".join(f"`{one}`" for one in game.options) or "none"
                report.add(
                    Diagnostic(
                        "bad-example",
                        f"there is no option `{name}`"
                        if option is None
                        else f"the option `{name}` cannot be {node.span.text.strip()}",
                        Label(node.span, "in this example"),
                        hint=f"the options of this game: {known}"
                        if option is None
                        else f"it takes {' '.join(option.type.span.text.split())}",
                    )
                )
                made.append((NO_PROGRAM, report))
        groups.setdefault((len(names), tuple(sorted(values.items()))), []).append(decl)
    for (count, settings), group in groups.items():
        report = Report()
        if count not in players:
            for decl in group:
                report.add(
                    Diagnostic(
                        "bad-example",
                        f"this example has {count} player{'' if count == 1 else 's'}, the game is for "
                        + (f"{players[0]} to {players[-1]}" if len(players) > 1 else f"{players[0]}"),
                        Label(decl.title.span, "name the players in its first line"),
                        hint="`players Anna, Ben`",
                    )
                )
            made.append((NO_PROGRAM, report))
            continue
        program = elaborate(
            tree,
            count,
            dict(settings),
            files.data,
            report,
            fingerprint=game.fingerprint,
            examples=tuple(group),
        )
        made.append((program, report))
    return made


NO_PROGRAM = Program(
    "", 1, (), 1, "", {}, {}, (), (), (), (), {}, {}, (), (), {}, (), None, (), {}, (), (), 0
)
"""Stands for examples that could not be read at all."""


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
    checked: list[Checked] = []
    parts: list[Report] = []
    for count in game.players:
        parts.append(Report())
        elaboration = Elaboration(tree, count, {}, files.data, parts[-1])
        program = elaboration.run(fingerprint)
        if parts[-1].has_errors:
            break
        game.keep(count, program)
        checked.append(Checked(count, elaboration, program))
    clean = bool(checked) and len(checked) == len(game.players) and not report.has_errors
    whole = list(whole_game(tree, checked, files.data, top)) if clean else []
    report.extend(agreed([*game.players[: len(parts)]], [part.sorted() for part in parts], whole))
    report.extend(whole)
    if clean:
        own = [one for one in game.examples if one.span.source is game.top]
        for _program, part in example_programs(game, own):
            report.extend(part.sorted())
    if clean and every_setting and not report.has_errors:
        said = {(one.code, one.span) for one in report}
        for setting in other_settings(checked[0].elaboration):
            for found in under(setting, tree, game.players, files.data):
                if (found.code, found.span) not in said:
                    said.add((found.code, found.span))
                    report.add(found)
    return game


def load(
    path: str | Path,
    *,
    variants: Iterable[str | Path] = (),
    cache_dir: Path | None = None,
) -> Game:
    """A checked game from a file (or the name of a shipped one); InvalidGame if it has errors."""
    files = Files(cache_dir)
    report = Report()
    file, tops = resolve(str(path)), [Path(one) for one in variants]
    kept = find(cache_dir, file, tops) if cache_dir is not None else None
    known = Game.of_kept(kept, files) if kept is not None else None
    if known is not None:
        return known
    game = check_file(file, files, report, tops, every_setting=False)
    if game is None or report.has_errors:
        raise InvalidGame(report, tuple(files.sources.values()))
    if cache_dir is not None:
        keep(cache_dir, file, tops, game.to_keep)
    return game


def check_file(
    path: Path, files: Files, report: Report, variants: Iterable[Path] = (), *, every_setting: bool = True
) -> Game | None:
    """Every stage for one file, with further variants on top; what is found goes into the report."""
    tops = list(variants)
    stack = _stack_of(path, tops, files, report)
    tree = None if stack is None else _varied(*stack, files, report)
    game = None
    if stack is not None and tree is not None and not report.has_errors:
        base, changes = stack
        top = files.sources.get(str(tops[-1] if tops else path))
        for node in nodes_in(tree):
            if isinstance(node, ast.Csv):
                # The fingerprint is of the data as well; what is wrong with it is reported where it is used.
                files.data(node.path, Report())
        game = check_tree(tree, files, report, fingerprint_of(files), top, every_setting=every_setting)

        def found_with(some: Sequence[ast.VariantFile]) -> Report:
            found, changed = Report(), _varied(base, some, files, Report())
            check_tree(changed, files, found, top=top, every_setting=every_setting)
            return found

        if changes and (every_setting or report.has_errors):
            report.replace(with_blame(report, changes, found_with))
    for source in list(files.sources.values()):
        if source.name in files.folders:
            report.suppress(comments(source))
    return game


def fingerprint_of(files: Files) -> str:
    """A hash of every rule file that was read: the game, what was put on it in this order, then the data.

    Where the files lie and what they are called does not matter.
    """
    rules = [source.text for source in files.stack]
    data = sorted({source.text for source in files.sources.values()} - set(rules))
    digest = hashlib.sha256()
    for text in (*rules, *data):
        digest.update(text.encode())
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
