"""The rules in words, from the server."""

from collections.abc import Iterator

import pytest

from tests.server.tables import Running, running


@pytest.fixture(scope="module")
def here() -> Iterator[Running]:
    found = running()
    yield found
    found.stop()


def test_the_rules_are_a_link_away_and_as_this_game_is_played(here: Running) -> None:
    assert 'href="/rules/road_trip"' in here.guest().ask("/new/road_trip").text
    anna, *_ = here.open_game("road_trip", ["person", "greedy", "greedy"])
    rules = f"{anna.path.rpartition('/seat/')[0]}/rules"
    assert f'href="{rules}"' in anna.page()
    shown = here.guest().ask(rules)
    assert shown.status == 200
    assert "Visit ‹card›" in shown.text
    assert "Pieces are counted for 3." in shown.text
    assert 'href="/static/rules.css"' in shown.text
    assert " style=" not in shown.text


@pytest.mark.parametrize("path", ["/rules/nothing", "/game/nothing/rules"])
def test_of_what_is_not_there_there_are_none(here: Running, path: str) -> None:
    assert here.guest().ask(path).status == 404
    assert here.guest().ask("/static/rules.css").status == 200
