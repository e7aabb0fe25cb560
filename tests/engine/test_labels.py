"""Values are shown in the words of the game, and masked where they may not be known."""

import pytest

from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.labels.labels import (
    Labels,
    counted,
    everything,
    listed,
    names,
    nothing,
    plain,
    plural,
    with_article,
)
from rulesdsl.program import (
    NONE,
    Domain,
    EnumDomain,
    FlagDomain,
    IntDomain,
    MapDomain,
    OptionalDomain,
    PieceDomain,
    PieceNameDomain,
    PlayerDomain,
    SeqDomain,
    UnionDomain,
)
from tests.engine.hidden_cards import hidden_cards

CARD = PieceDomain(("Card",))
COLOUR = EnumDomain("Colour")


@pytest.fixture(scope="module")
def labels() -> Labels:
    return Labels.of(Layout(hidden_cards()))


@pytest.mark.parametrize(
    ("value", "domain", "words"),
    [
        (3, IntDomain(-5, 5), "3"),
        (-3, IntDomain(-5, 5), "−3"),
        (1, FlagDomain(), "yes"),
        (0, FlagDomain(), "no"),
        (1, COLOUR, "black"),
        (1, PlayerDomain(), "Ben"),
        (5, CARD, "six"),
        (5, PieceNameDomain(("Card",)), "six"),
        (NONE, OptionalDomain(CARD), "none"),
        (2, OptionalDomain(CARD), "three"),
        (7, UnionDomain((IntDomain(1, 7), COLOUR)), "red"),
        (6, UnionDomain((IntDomain(1, 7), COLOUR)), "7"),
        ((0, 1, 2), SeqDomain(CARD, ordered=False, bound=6), "ace, two and three"),
        ((), SeqDomain(CARD, ordered=False, bound=6), "nothing"),
        ((0, 1), SeqDomain(PlayerDomain(), ordered=True, bound=2), "Anna and Ben"),
        ((2, 0), MapDomain(COLOUR, IntDomain(0, 3)), "red 2"),
        ((2, 1), MapDomain(COLOUR, IntDomain(0, 3)), "red 2 and black 1"),
    ],
)
def test_every_kind_of_value_has_words(labels: Labels, value: int, domain: Domain, words: str) -> None:
    assert labels.value(value, domain, everything) == words


def test_unknown_pieces_are_told_by_their_kind_and_number(labels: Labels) -> None:
    assert labels.value(5, CARD, nothing) == "a card"
    some = SeqDomain(CARD, ordered=False, bound=6)
    assert labels.value((1, 2, 3), some, nothing) == "3 cards"
    assert labels.value((1, 2, 3), some, lambda piece: piece == 2) == "three and 2 cards"


def test_zones_are_told_with_their_owner(labels: Labels) -> None:
    layout = labels.layout
    assert labels.zone(layout.instance("hand", 1)) == "Ben's hand"
    assert labels.zone(layout.instance("hand", 1), speaker=1) == "hand"
    assert labels.zone(layout.instance("deck")) == "the deck"
    assert labels.state("guess", (0,)) == "Anna's guess"


@pytest.mark.parametrize(
    ("name", "said"),
    [("discard_pile", "discard pile"), ("TrekCard", "trek card"), ("Card", "card"), ("hand", "hand")],
)
def test_names_are_read_aloud(name: str, said: str) -> None:
    assert plain(name) == said


def test_words_are_put_together() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert with_article("item") == "an item"
    assert plural("country") == "countries"
    assert plural("box") == "boxes"
    assert counted(1, "card") == "1 card"
    assert names(7)[5:] == ("Finn", "Player 7")
