"""A damaged trace is refused in words, or differs when it is played again; it never breaks the program."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.dice import Dice
from rulesdsl.trace.header import Header, NoTrace
from rulesdsl.trace.narrate import parse, replay, tell_game
from tests.cli.conftest import rulesdsl
from tests.cli.program import Run
from tests.loading import load

__all__ = ["rulesdsl"]

ROOT = Path(__file__).parents[2]
GAMES = (
    ROOT / "games/road_trip.game",
    *(ROOT / f"examples/classics/{name}.game" for name in ("gops", "go_fish", "pig", "nim", "kuhn_poker")),
)
OPTIONS = {"road_trip": {"alternate_direction": "yes"}, "nim": {"last_loses": "yes"}}
BYTES = 60
LINES = 40
OF_THE_COMMAND = 12
HARMLESS = ("file", "seed")
"""What the head says of where and how the game was made is no part of what is played again."""


@cache
def recorded(path: Path, *, as_json: bool) -> tuple[ir.Program, str]:
    options = OPTIONS.get(path.stem, {})
    game = load(path)
    program = game.program(game.players[0], options)
    stream = Dice(4)
    header = Header.of(program, file=str(path), seed=3, options=options)
    lines = tell_game(program, header, lambda state: stream.below(state.option_count), as_json=as_json)
    return program, "".join(f"{line}\n" for line in lines)


def damaged(text: str, stream: Dice, number: int) -> Iterator[str]:
    """Single characters and whole lines, taken away, doubled, changed and exchanged."""
    for _ in range(number):
        at = stream.below(min(300, len(text))) if stream.below(3) == 0 else stream.below(len(text))
        new = '0123456789avu ,-x"{}[]\n\0é'[stream.below(25)]
        yield (text[:at] + new + text[at + stream.below(2) :], text[:at] + text[at + 1 :])[stream.below(2)]
    lines = text.splitlines(keepends=True)
    for _ in range(LINES * number // BYTES):
        one, other = stream.below(len(lines)), stream.below(len(lines))
        changed = list(lines)
        match stream.below(5):
            case 0:
                del changed[one]
            case 1:
                changed.insert(one, changed[other])
            case 2:
                changed[one], changed[other] = changed[other], changed[one]
            case 3:
                changed[one] = ("1", "null", "[]", '{"event": "chosen"}', '{"event": "chance", "record": 3}')[
                    stream.below(5)
                ] + "\n"
            case _:
                changed = changed[:one]
        yield "".join(changed)


def is_harmless(text: str, other: str) -> bool:
    """Whether only what is no part of the game is another."""
    before, after = parse(text).header.fields(), parse(other).header.fields()
    differs = {word for word in before.keys() | after.keys() if before.get(word) != after.get(word)}
    left_out = {"options"} - after.keys()
    return differs <= {*HARMLESS, *left_out}


@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_damage_is_noticed(path: Path, *, as_json: bool) -> None:
    program, text = recorded(path, as_json=as_json)
    assert replay(parse(text), program) is None
    for other in damaged(text, Dice(11), BYTES):
        try:
            found = replay(parse(other), program)
        except NoTrace:
            continue
        assert found is not None or is_harmless(text, other)


@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_command_never_breaks(rulesdsl: Run, tmp_path: Path, path: Path, *, as_json: bool) -> None:
    _, text = recorded(path, as_json=as_json)
    stream = Dice(12)
    for other in damaged(text, stream, OF_THE_COMMAND):
        data = bytearray(other.encode())
        if stream.below(3) == 0 and data:
            data[stream.below(len(data))] = stream.below(256)
        (tmp_path / "some.trace").write_bytes(bytes(data))
        shown = rulesdsl("replay", "some.trace")
        assert shown.status in (0, 1, 2), shown.err
        assert "Traceback" not in shown.err


@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
@pytest.mark.parametrize(
    ("word", "change"),
    [
        ("game", ("Road Trip", "Road Tripp")),
        ("rules", ("", "0")),
        ("version", ("0.", "9.")),
        ("players", ("Anna", "Anne")),
        ("players", ("Anna, ", "")),
        ("options", ("alternate_direction", "alternate_direktion")),
        ("options", ("yes", "no")),
        ("options", ("yes", "yes, more=1")),
    ],
)
def test_another_head_is_a_difference(word: str, change: tuple[str, str], *, as_json: bool) -> None:
    program, text = recorded(GAMES[0], as_json=as_json)
    said = parse(text).header.fields()[word]
    assert change[0] in said
    other = text.replace(said, said.replace(*change, 1) if change[0] else change[1] + said, 1)
    assert replay(parse(other), program) is not None


def test_other_rules_and_another_version_may_play_the_same() -> None:
    program, text = recorded(GAMES[0], as_json=False)
    header = parse(text).header
    other = text.replace(header.rules, "0" * 16).replace(f"version: {header.version}", "version: 9.9")
    assert replay(parse(other), program) is not None
    assert replay(parse(other), program, lenient=True) is None
