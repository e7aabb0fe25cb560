"""What a line of a game leaves for events and faults: its rule ids and its place in the text."""

from __future__ import annotations

from attrs import frozen

from rulesdsl.source import Span


@frozen
class Note:
    rules: tuple[str, ...] = ()
    span: Span | None = None
