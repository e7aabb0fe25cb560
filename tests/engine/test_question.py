"""What an option is: the action, the parameter, what is chosen with its attributes, how far one has come."""

from pathlib import Path
from pickle import dumps, loads

import pytest

from rulesdsl.engine.determinization.outcomes import outcomes
from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.things import SeenDecision, SeenOption, SeenPiece, Thing
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from tests.engine.hidden_cards import hidden_cards
from tests.engine.texts import begun

HEAD = """game "Small"
players 2..2
values Suit: oak, rose
places Field grid 2 by 2
pieces Card for each suit in Suit, rank in 1..4
zone hand per Player: set of Card, seen by owner
zone deck: pile of Card, seen by nobody, starts with Card shuffled
zone laid per Player: set of Card
zone on per Field: slot of Card
zone row per Player: row of Card, seen by nobody
state bid per Player: 0..3
state friend per Player: Player or none
state wished: Suit or none
"""


def asked(state: State) -> SeenDecision:
    assert state.player is not None
    found = view(state, state.player).decision
    assert found is not None
    assert state.decision is not None
    assert state.decision.seen == found
    return found


def option(state: State, text: str) -> SeenOption:
    [found] = [one for one in asked(state).options if one.text == text]
    return found


TURNS = """
action lay(card from your hand "Which?") "Lay {card}"
  move card to your laid
action bid(number from 1..3) "Bid {number}"
  set your bid to number
flow
  deal 4 from deck to hand
  phase turns 4 times
    turn of each player
    may lay or bid
"""


def test_an_option_belongs_to_its_decision(tmp_path: Path) -> None:
    state = begun(tmp_path, HEAD + TURNS)
    lay, bid, _ = first = view(state, 0, ("Eve", "Finn")).decision.options  # type: ignore[union-attr]
    elsewhere = loads(dumps(bid))  # noqa: S301 - our own
    for drawn in (state.clone(), sample(state, 0, Dice(1))):
        assert asked(drawn.apply(elsewhere)).action == "bid"
    before = state.apply(lay).clone()
    for stale in first:
        with pytest.raises(ValueError, match="no option of the decision that is waited for"):
            state.apply(stale)
        with pytest.raises(ValueError, match="no option of the decision that is waited for"):
            outcomes(state, stale)
    assert state == before
    cards = asked(state).options
    assert state.apply(cards[1]).player == 1
    # Ben's own first decision has the same question, but it offers other cards.
    state.apply(asked(state).options[0])
    for card in cards:
        with pytest.raises(ValueError, match=f"'{card}' is no option"):
            state.apply(card)
    while not state.over:
        state.apply(state.option_count - 1)
    with pytest.raises(IndexError, match="the game is over"):
        state.apply(bid)


def test_an_action_and_then_its_parameters(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        HEAD
        + """
action lay(card from your hand, field from Field where on(field) is none "Where?") "Lay {card} on {field}"
  move card to on(field)
action bid(number from 1..3) "Bid {number}"
  set your bid to number
flow
  deal 2 from deck to hand
  phase turns 4 times
    turn of each player
    may lay or bid
""",
    )
    first = asked(state)
    assert (first.action, first.parameter, first.chosen) == ("", None, {})
    assert [(one.kind, one.action, one.parameter, one.value) for one in first.options] == [
        ("action", "lay", None, None),
        ("action", "bid", None, None),
        ("decline", "", None, None),
    ]
    state.apply(first.options[0])
    second = asked(state)
    assert (second.action, second.parameter, second.chosen) == ("lay", "card", {})
    card = second.options[0].value
    assert isinstance(card, SeenPiece)
    assert (card.kind, card.known, card.at, card.down) == ("Card", True, None, False)
    assert card.label == second.options[0].text == str(second.options[0])
    assert card["suit"] == card.label.split()[0]
    assert second.options[0]["rank"] == card["rank"] == int(card.label.split()[1])
    assert card.get("rang", 7) == 7
    with pytest.raises(KeyError, match="has no attribute rang; there are: suit, rank"):
        card["rang"]
    # A piece that is offered is the one that lies in the zone.
    seen = view(state, 0)
    assert card.zone is not None
    assert seen.zones[card.zone] == seen.zone("hand")
    assert card in seen.zone("hand").pieces
    state.apply(second.options[0])
    third = asked(state)
    assert (third.action, third.parameter, third.prompt) == ("lay", "field", "Where?")
    assert third.chosen == {"card": card}
    place = third.options[0].value
    assert isinstance(place, Thing)
    assert (place.kind, place["column"], place["row"]) == ("Field", 1, 1)
    state.apply(third.options[0])
    assert view(state, 1).zone("on", place).pieces[0].name == card.name
    assert view(state, 1).zone("on", place.name).keys == (place,)


