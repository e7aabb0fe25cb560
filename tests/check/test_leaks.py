"""Nobody is shown or offered what depends on what that player may not see."""

from pathlib import Path

import pytest

from tests.check.whole_games import card_game, check, only

CARDS = """
    values Suit: hearts, spades
    pieces Card for each suit in Suit, rank in 1..10
    zone deck: pile of Card, seen by nobody, top seen by all, starts with Card shuffled
    zone bag: set of Card, seen by nobody
    zone hand per Player: set of Card, seen by owner
    zone laid per Player: set of Card
    state guess per Player: 1..9 or none, seen by owner
    """
END = """
    score ranks = sum(your laid.rank) - count(your hand) + (if your guess = 3 then 1 else 0)
    winner most total, then shared
    """


def game(action: str, *lines: str, routine: str = "") -> str:
    """Five cards each, some in the bag, a guess; then one thing again and again."""
    body = "\n".join(f"        {line}" for line in lines or ("must act if possible",))
    flow = f"""flow
  deal 3 from deck to hand
  draw 2 from deck to bag
  all players in secret
    choose number from 1..9
    set your guess to number
  phase round 2 times
    each player in turn
      if bag is not empty
{body}
      draw up to 1 from bag to your laid
"""
    return card_game(action, routine, flow, cards=CARDS, end=END)


def leak(folder: Path, text: str) -> tuple[str, str]:
    found = only(check(folder, text), "information-leak")
    assert found.because
    return found.message, found.marked


def act(head: str, *lines: str) -> str:
    return "\n".join([f'action act({head}) "Take {{card}}"', *(f"  {line}" for line in lines)])


TAKE = "move card to your laid"


def test_choosing_from_another_hand_by_what_the_cards_are(tmp_path: Path) -> None:
    text = game(act("other from others, card from other.hand where card.suit is hearts", TAKE))
    assert leak(tmp_path, text) == (
        "what is offered here depends on `hand`, which only its owner sees",
        "other.hand",
    )


@pytest.mark.parametrize(
    "head",
    [
        "other from others where other.hand is not empty, card from other.hand",
        "other from others where count(other.hand) > 1, card from other.hand",
        "card from your hand where card.suit is hearts",
        "card from your hand where card.rank = max(your hand.rank)",
        "other from others, card from other.laid where card.suit is hearts",
        "card from top(deck, 1) where card.suit is hearts",
        "card from your hand where your guess = 3",
    ],
)
def test_choosing_by_what_may_be_known(tmp_path: Path, head: str) -> None:
    action = act(head, TAKE)
    if "other" in head and "other." not in head.split(",")[1]:
        action += '\n  say "{other}"'
    assert check(tmp_path, game(action)) == []


@pytest.mark.parametrize(
    ("head", "when", "name"),
    [
        ("card from your hand", "some(p in others: p.hand has Card(hearts, 1))", "hand"),
        ("card from your hand", "sum(others.hand.rank) > 10", "hand"),
        ("card from your hand", "some(p in others: p.guess = 3)", "guess"),
        ("card from your hand", "sum(bag.rank) > 10", "bag"),
        ("card from your hand", "card.rank > min(bag.rank)", "bag"),
        ("card from bag", "card.rank > 3", "bag"),
        ("card from your hand", "last(deck).rank > 3", "deck"),
    ],
)
def test_a_condition_on_what_is_hidden(tmp_path: Path, head: str, when: str, name: str) -> None:
    text = game(act(head, f"when {when}", TAKE))
    found = [one for one in check(tmp_path, text) if one.code == "information-leak"]
    assert len(found) == 1
    assert f"depends on `{name}`, which" in found[0].message
    assert any(name in line for line in found[0].because)


@pytest.mark.parametrize("test", ["same(pair.suit)", "sum(pair.rank) > 9", "max(pair.rank) > 5"])
@pytest.mark.parametrize("word", ["where", "when"])
def test_a_condition_on_a_chosen_set_tells_of_its_members(tmp_path: Path, test: str, word: str) -> None:
    def of(hand: str) -> str:
        head, *lines = (
            (f"2 of {hand} as pair where {test}",) if word == "where" else (f"2 of {hand} as pair",)
        )
        if word == "when":
            lines.append(f"when {test}")
        return game(act(head, *lines, "move pair to your laid").replace("{card}", "{pair}"))

    assert leak(tmp_path, of("left(you).hand"))[0] == (
        "what is offered here depends on `hand`, which only its owner sees"
    )
    assert check(tmp_path, of("your hand")) == []


@pytest.mark.parametrize(
    ("words", "found"),
    [("{number} or {left(you).guess}", ["information-leak"]), ("{number} or {your guess}", [])],
)
def test_the_words_of_what_is_offered(tmp_path: Path, words: str, found: list[str]) -> None:
    head = f'number from 1..9 called "{words}"'
    text = game(act(head, "set your guess to number").replace("{card}", "it"))
    assert [one.code for one in check(tmp_path, text) if one.code == "information-leak"] == found


def test_how_many_have_been_chosen_tells_nothing_of_them(tmp_path: Path) -> None:
    head = "some of left(you).hand as cards where count(cards) = 2"
    text = game(act(head, "move cards to your laid").replace("{card}", "{cards}"))
    assert check(tmp_path, text) == []


