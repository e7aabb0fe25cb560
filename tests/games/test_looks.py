"""Who sees what, and what is shuffled, in the games that come with the project."""

import pytest

from tests.games.looks import LOOKS, Seen, Shuffled
from tests.games.parts import text_of


@pytest.mark.parametrize(
    ("game", "look"),
    [(game, look) for game, looks in LOOKS.items() for look in looks],
    ids=lambda part: f"{part.rule}-{part.zone}" if isinstance(part, Seen | Shuffled) else part,
)
def test_it_is_so(game: str, look: Seen | Shuffled) -> None:
    assert look.faults(game, text_of(game)) == []
