"""What a player is asked: the open decision and its options, as data and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.decisions.option_identity import marks
from rulesdsl.engine.decisions.options import move_words, option_text, reading_for
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.labels.things import OptionKind, SeenDecision, SeenOption, SeenPiece, Value
from rulesdsl.engine.labels.vocabulary import Look, Lying, Vocabulary

if TYPE_CHECKING:
    from rulesdsl.engine.decisions.stages import Decision, Option
    from rulesdsl.engine.state import State


def asked(state: State, decision: Decision, labels: Labels) -> SeenDecision:
    """The open decision, for the player who decides."""
    reading = reading_for(state, decision.player)
    words = Vocabulary.of(labels)
    settled = decision.alternative
    action = "" if settled is None else settled.name
    parameter = None if settled is None else decision.stage
    picked = _members(decision)
    texts = [
        move_words(state, decision, option, labels)
        if option.kind == "move"
        else (option_text(state, decision, option, labels, reading.knows), {})
        for option in decision.options
    ]
    look = eyes(reading, words)
    return SeenDecision(
        player=decision.player,
        prompt=labels.words(decision.prompt, reading.knows),
        options=tuple(
            SeenOption(
                number,
                cast("OptionKind", option.kind),
                text,
                *_what(option, action, parameter),
                _value(reading, words, option, text),
                _values(reading, words, option),
                mark,
                parts,
            )
            for number, (option, (text, parts), mark) in enumerate(
                zip(decision.options, texts, marks(state), strict=True)
            )
        ),
        action=action,
        parameter=parameter,
        chosen={name: words.value(value, of, look) for name, value, of in decision.chosen},
        picked=() if picked is None else tuple(words.value(item, picked, look) for item in decision.picked),
        words={name: labels.value(value, of, reading.knows) for name, value, of in decision.chosen},
    )


def _what(option: Option, action: str, parameter: str | None) -> tuple[str, str | None]:
    """The action and the parameter that an option is about."""
    if option.alternative is not None:
        return option.alternative.name, None
    return ("", None) if option.kind == "decline" else (action, parameter)


def _values(reading: Reading, words: Vocabulary, move: Option) -> dict[str, Value]:
    """What a whole move has for each parameter."""
    params = move.alternative.params if move.alternative is not None and move.parts else ()
    return {
        param.var.name: _value(reading, words, part, "")
        for param, part in zip(params, move.parts, strict=True)
    }


def _members(decision: Decision) -> ir.Domain | None:
    """The type of the members of a set that is being chosen."""
    kind = None if decision.param is None else decision.param.var.type
    return kind.of if isinstance(kind, ir.SeqDomain) else None


def _value(reading: Reading, words: Vocabulary, option: Option, text: str) -> Value:
    layout = reading.layout
    if option.kind == "unseen":
        return words.unknown(layout.zone_of(option.value).pieces.kinds, text, Lying(option.value))
    if isinstance(option.type, ir.TextDomain) and option.kind == "text":
        return option.type.most
    if option.kind != "value" or option.type is None:
        return None
    inner = ir.without_none(option.type)
    if not isinstance(inner, ir.PieceDomain) or option.value == ir.NONE:
        return words.value(option.value, option.type, words.piece)
    lying = where_it_lies(reading, option.value)
    if option.unseen and lying.zone is not None:
        return words.unknown(layout.zone_of(lying.zone).pieces.kinds, text, lying)
    return words.piece(option.value, lying)


def eyes(reading: Reading, words: Vocabulary) -> Look:
    """What a player sees of a piece, and where it lies."""

    def look(piece: int) -> SeenPiece | None:
        return words.piece(piece, where_it_lies(reading, piece)) if reading.knows(piece) else None

    return look


def where_it_lies(reading: Reading, piece: int) -> Lying:
    layout = reading.layout
    instance = reading.cells[layout.where + piece]
    if instance == ev.OUT_OF_PLAY:
        return Lying()
    return Lying(instance, layout.place_of(reading.cells, piece) or None, lies_down(reading, piece))


def lies_down(reading: Reading, piece: int) -> bool:
    layout = reading.layout
    return layout.tracked[piece] and bool(reading.cells[layout.face + piece])
