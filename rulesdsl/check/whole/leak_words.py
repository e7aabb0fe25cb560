"""In words: what tells of something hidden, where, and to whom it is hidden."""

from __future__ import annotations

from types import EllipsisType

from attrs import define, evolve, field

from rulesdsl import program as ir
from rulesdsl.check.symbols import DefineSymbol
from rulesdsl.check.whole.findings import Checked, finding
from rulesdsl.check.whole.hidden import Hidden
from rulesdsl.diagnostics.model import Diagnostic
from rulesdsl.source import Span

_SEEN = {
    "owner": "which only its owner sees",
    "others": "which its owner does not see",
    "nobody": "which nobody sees",
    "some": "which only some see",
}
_SEEN_BY = {"nobody": "nobody", "some": "some only"}
_HINT = (
    "numbers of pieces are seen by all; for more, `show` the pieces first, or let it depend on what is seen"
)
_HINT_DONE = (
    "`show` the pieces first, or let the player who sees them decide; "
    "if all are to learn it so, write `# allow telling-effect: WHY` behind the line"
)


_HINT_STATE = "let it depend on what is seen; to tell it, `set` a state that all see to it, and read that one"
_HINT_DONE_STATE = (
    "let the player who sees it decide, or tell it first: `set` a state that all see to it; "
    "if all are to learn it so, write `# allow telling-effect: WHY` behind the line"
)
_HINT_ORDER = (
    "the pieces of a set come in the order of the file, by what they are: do it with all of them at once, "
    "or take one with `choose … by chance`"
)
_HINT_CHANCE = "leave `, seen by …` out if all are to know it, or let it depend on what is seen"


@define
class LeakReports:
    """What has been found, once for each thing that is looked at and each place where it is."""

    checked: Checked
    found: dict[tuple[str, Span], Diagnostic] = field(factory=dict)

    def leak(self, what: str, hidden: Hidden, span: Span | None, *, decided: Span | None = None) -> None:
        """Somebody is shown, asked or offered what depends on something hidden. Where pieces lie face up and
        face down, it is not certain that any lies face down then.
        """
        code = "telling-effect" if hidden.face or hidden.member == "order" else "information-leak"
        self._add(code, what, hidden, span, decided, "decided here", _HINT)

    def done(
        self,
        what: str,
        hidden: Hidden,
        span: Span | None,
        effect: Span | None,
        viewer: ir.Expr | EllipsisType | None = ...,
    ) -> None:
        """Something is done, or not, because of something hidden, and all see it, or this `viewer` does."""
        who = "all"
        if viewer is not ... and viewer is not None:
            who = "some players" if isinstance(viewer.type, ir.SeqDomain) else "one player"
        if viewer is not ...:
            what = f"all {what}" if viewer is None else f"{who} can {what}"
        label = f"seen by {who}"
        self._add("telling-effect", what, hidden, span, effect, label, _HINT_DONE)

    def outlives(self, name: str, hidden: Hidden, span: Span | None, needed: Span | None) -> None:
        """A name stands for something hidden while somebody is asked who may not see it."""
        if span is None:
            return
        self.found[name, span] = finding(
            "secret-not-kept",
            _first_line(span),
            f"`{name}` is worked out from `{hidden.name}`, {_seen(hidden)}, and needed when somebody else has"
            " been asked something",
            "worked out here",
            because=() if needed is None else ((needed, "needed here"),),
            hint="work it out anew where it is needed, or keep it in a state with the same `seen by`",
        )

    def _add(
        self,
        code: str,
        what: str,
        hidden: Hidden,
        span: Span | None,
        there: Span | None,
        label: str,
        hint: str,
    ) -> None:
        symbols = self.checked.world.symbols
        because: list[tuple[Span, str]] = []
        place = span
        definition = symbols.get(hidden.through.removeprefix("now ").removeprefix("score "))
        if hidden.span is not None and not hidden.through:
            place = hidden.span
        elif hidden.span is not None and isinstance(definition, DefineSymbol):
            because.append((hidden.span, f"`{definition.name}` looks at it"))
        if place is None:
            return
        if there is not None and there != place:
            because.append((there, label))
        if hidden.made is not None:
            because.append((hidden.made, "what chance gives here"))
        else:
            seen = _SEEN_BY.get(hidden.seen, f"{hidden.seen} only")
            if hidden.face == "down":
                seen = f"face down seen by {seen}"
            because.append((symbols[hidden.name].span, seen if hidden.face == "down" else f"seen by {seen}"))
        key = hidden.name, place
        known = self.found.get(key)
        # An error says more than a warning about the same thing.
        if known is None or (known.code != code and code == "information-leak"):
            self.found[key] = finding(
                code,
                _first_line(place),
                f"{what} `{hidden.name}`, {_seen(hidden)}",
                "may not be known",
                because=tuple(because),
                hint=_hint(hidden, code) or hint,
            )


def _hint(hidden: Hidden, code: str) -> str | None:
    if hidden.made is not None:
        return _HINT_CHANCE
    if hidden.member == "order":
        return _HINT_ORDER
    if hidden.sort != "state":
        return None
    return _HINT_STATE if code == "information-leak" else _HINT_DONE_STATE


def _seen(hidden: Hidden) -> str:
    return "which only one player sees" if hidden.made and hidden.owner else _SEEN[hidden.seen]


def _first_line(span: Span) -> Span:
    return evolve(span, end=span.start + len(span.text.split("\n", 1)[0]))
