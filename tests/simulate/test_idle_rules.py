"""What lines a game never needed is found in every game, in those of several files, too."""

from pathlib import Path

from rulesdsl.simulate.idle_rules import Citations, not_exercised
from tests.loading import load

CHECKOUT = Path(__file__).parent.parent.parent


def test_lines_that_a_variant_replaces_belong_to_the_block_around_them() -> None:
    """Such a line is of another file than the block: no event tells of it, but of the block."""
    game = load(CHECKOUT / "examples/house_rules/full_hands.game")
    citations = Citations.of(game)
    for place in citations.places:
        assert set(place.rules) <= citations.at(place.span)
    every = {rule for place in citations.places for rule in place.rules}
    every |= {rule for rules in citations.of_actions.values() for rule in rules}
    assert not_exercised(game, every).never == ()
    assert "LH-41" in not_exercised(game, every - {"LH-41"}).never


def test_every_variant_of_the_house_can_be_looked_at() -> None:
    for file in sorted((CHECKOUT / "examples/house_rules").glob("*.game")):
        assert not_exercised(load(file), set()).never
