"""The head of a trace: which game was played, by whom, and from what seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, field, frozen

from rulesdsl import program as ir
from rulesdsl.engine.labels.labels import names
from rulesdsl.version import __version__

FIRST_LINE = "rulesdsl trace 1"


class NoTrace(ValueError):
    """A text that is no trace, or none that can be played again."""


@frozen
class Header:
    """`file` is what the game is loaded by; `seen_by` is the player who saw what it tells, "" for all. What
    one player saw has no seed.
    """

    game: str
    file: str
    rules: str
    version: str
    players: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    variants: tuple[str, ...] = ()
    seen_by: str = ""
    verbose: bool = False

    @classmethod
    def of(
        cls,
        program: ir.Program,
        *,
        file: str,
        seed: int,
        players: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        variants: Sequence[str] = (),
        viewer: int | None = None,
        verbose: bool = False,
    ) -> Header:
        who = tuple(players) or names(program.players)
        return cls(
            game=program.title,
            file=file,
            rules=program.fingerprint,
            version=__version__,
            players=who,
            seed=seed,
            options=tuple((options or {}).items()),
            variants=tuple(variants),
            seen_by="" if viewer is None else who[viewer],
            verbose=verbose,
        )

    @property
    def viewer(self) -> int | None:
        return self.players.index(self.seen_by) if self.seen_by else None

    def fields(self) -> dict[str, str]:
        """What stands in the head, by its word."""
        fields = {
            "game": self.game,
            "file": self.file,
            "rules": self.rules,
            "version": self.version,
            "players": ", ".join(self.players),
        }
        if not self.seen_by:
            # From the seed everything that is hidden could be played again.
            fields["seed"] = str(self.seed)
        if self.options:
            fields["options"] = ", ".join(f"{name}={value}" for name, value in self.options)
        if self.variants:
            fields["variants"] = ", ".join(self.variants)
        if self.seen_by:
            fields["seen by"] = self.seen_by
        if self.verbose:
            fields["verbose"] = "yes"
        return fields

    def to_text(self) -> list[str]:
        return [FIRST_LINE, *(f"{word}: {value}" for word, value in self.fields().items())]

    @classmethod
    def from_fields(cls, result: Mapping[str, str]) -> Header:
        try:
            return cls(
                game=result["game"],
                file=result["file"],
                rules=result["rules"],
                version=result["version"],
                players=tuple(_parts(result["players"])),
                seed=0 if result.get("seen by") else int(result["seed"]),
                options=tuple(_option(part) for part in _parts(result.get("options", ""))),
                variants=tuple(_parts(result.get("variants", ""))),
                seen_by=result.get("seen by", ""),
                verbose=result.get("verbose") == "yes",
            )
        except KeyError as missing:
            raise NoTrace(f"the head of the trace has no line `{missing.args[0]}: ...`") from None
        except ValueError as wrong:
            raise NoTrace(f"the head of the trace cannot be read: {wrong}") from None


def expected(header: Header, program: ir.Program, *, lenient: bool) -> Header:
    """The head that a trace of this game would have. `lenient`: rules and version may be others."""
    known = tuple((name, text) for name, text in header.options if _is_set_to(program, name, text))
    return evolve(
        header,
        game=program.title,
        rules=header.rules if lenient else program.fingerprint,
        version=header.version if lenient else __version__,
        options=known,
    )


def _is_set_to(program: ir.Program, name: str, text: str) -> bool:
    """Whether this can have been written of an option that has the value that it has now."""
    value = dict(program.options).get(name)
    if value is None:
        return False
    words = {f"{value}", *(("no", "yes")[value : value + 1] if value >= 0 else ())}
    return text.replace(" ", "_") in words | {program.option_words[name]}


def _parts(text: str) -> list[str]:
    return text.split(", ") if text else []


def _option(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


@frozen
class Trace:
    """A trace that was read: its head, all its lines as they stand, and what it takes to play it again."""

    header: Header
    lines: tuple[str, ...] = field(repr=False)
    choices: tuple[str, ...]
    chance: tuple[tuple[int, ...], ...]
    json: bool = False