def test_a_definition_that_looks_at_what_is_hidden(tmp_path: Path) -> None:
    strong = "define strong per Player = sum(your hand.rank) > 15"
    text = game(act("card from your hand", "when not some(p in others: p.strong)", TAKE), routine=strong)
    found = only(check(tmp_path, text), "information-leak")
    assert found.line == "when not some(p in others: p.strong)"
    assert found.because[0] == strong
    own = game(act("card from your hand", "when your strong", TAKE), routine=strong)
    assert check(tmp_path, own) == []


def test_a_condition_before_a_decision(tmp_path: Path) -> None:
    action = act("card from your hand", TAKE)
    text = game(action, "if left(you).hand has Card(hearts, 1)", "  may act")
    message, marked = leak(tmp_path, text)
    assert message == "whether somebody decides here depends on `hand`, which only its owner sees"
    assert marked == "left(you).hand"
    assert check(tmp_path, game(action, "if your hand has Card(hearts, 1)", "  may act")) == []
    assert check(tmp_path, game(action, "if left(you).hand is not empty", "  may act")) == []


def test_who_holds_the_card_may_decide_about_it(tmp_path: Path) -> None:
    action = act("card from your hand", TAKE)
    lines = ["for p in players", "  if p.hand has Card(hearts, 1)", "    player p", "      may act"]
    assert check(tmp_path, game(action, *lines)) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('say "{left(you).hand}"', "hand"),
        ('say "{sum(your hand.rank)}"', "hand"),
        ('say "{bag}"', "bag"),
        ('choose number from 1..3 "Your guess? {sum(bag.rank)} lie in the bag"', "bag"),
    ],
)
def test_a_text_that_tells_what_is_hidden(tmp_path: Path, text: str, name: str) -> None:
    action = act("card from your hand", TAKE)
    lines = ["must act if possible", text]
    if "number" in text:
        lines.append('say "{number}"')
    message, _marked = leak(tmp_path, game(action, *lines))
    assert f"tells of `{name}`" in message


@pytest.mark.parametrize(
    "line",
    [
        'say "{your hand}" to you',
        'say "{count(your hand)} cards"',
        'say "{top(deck)} is on top"',
        'say "{your laid}"',
    ],
)
def test_a_text_that_tells_what_may_be_known(tmp_path: Path, line: str) -> None:
    assert check(tmp_path, game(act("card from your hand", TAKE), "must act if possible", line)) == []


def test_a_card_that_has_been_drawn_is_shown_to_each_as_it_is_known(tmp_path: Path) -> None:
    lines = [
        "must act if possible",
        "draw up to 1 from bag to your hand as drawn",
        'say "{you} draws {drawn}"',
    ]
    assert check(tmp_path, game(act("card from your hand", TAKE), *lines)) == []


def test_a_card_that_lies_open_now_may_be_looked_at(tmp_path: Path) -> None:
    action = act("card from your hand", TAKE, "if card.rank = 7", "  player left(you)", "    may answer")
    answer = 'action answer(own from your hand) "{own}"\n  move own to your laid'
    assert check(tmp_path, game(action, routine=answer)) == []


def test_hands_that_are_shown_may_be_chosen_from(tmp_path: Path) -> None:
    action = act("other from others, card from other.hand where card.suit is hearts", TAKE)
    assert check(tmp_path, game(action, "show players.hand", "must act if possible")) == []


def test_a_phase_that_ends_by_what_nobody_sees(tmp_path: Path) -> None:
    flow = """
        action act(card from your hand) "Take {card}"
          move card to your laid
        flow
          deal 3 from deck to hand
          draw 5 from deck to bag
          all players in secret
            choose number from 1..9
            set your guess to number
          phase round
            turn of each player
            until sum(bag.rank) < 5
            draw up to 1 from bag to your laid
            must act if possible
        """
    message, marked = leak(tmp_path, card_game(flow, cards=CARDS, end=END))
    assert message == "everybody sees when `round` ends, and that depends on `bag`, which nobody sees"
    assert marked == "bag.rank"
    assert (
        check(tmp_path, card_game(flow.replace("sum(bag.rank) < 5", "bag is empty"), cards=CARDS, end=END))
        == []
    )


def test_cards_that_always_lie_face_down(tmp_path: Path) -> None:
    cards = CARDS.replace(
        "zone laid per Player: set of Card", "zone laid per Player: set of Card, face down seen by owner"
    )
    action = act("other from others, card from other.laid where card.rank > 3", "move card to bag")
    lay = 'action lay(card from your hand) "Lay a card"\n  move card to your laid face down'
    flow = """
        flow
          deal 3 from deck to hand
          all players in secret
            choose number from 1..9
            set your guess to number
          phase round 2 times
            each player in turn
              must lay
              must act if possible
        """
    found = [
        one
        for one in check(tmp_path, card_game(action, lay, flow, cards=cards, end=END))
        if one.code == "information-leak"
    ]
    assert [one.marked for one in found] == ["other.laid"]
    open_lay = lay.replace(" face down", "")
    assert check(tmp_path, card_game(action, open_lay, flow, cards=cards, end=END)) == []


def test_a_game_for_one_has_no_secrets_to_tell(tmp_path: Path) -> None:
    text = game(act("card from your hand", "when sum(bag.rank) > 10", TAKE)).replace(
        "players 2..4", "players 1..1"
    )
    assert [one.code for one in check(tmp_path, text)] == []
