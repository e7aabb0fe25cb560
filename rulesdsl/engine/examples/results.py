"""How an example came out."""

from __future__ import annotations

from attrs import evolve, frozen

from rulesdsl.engine.examples.stops import Stopped
from rulesdsl.source import Span


@frozen
class Line:
    """A line of the example that was carried out, and where it stands."""

    text: str
    span: Span | None


@frozen
class Result:
    """How an example came out: `ok`, `failed`, or `unclear` if it depends on how the cards were shuffled.

    `given`: the lines carried out before the one that failed. `got` and `expected` are filled for a
    comparison; `message` says in any case what is wrong.
    """

    title: str
    outcome: str
    message: str = ""
    span: Span | None = None
    line: str = ""
    given: tuple[Line, ...] = ()
    got: str = ""
    expected: str = ""
    rules: tuple[str, ...] = ()
    stopped: Stopped | None = None

    @property
    def ok(self) -> bool:
        return self.outcome == "ok"


def unclear(first: Result, other: Result) -> Result:
    """It came out in two ways, so it depends on something that it does not say."""
    failed = first if not first.ok else other
    if first.ok or other.ok:
        message = "it comes out right with one shuffle and not with another"
    elif first.got and other.got and first.line == other.line:
        message = f"it comes out as {first.got} with one shuffle and as {other.got} with another"
    else:
        message = f"with one shuffle {_how(first, failed)}; with another {_how(other, failed)}"
    message = f"the result depends on what is not given: {message}"
    return evolve(failed, outcome="unclear", message=message, stopped=None)


def _how(result: Result, failed: Result) -> str:
    """How it came out, as part of a sentence that is told at the line of `failed`."""
    how = f"it comes out as {result.got}" if result.got else result.message
    return how if result.line == failed.line else f"{how} (at `{result.line}`)"
