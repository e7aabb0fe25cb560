"""Values are shown in the words of the game, and masked where they may not be known."""

import pytest

from rulesdsl import program as ir
from rulesdsl.engine.core.layout import Layout
from rulesdsl.engine.labels.english import counted, listed, plain, plural, with_article
from rulesdsl.engine.labels.labels import Labels, everything, names, nothing
from tests.engine.hidden_cards import hidden_cards

CARD = ir.PieceDomain(("Card",))
COLOUR = ir.EnumDomain("Colour")


@pytest.fixture(scope="module")
def labels() -> Labels:
    return Labels.of(Layout(hidden_cards()))


@pytest.mark.parametrize(
    ("value", "domain", "words"),
    [
        (3, ir.IntDomain(-5, 5), "3"),
        (-3, ir.IntDomain(-5, 5), "−3"),
        (1, ir.FlagDomain(), "yes"),
        (0, ir.FlagDomain(), "no"),
        (1, COLOUR, "black"),
        (1, ir.PlayerDomain(), "Ben"),
        (5, CARD, "six"),
        (5, ir.PieceNameDomain(("Card",)), "six"),
        (ir.NONE, ir.OptionalDomain(CARD), "none"),
        (2, ir.OptionalDomain(CARD), "three"),
        (7, ir.UnionDomain((ir.IntDomain(1, 7), COLOUR)), "red"),
        (6, ir.UnionDomain((ir.IntDomain(1, 7), COLOUR)), "7"),
        ((0, 1, 2), ir.SeqDomain(CARD, ordered=False, bound=6), "ace, two and three"),
        ((), ir.SeqDomain(CARD, ordered=False, bound=6), "nothing"),
        ((0, 1), ir.SeqDomain(ir.PlayerDomain(), ordered=True, bound=2), "Anna and Ben"),
        ((2, 0), ir.MapDomain(COLOUR, ir.IntDomain(0, 3)), "2 red"),
        ((2, 1), ir.MapDomain(COLOUR, ir.IntDomain(0, 3)), "2 red and 1 black"),
    ],
)
def test_every_kind_of_value_has_words(labels: Labels, value: int, domain: ir.Domain, words: str) -> None:
    assert labels.value(value, domain, everything) == words


def test_unknown_pieces_are_told_by_their_kind_and_number(labels: Labels) -> None:
    assert labels.value(5, CARD, nothing) == "a card"
    some = ir.SeqDomain(CARD, ordered=False, bound=6)
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
