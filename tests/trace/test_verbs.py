"""Sentences about what players do are made from what actions are called."""

import pytest

from rulesdsl.trace.verbs import NO_VERBS, VERBS, doing, not_doing, third_person


@pytest.mark.parametrize(
    ("verb", "third"),
    [
        ("visit", "visits"),
        ("carry", "carries"),
        ("play", "plays"),
        ("pass", "passes"),
        ("go", "goes"),
        ("fix", "fixes"),
    ],
)
def test_verbs_are_put_into_the_third_person(verb: str, third: str) -> None:
    assert third_person(verb) == third


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("Visit norway", "Anna visits norway"),
        ("Pack tent: left hand", "Anna packs tent: left hand"),
        ("Draw", "Anna draws"),
        ("Discard your hand", "Anna discards their hand"),
        ("Leave the hike?", "Anna: Leave the hike? Yes"),
        ("Three cards", "Anna: Three cards"),
    ],
)
def test_a_title_becomes_a_sentence_if_it_begins_with_a_verb(title: str, sentence: str) -> None:
    assert doing("Anna", title) == sentence


@pytest.mark.parametrize(
    ("title", "name", "told"),
    [
        ("Sabotage the bridge", "", "Anna sabotages the bridge"),
        ("Doubt it", "", "Anna doubts it"),
        ("Accuse Ben", "accuse", "Anna accuses Ben"),
        ("Accuse Ben", "blame", "Anna: Accuse Ben"),
        ("Announce 5", "announce", "Anna announces 5"),
        ("Have a rest", "", "Anna has a rest"),
        ("No the other", "", "Anna: No the other"),
        ("Both the cards", "", "Anna: Both the cards"),
        ("Three a day", "", "Anna: Three a day"),
        ("Cards all over", "", "Anna: Cards all over"),
        ("Wedding in bell", "wedding", "Anna: Wedding in bell"),
        ("Culture", "culture", "Anna: Culture"),
    ],
)
def test_what_stands_before_an_object_or_is_the_action_is_a_verb(title: str, name: str, told: str) -> None:
    assert doing("Anna", title, name) == told


@pytest.mark.parametrize(
    ("title", "name", "sentence"),
    [
        ("Leave the hike?", "", "Anna: Leave the hike? No"),
        ("Score a kind", "score_culture", "Anna declines to score culture"),
        ("Announce a wedding", "announce", "Anna declines to announce"),
        ("A wedding", "wedding", "Anna declines: A wedding"),
        ("", "wild_card", "Anna declines: wild card"),
    ],
)
def test_what_is_not_done_is_told_too(title: str, name: str, sentence: str) -> None:
    assert not_doing("Anna", title, name) == sentence


def test_verbs_are_told_apart_word_by_word() -> None:
    assert "visit" in VERBS
    assert not VERBS & NO_VERBS
    assert all(verb.isalpha() and verb.islower() for verb in VERBS)


def test_what_is_not_done_again_has_its_verb() -> None:
    assert not_doing("Anna", "Pack {item}", "pack_at_start", begun=True) == "Anna does not pack again"
    assert not_doing("Anna", "A wedding", "wedding", begun=True) == "Anna stops"
