"""A whole game as a trace, in words or in JSON lines, and a trace played again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.chance import ChanceSource
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.plan import plan_of
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.score_sheet import ScoreSheet, final_sheet
from rulesdsl.trace.audience import audience_of
from rulesdsl.trace.header import FIRST_LINE, Header, NoTrace, Trace, expected
from rulesdsl.trace.json_lines import event_object
from rulesdsl.trace.narrator import Narrator
from rulesdsl.trace.record import Differs, Record, Tape, outcome

Choose = Callable[[State], int | str]


def tell_game(
    program: ir.Program,
    header: Header,
    choose: Choose,
    *,
    source: ChanceSource | None = None,
    as_json: bool = False,
) -> Iterator[str]:
    """The lines of a trace, given as the game goes on. A fault ends it with a line that says so."""
    if as_json:
        yield from _tell_in_json(program, header, choose, source)
        return
    labels = Labels.of(plan_of(program).layout, header.players)
    narrator = Narrator(program, labels, header.viewer, verbose=header.verbose)
    record = Record()
    yield from header.to_text()
    yield ""
    sheet = None
    for happened in _played(program, header, choose, source):
        if isinstance(happened, ScoreSheet):
            sheet = happened
        elif isinstance(happened, Fault):
            yield from narrator.finish()
            yield f"fault: {happened}"
            if header.viewer is None:
                yield from (f"  {line}" for line in happened.details())
        else:
            events, state = happened
            record.add(events)
            yield from narrator.tell(events, state)
    yield from narrator.finish()
    if sheet is not None:
        yield ""
        yield from sheet.to_text().splitlines()
    if header.viewer is None:
        yield ""
        yield from record.to_text()


def _tell_in_json(
    program: ir.Program, header: Header, choose: Choose, source: ChanceSource | None
) -> Iterator[str]:
    labels = Labels.of(plan_of(program).layout, header.players)
    yield _json({"event": "header", "format": FIRST_LINE, **header.fields()})
    hearing = audience_of(program, header.viewer)
    for happened in _played(program, header, choose, source):
        if isinstance(happened, ScoreSheet):
            yield _json({"event": "scores", **happened.to_json()})
        elif isinstance(happened, Fault):
            yield _json({"event": "fault", "message": str(happened), **_seen_of(happened, header.viewer)})
        else:
            events, state = happened
            for event in hearing.audible(events, state):
                data = event_object(event, labels.when(event.grown), header.viewer)
                if data is not None:
                    yield _json(data)


def _seen_of(fault: Fault, viewer: int | None) -> dict[str, object]:
    """What it broke on, for those who may see all."""
    if viewer is not None:
        return {}
    return {
        "rule": fault.rule,
        "rules": list(fault.rules),
        "values": [{"name": name, "value": value} for name, value in fault.values],
    }


def _json(data: dict[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False)


def _played(
    program: ir.Program, header: Header, choose: Choose, source: ChanceSource | None
) -> Iterator[tuple[list[ev.Event], State] | ScoreSheet | Fault]:
    """What happened up to each decision, with the position there, and the sheet of a game that is over."""
    try:
        state = start(program, header.seed, log=True, source=source)
    except Fault as fault:
        yield fault
        return
    state.source = source
    while True:
        assert state.log is not None
        happened, state.log = state.log, []
        yield happened, state
        if state.over or state.decision is None:
            break
        index = choose(state)
        try:
            state.apply(index)
        except Fault as fault:
            yield fault
            return
    if state.over:
        try:
            yield final_sheet(state, header.players)
        except Fault as fault:
            yield fault


# ---------------------------------------------------------------------- reading and playing again


def parse(text: str) -> Trace:
    """A trace from its text; `NoTrace` if it is none, or if it is what only one player saw."""
    lines = tuple(text.splitlines())
    if lines and lines[0].startswith("{"):
        return _parse_json(lines)
    if not lines or lines[0] != FIRST_LINE:
        raise NoTrace(f"a trace begins with the line `{FIRST_LINE}`")
    fields: dict[str, str] = {}
    for line in lines[1:]:
        if not line:
            break
        word, colon, value = line.partition(": ")
        if not colon:
            raise NoTrace(f"`{line}` in the head of the trace is not of the form `word: value`")
        fields[word] = value
    header = Header.from_fields(fields)
    if header.seen_by:
        raise NoTrace(f"this is what {header.seen_by} saw; only a whole trace can be played again")
    try:
        at_choices = len(lines) - 1 - lines[::-1].index("choices:")
        at_chance = len(lines) - 1 - lines[::-1].index("chance:")
    except ValueError:
        raise NoTrace("the trace has no record: the lines `choices:` and `chance:` are missing") from None
    choices = " ".join(lines[at_choices + 1 : at_chance]).split()
    try:
        chance = tuple(outcome(word) for word in " ".join(lines[at_chance + 1 :]).split())
    except ValueError:
        raise NoTrace("the outcomes of chance in the record are not all numbers") from None
    return Trace(header, lines, tuple(choices), chance)


def _parse_json(lines: Sequence[str]) -> Trace:
    try:
        events = [json.loads(line) for line in lines]
    except (ValueError, RecursionError) as wrong:
        raise NoTrace(f"a line of the trace is not JSON: {wrong}") from None
    try:
        return _of_events(lines, events)
    except (KeyError, TypeError, AttributeError, ValueError) as wrong:
        if isinstance(wrong, NoTrace):
            raise
        raise NoTrace("the trace is damaged: a line of it is not what a trace has there") from None


def _of_events(lines: Sequence[str], events: list[Any]) -> Trace:
    head = events[0]
    if head.get("format") != FIRST_LINE:
        raise NoTrace("the first line of the trace is no header")
    header = Header.from_fields(
        {word: value for word, value in head.items() if word not in ("event", "format")}
    )
    if header.seen_by:
        raise NoTrace(f"this is what {header.seen_by} saw; only a whole trace can be played again")
    chosen = (event for event in events if event["event"] == "chosen" and not event["forced"])
    # Of a whole move only the last part has it.
    choices = [event["record"] for event in chosen if "record" in event]
    chance = [tuple(event["record"]) for event in events if event["event"] in ("chance", "shuffled")]
    return Trace(header, tuple(lines), tuple(choices), tuple(chance), json=True)


@frozen
class Difference:
    """Where a game played again first differs. `recorded` or `now` is None if there is no such line."""

    line: int
    recorded: str | None
    now: str | None
    reason: str = ""


def replay(trace: Trace, program: ir.Program, *, lenient: bool = False) -> Difference | None:
    """Plays a trace again and gives the first line that differs, None if there is none.

    `lenient`: that the text of the rules or the version is another one is no difference. The path of the
    file and the seed are no part of what is played again, nor are options that the head does not name.
    """
    header = expected(trace.header, program, lenient=lenient)
    if len(header.players) != program.players:
        return _other_players(trace, program)
    tape = Tape(trace.choices, trace.chance)
    lines: list[str] = []

    try:
        lines.extend(tell_game(program, header, tape.follow, source=tape.give, as_json=trace.json))
        tape.check_used_up()
    except (Differs, ValueError) as differs:
        return _first_difference(trace, lines) or Difference(
            len(lines) + 1, _line(trace, len(lines)), None, str(differs)
        )
    return _first_difference(trace, lines, whole=True)


def _other_players(trace: Trace, program: ir.Program) -> Difference:
    words = '"players"' if trace.json else "players: "
    index = next((position for position, line in enumerate(trace.lines) if words in line), 0)
    names, count = len(trace.header.players), program.players
    return Difference(
        index + 1,
        _line(trace, index),
        None,
        f"the trace names {names} players, and the game is played by {count}",
    )


def _line(trace: Trace, index: int) -> str | None:
    return trace.lines[index] if index < len(trace.lines) else None


def _first_difference(trace: Trace, lines: list[str], *, whole: bool = False) -> Difference | None:
    pairs = zip_longest(trace.lines, lines) if whole else zip(trace.lines, lines, strict=False)
    for number, (recorded, now) in enumerate(pairs, start=1):
        if recorded != now:
            return Difference(number, recorded, now)
    return None