def test_values_are_plain_in_python(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        HEAD
        + """
action bid(number from 1..3) "Bid {number}"
  set your bid to number
action befriend(player from players) "Be a friend of {player}"
  set your friend to player
action wish(suit from Suit) "Wish for {suit}"
  set wished to suit
flow
  phase turns 4 times
    turn of each player
    must bid or befriend or wish
""",
    )
    state.apply(option(state, "Bid …")).apply(option(state, "3"))
    assert (view(state, 0).state("bid").value, view(state, 0).state("bid", owner=1).value) == (3, 0)
    state.apply(option(state, "Be a friend of a player"))
    assert [one.value for one in asked(state).options] == [0, 1]
    state.apply(0)
    assert view(state, 1).state("friend").value == 0
    assert view(state, 0).state("friend").value is None
    state.apply(option(state, "Wish for a suit")).apply(option(state, "rose"))
    assert view(state, 0).state("wished").value == Thing("Suit", "rose", "rose")
    with pytest.raises(KeyError, match="there is no wish here; there are: bid, friend, wished"):
        view(state, 0).state("wish")
    with pytest.raises(KeyError, match="there is no hands here; there are: hand, deck, laid, on"):
        view(state, 0).zone("hands")
    with pytest.raises(KeyError, match="there is no on without keys"):
        view(state, 0).zone("on")
    assert view(state, 1).score("nothing_counted").values == (0, 0)
    with pytest.raises(KeyError, match="there is no nothing here; there are: nothing_counted"):
        view(state, 1).score("nothing")


def test_members_of_a_set_that_are_picked_so_far(tmp_path: Path) -> None:
    state = begun(
        tmp_path,
        HEAD
        + """
action throw(1..2 of your hand as cards) "Throw {cards}"
  move cards to your laid
flow
  deal 2 from deck to hand
  each player in turn
    must throw
""",
    )
    first = asked(state)
    assert (first.action, first.parameter, first.picked) == ("throw", "cards", ())
    state.apply(first.options[0])
    second = asked(state)
    assert second.picked == (first.options[0].value,)
    assert [one.kind for one in second.options] == ["value", "done"]
    assert (second.options[1].action, second.options[1].parameter) == ("throw", "cards")
    assert second.options[1].attributes == {}


@pytest.mark.parametrize(("zone", "kinds"), [("hand", ["unseen"]), ("row", ["value", "value"])])
def test_a_piece_that_is_not_known_says_only_where_it_lies(
    tmp_path: Path, zone: str, kinds: list[str]
) -> None:
    state = begun(
        tmp_path,
        HEAD
        + f"""
action steal(card from left(you).{zone}) "Steal {{card}}"
  move card to your laid
flow
  deal 2 from deck to {zone}
  each player in turn
    may steal
""",
    )
    *offered, decline = asked(state).options
    assert decline.kind == "decline"
    assert [one.kind for one in offered] == kinds
    for at, one in enumerate(offered, start=1):
        piece = one.value
        assert isinstance(piece, SeenPiece)
        assert (piece.kind, piece.name, piece.known, piece.attributes) == ("Card", "", False, {})
        assert piece.at == (at if zone == "row" else None)
        assert piece.zone is not None
        lies_in = view(state, 0).zones[piece.zone]
        assert (lies_in.name, lies_in.owner) == (zone, 1)
        assert one.get("rank", 0) == 0


def test_others_learn_nothing_of_the_options() -> None:
    seen = view(start(hidden_cards(), 1), 1)
    assert seen.decision == SeenDecision(None, "", ())
    assert seen.to_json()["decision"]["options"] == []


def test_a_decision_is_printed_in_the_words_of_the_game() -> None:
    state = start(hidden_cards(), 1)
    before = str(state.decision)
    assert before.splitlines()[0] == "Anna: Which card do you lay?"
    assert len(before.splitlines()) == 3
    assert repr(state.decision) == "<Decision of Anna: 'Which card do you lay?' 2 options>"
    kept = state.decision
    state.apply(0)
    assert str(kept) == before


def test_of_many_options_the_first_are_printed() -> None:
    options = tuple(SeenOption(at, "value", f"card {at}", "play", "card", at) for at in range(20))
    lines = str(SeenDecision(0, "Which?", options)).splitlines()
    assert lines[0] == "Which?"
    assert lines[-1] == "  … and 8 more"
    assert len(lines) == 14
    assert len(str(SeenDecision(0, "", options[:13])).splitlines()) == 14
