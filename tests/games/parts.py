"""A shipped game with some of its examples, as it is or with a rule broken: quick to read and to run."""

import re
from functools import cache

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.checked_game import Game, example_programs
from rulesdsl.diagnostics import Report
from rulesdsl.engine.examples.run import _Run, run_examples
from rulesdsl.engine.plan import plan_of
from rulesdsl.engine.state import State
from rulesdsl.game_files import Files
from rulesdsl.library import shipped_games
from rulesdsl.source import Source
from rulesdsl.syntax import ast, parse


@frozen
class Broken:
    """A rule, a piece of the game file as it stands, and what breaks the rule there."""

    rule: str
    stands: str
    breaks: str

    def of(self, text: str) -> str:
        times = text.count(self.stands)
        assert times == 1, f"{self.rule}: {self.stands!r} stands {times} times in the file"
        return text.replace(self.stands, self.breaks)


@cache
def text_of(game: str) -> str:
    return shipped_games()[game].read_text("utf-8")


def with_examples_of(rule: str, text: str) -> str:
    """The file without the examples that do not cite the rule."""
    head, *examples = re.split(r'^(?=example ")', text, flags=re.MULTILINE)
    return head + "".join(one for one in examples if re.search(rf"\[[^]]*\b{rule}\b[^]]*\]", one))


def programs(game: str, text: str) -> list[ir.Program]:
    """The programs for the examples of this text, which stands in the place of the game's file."""
    path = shipped_games()[game]
    files, report = Files(), Report()
    tree = parse(files.keep(Source(str(path), text), path.parent), report)
    assert isinstance(tree, ast.GameFile), [error.message for error in report.errors]
    made = example_programs(Game(tree, files, report, ""), _examples(tree))
    found = [error for one in (report, *(part for _, part in made)) for error in one.errors]
    assert not found, [f"{error.span.line}: {error.message}" for error in found]
    return [program for program, _ in made]


def _examples(tree: ast.GameFile) -> list[ast.ExampleDecl]:
    return [one for one in tree.declarations if isinstance(one, ast.ExampleDecl)]


def examples_that_fail(game: str, text: str, rule: str) -> list[str]:
    """Of the examples that cite the rule; there must be one."""
    results = [
        result for program in programs(game, with_examples_of(rule, text)) for result in run_examples(program)
    ]
    assert results, f"no example of {game} cites {rule}"
    return [f"{one.title}: {one.message or one.line}" for one in results if not one.ok]


def position(game: str, text: str, lines: str, shuffle: int = 1) -> State:
    """Where the lines of an example lead."""
    head, *_ = re.split(r'^example "', text, flags=re.MULTILINE)
    body = "\n".join(f"  {line}" for line in lines.strip().splitlines())
    # An example that expects nothing is none.
    [program] = programs(game, f'{head}example "a position"\n{body}\n  expect player_count >= 1\n')
    [example] = program.examples
    run = _Run(plan_of(program), example, shuffle)
    result = run.result()
    assert result.ok, result.message
    return run.state
