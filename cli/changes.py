"""`rulesdsl changes`."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from attrs import frozen

from rulesdsl.checked_game import Game
from rulesdsl.diagnostics import Report
from rulesdsl.differences import Difference
from rulesdsl.whole_differences import rules_changed

from .earlier import files_at
from .examples import Outcome, Tried, tested
from .exit_status import CannotDo, ExitStatus
from .loading import game_or_faults, plural
from .projects import project_around

_MARKS = re.compile(r"([\\*_<>\[\]#|~&@!])")


@click.command("changes")
@click.argument("revision", metavar="[REVISION]", default="HEAD")
@click.option(
    "--games",
    "balance",
    type=click.IntRange(min=1),
    metavar="N",
    help="Also play each changed rule so often, and compare.",
)
def command(revision: str, balance: int | None) -> ExitStatus:
    """Say what has changed since a revision, as Markdown for a pull request: rules, examples, balance.

    The games of the project, as they are here and as they were there. Every game is told that is made of a
    file which has changed: a variant of a changed base as well.

    \b
    Examples:
      rulesdsl changes
      rulesdsl changes origin/main
      rulesdsl changes origin/main --games 1000
    """
    project = project_around(Path())
    with files_at(revision, project.folder) as before:
        now = {name: path for path in project.game_files() if (name := project.name_of(path)) is not None}
        earlier = {path.relative_to(before).as_posix(): path for path in before.rglob("*.game")}
        gone = [name for name in earlier if name not in now and project.has(name)]
        pairs = [_Pair(name, earlier.get(name), path) for name, path in now.items()]
        differing = [pair for pair in pairs if pair.differs(before, project.folder)]
        if not differing and not gone:
            click.echo("No rules have changed.")
            return ExitStatus.FINE
        click.echo("# What this does to the rules")
        for name in gone:
            click.echo(f"\n## {_quoted(name)}\n\nThe game is gone.")
        after = dict(zip(differing, tested([pair.now for pair in differing], ()), strict=True))
        old_ones = [pair for pair in differing if pair.before is not None]
        was = dict(zip(old_ones, tested([pair.before for pair in old_ones if pair.before], ()), strict=True))
        for pair in differing:
            click.echo(f"\n## {_quoted(pair.name)}\n")
            for line in _section(pair, was.get(pair), after[pair]):
                click.echo(line)
            if balance is not None and pair.before is not None and _are_valid(was.get(pair), after[pair]):
                click.echo(_balance(pair.before, pair.now, balance))
        invalid = any(isinstance(outcome, Report) for outcome in after.values())
    return ExitStatus.FOUND_PROBLEMS if invalid else ExitStatus.FINE


@frozen
class _Pair:
    """A game as it was and as it is."""

    name: str
    before: Path | None
    now: Path

    def differs(self, old_folder: Path, folder: Path) -> bool:
        if self.before is None or self.before.read_bytes() != self.now.read_bytes():
            return True
        game = game_or_faults(self.now)
        if isinstance(game, Report):
            return True
        made_of = [Path(path).resolve() for path in game.made_of]
        inside = [
            path.relative_to(folder.resolve()) for path in made_of if path.is_relative_to(folder.resolve())
        ]
        return any(_text(folder / path) != _text(old_folder / path) for path in inside)


def _text(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _are_valid(*outcomes: Outcome | None) -> bool:
    return all(outcome is not None and not isinstance(outcome, Report) for outcome in outcomes)


def _section(pair: _Pair, was: Outcome | None, now: Outcome) -> Iterator[str]:
    if isinstance(now, Report):
        yield f"The file is not valid: {plural(len(now.errors), 'error')}.\n"
        yield from (f"- {_prose(str(error).splitlines()[0])}" for error in now.errors)
        return
    old = None if pair.before is None else game_or_faults(pair.before)
    new = game_or_faults(pair.now)
    assert isinstance(new, Game)
    if old is None:
        yield f"A new game: {_prose(new.title)}."
    elif isinstance(old, Report):
        yield "It was not valid before."
    else:
        changes = rules_changed(old.tree, new.tree, old.files.data)
        yield "### Rules\n" if changes else "No declaration has changed."
        for difference in changes:
            yield from _difference(difference)
        tables = sorted(_tables_changed(old, new))
        if tables:
            yield f"\nOther values stand in {', '.join(map(_quoted, tables))}."
    yield from _examples(None if was is None or isinstance(was, Report) else was.own, now.own)


def _tables_changed(old: Game, new: Game) -> Iterator[str]:
    before = {Path(name).name: _text(Path(name)) for name in old.made_of if name.endswith((".csv", ".txt"))}
    for name in new.made_of:
        path = Path(name)
        if name.endswith((".csv", ".txt")) and before.get(path.name, b"") != _text(path):
            yield path.name


def _difference(difference: Difference) -> Iterator[str]:
    rules = f" ({' '.join(difference.rules)})" if difference.rules else ""
    yield f"- {_prose(difference.sentence)}{rules}"
    if any(line.sign.strip() for line in difference.lines):
        runs = [run for line in difference.lines for run in re.findall("`+", line.text)]
        fence = "`" * max(3, *(len(run) + 1 for run in ["", *runs]))
        yield f"\n  {fence}diff"
        yield from (f"  {line.sign} {line.text}".rstrip() for line in difference.lines)
        yield f"  {fence}\n"


def _examples(was: tuple[Tried, ...] | None, now: tuple[Tried, ...]) -> Iterator[str]:
    before = {result.title: result for result in was or ()}
    after = {result.title: result for result in now}
    lines = [
        *(
            f"- new: {_outcome_text(result)}"
            for title, result in after.items()
            if title not in before and was is not None
        ),
        *(f"- gone: {_prose(title)}" for title in before if title not in after),
        *(
            f"- {'fails now' if before[title].ok else 'passes again'}: {_outcome_text(result)}"
            for title, result in after.items()
            if title in before and before[title].ok != result.ok
        ),
    ]
    passed = sum(result.ok for result in now)
    yield "\n### Examples\n"
    yield f"{passed} of {plural(len(now), 'example')} {'passes' if passed == 1 else 'pass'}."
    if lines:
        yield "\n" + "\n".join(lines)


def _outcome_text(tried: Tried) -> str:
    if tried.ok:
        return _prose(tried.title)
    why = f"got {tried.got}, expected {tried.expected}" if tried.got or tried.expected else tried.message
    return f"{_prose(tried.title)} ({_prose(why)})"


def _balance(before: Path, now: Path, games: int) -> str:
    """What `compare` says, in a process of its own, as a text that stays as it is."""
    program = "from rulesdsl.cli.main import main; main()"
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program, "compare", str(before), str(now), "--games", str(games)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CannotDo(done.stderr.strip().removeprefix("Error: "))
    return f"\n### Balance\n\n````text\n{done.stdout.strip()}\n````"


def _quoted(text: str) -> str:
    return f"`{text.replace('`', '')}`"


def _prose(text: str) -> str:
    """What stands in somebody's file, as it is: no mark-up begins in it but what is between backticks."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else _MARKS.sub(r"\\\1", part) for part in parts)
