"""A checked game, and the programs that are made from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from rulesdsl import program as ir
from rulesdsl.check.elaborate import Elaboration, option_value
from rulesdsl.check.head import players_of
from rulesdsl.check.whole.marks import elaborated, with_examples
from rulesdsl.diagnostics.model import Diagnostic, Label, Report
from rulesdsl.game_cache import KeptGame, files_and_hashes, packed, stamp_of_the_code
from rulesdsl.game_files import Files
from rulesdsl.kept_parts import KeptTree, unpacked
from rulesdsl.source import Source
from rulesdsl.syntax import ast

NONE_BEGUN: Mapping[int, Elaboration] = MappingProxyType({})
ForExamples = tuple[tuple[ast.ExampleDecl, ...], list[tuple[ir.Program, Report]]]
"""Examples, and the programs that were made for them last."""


class InvalidGame(Exception):
    """A file has errors; they are in `report`. Printed, each is told with its place, its code, what is wrong
    and what to do.
    """

    def __init__(self, report: Report, sources: tuple[Source, ...] = ()) -> None:
        super().__init__(report, sources)
        self.report = report
        self.sources = sources

    def __str__(self) -> str:
        return "\n".join(map(str, self.report.errors))

    def __repr__(self) -> str:
        return f"InvalidGame({self.report!r})"


class UnknownOption(ValueError):
    """An option that the game does not have, or a value it does not take."""


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
        """What was found while it was checked: warnings."""
        self.fingerprint = fingerprint
        self._programs: dict[tuple[int, tuple[tuple[str, int], ...]], ir.Program] = {}
        self.made_for_examples: ForExamples = ((), [])
        self.title = next((h.title.value for h in tree.all(ast.TitleLine)), "")
        """What the game is called."""
        self.players = players_of(tree)
        """How many can play it."""

    def __repr__(self) -> str:
        first, last = self.players[0], self.players[-1]
        return f"<Game {self.title} for {first if first == last else f'{first} to {last}'} players>"

    @classmethod
    def of_kept(cls, kept: KeptGame, files: Files) -> Game | None:
        """A game that was checked before; None if what was kept cannot be read."""
        report = unpacked(Report, kept.parts.get("report"))
        if report is None:
            return None
        game = cls.__new__(cls)
        game._tree = game._top = None  # noqa: SLF001 - of its own class
        game._kept = kept  # noqa: SLF001 - of its own class
        game.files = files
        game.report = report
        game.fingerprint = kept.fingerprint
        game._programs = {}  # noqa: SLF001 - of its own class
        game.made_for_examples = ((), [])
        game.title = kept.title
        game.players = range(kept.players[0], kept.players[1] + 1)
        files.folders.update({name: Path(folder) for name, folder in kept.folders.items()})
        return game

    @property
    def made_of(self) -> tuple[str, ...]:
        """The files that were read for it."""
        return tuple(self.files.sources if self._kept is None else self._kept.made_from)

    def to_keep(self) -> KeptGame:
        """Everything of the game that another start can use."""
        programs = {
            str(count): packed(made) for (count, options), made in self._programs.items() if not options
        }
        return KeptGame(
            code=stamp_of_the_code(),
            made_from=files_and_hashes(self.files.sources),
            folders={name: str(folder) for name, folder in self.files.folders.items()},
            title=self.title,
            players=(self.players[0], self.players[-1]),
            fingerprint=self.fingerprint,
            parts={"tree": packed(KeptTree(self.tree, self.top)), "report": packed(self.report), **programs},
        )

    def _unpack_tree(self) -> KeptTree:
        kept_tree = unpacked(KeptTree, self._kept.parts.get("tree")) if self._kept is not None else None
        if kept_tree is None:
            raise OSError("what was kept of this game can no longer be read")
        self._tree, self._top = kept_tree.tree, kept_tree.top
        return kept_tree

    @property
    def tree(self) -> ast.GameFile:
        """The tree, variants applied."""
        return self._tree if self._tree is not None else self._unpack_tree().tree

    @property
    def top(self) -> Source:
        """The file that was asked for: of a variant on a game the variant."""
        return self._top if self._top is not None else self._unpack_tree().top

    @property
    def options(self) -> dict[str, ast.OptionDecl]:
        """By their names, the options as they are declared in the file."""
        return {d.name.text: d for d in self.tree.all(ast.OptionDecl)}

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
    ) -> ir.Program:
        """The program for so many players (the fewest by default)."""
        count = self.players[0] if players is None else players
        if type(count) is not int:
            raise TypeError(f"the number of players is a whole number, not {count!r}")
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f'options are values by their names, such as {{"name": "yes"}}, not {options!r}')
        if count not in self.players:
            first, last = self.players[0], self.players[-1]
            for_whom = f"{first} players" if first == last else f"{first} to {last} players"
            raise ValueError(f"{self.title} is for {for_whom}, not {count}")
        values = self.option_values(options or {})
        return self._made(count, tuple(sorted(values.items())))

    def keep(self, players: int, program: ir.Program) -> None:
        """A program with the usual options that was made while checking."""
        self._programs[players, ()] = program

    def _made(self, players: int, options: tuple[tuple[str, int], ...]) -> ir.Program:
        key = players, options
        if key not in self._programs and not options and self._kept is not None:
            made = unpacked(ir.Program, self._kept.parts.get(str(players)))
            if made is not None:
                self._programs[key] = made
        if key not in self._programs:
            report = Report()
            elaboration = Elaboration(self.tree, players, dict(options), self.files.data, report)
            program = elaborated(elaboration, self.fingerprint)
            if report.has_errors:
                raise InvalidGame(report, tuple(self.files.sources.values()))
            self._programs[key] = program
        return self._programs[key]

    def example_programs(self, *, inherited: bool = False) -> list[ir.Program]:
        """Programs whose `examples` can be run: one for each number of players and setting of options.

        Of a variant its own examples; `inherited` are those of what it is built on, as far as they still make
        sense: a rule that was changed on purpose may well make an example of the old one wrong.
        """
        decls = [example for example in self.examples if (example.span.source is self.top) is not inherited]
        made = example_programs(self, decls)
        if not inherited:
            return [program for program, _report in made]
        sound = [decl for decl in decls if not any(_inside(decl, part) for _program, part in made)]
        return [program for program, _report in example_programs(self, sound)]

    @property
    def examples(self) -> tuple[ast.ExampleDecl, ...]:
        return self.tree.all(ast.ExampleDecl)


def _inside(decl: ast.ExampleDecl, report: Report) -> bool:
    """Whether an error stands in an example."""
    return any(
        error.span.source is decl.span.source and decl.span.start <= error.span.start < decl.span.end
        for error in report.errors
    )


def example_programs(
    game: Game, decls: Iterable[ast.ExampleDecl], begun: Mapping[int, Elaboration] = NONE_BEGUN
) -> list[tuple[ir.Program, Report]]:
    """Programs for running examples, with what is wrong in them.

    The rules have been gone through at the numbers of players `begun`, with the usual options.
    """
    decls = tuple(decls)
    made_last_for, made_last = game.made_for_examples
    if [*map(id, made_last_for)] == [*map(id, decls)]:
        # Checking a game makes them, and running its examples asks for the same.
        return [*made_last]
    tree, files, players = game.tree, game.files, game.players
    groups: dict[tuple[int, tuple[tuple[str, int], ...]], list[ast.ExampleDecl]] = {}
    made: list[tuple[ir.Program, Report]] = []
    reader = begun.get(players[0])
    if reader is None:
        reader = Elaboration(tree, players[0], {}, files.data, Report())
        reader.declare_world()
    for decl in decls:
        names, wanted = reader.examples.lines.example_head(decl)
        values: dict[str, int] = {}
        for name, node in wanted.items():
            option = game.options.get(name)
            value = None if option is None else option_value(reader, option, node.span.text.strip())
            if value is not None:
                values[name] = value
            else:
                report = Report()
                known = ", ".join(f"`{option}`" for option in game.options) or "none"
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
        elaboration = None if settings else begun.get(count)
        if elaboration is None:
            elaboration = Elaboration(tree, count, dict(settings), files.data, report)
            elaborated(elaboration, game.fingerprint)
            report = report if report.has_errors else Report()
        made.append((with_examples(elaboration, report, tuple(group)), report))
    game.made_for_examples = (decls, [*made])
    return made


NO_PROGRAM = ir.Program(
    "", 1, (), 1, "", {}, {}, (), (), (), (), {}, {}, (), (), {}, (), None, (), {}, (), (), 0
)
"""Stands for examples that could not be read at all."""
