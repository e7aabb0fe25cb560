"""The rules in words: everything that a file says is there, and every link leads somewhere."""

from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulesdsl.library import shipped_games
from rulesdsl.paper.faces import Faces
from rulesdsl.paper.rules_page import rules_page
from rulesdsl.table.design import design_of
from rulesdsl.table.markup import VOID
from tests.loading import load

CLASSICS = Path(__file__).parents[2] / "examples/classics"
NAMES = (*shipped_games(), *(f"{CLASSICS}/{name}.game" for name in ("chess", "crazy_eights", "pig")))
GAMES = [pytest.param(name, id=Path(name).stem) for name in NAMES]


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.open: list[str] = []
        self.said: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        given = {name: value or "" for name, value in attrs}
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given[name] for name in ("href", "src") if name in given]
        assert not [name for name in given if name.startswith("on") or name == "style"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.said).split())


@cache
def page_of(file: str) -> Page:
    game = load(file)
    return Page(rules_page(game, game.program()))


@pytest.mark.parametrize("file", GAMES)
def test_the_page_is_whole_and_loads_nothing(file: str) -> None:
    page = page_of(file)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert "script" not in page.tags


@pytest.mark.parametrize("file", GAMES)
def test_everything_that_there_is_is_on_it(file: str) -> None:
    game = load(file)
    program = game.program()
    text = page_of(file).text
    for name in (*(zone.name for zone in program.zones), *(score.name for score in program.scores)):
        assert name.replace("_", " ") in text, name
    for name in program.action_names:
        assert name.replace("_", " ") in text, name
    faces = Faces(design_of(game, program), program)
    for piece in range(sum(kind.count for kind in program.piece_kinds)):
        assert faces.labels.piece(piece) in text
    for phase in program.phases:
        assert phase.replace("_", " ") in text, phase


def test_an_action_has_its_question_condition_and_cost() -> None:
    text = page_of("trekking_the_world").text
    assert "Visit ‹destination› with ‹cards›" in text
    assert "“Visit which destination?”" in text
    assert "only when tally(cards.symbol) <= destination.cost" in text
    assert "costs: move cards to trek discard" in text
    assert "A way of exactly as many links as the cards say" in text


def test_rules_lead_to_their_texts() -> None:
    page = page_of("road_trip")
    assert "#rule-RT-10" in page.links
    assert "rule-RT-10" in page.ids


def test_maps_and_tables_are_on_it() -> None:
    page = page_of("trekking_the_world")
    assert {"svg", "table", "caption"} <= page.tags
    assert "Galapagos Islands" in page.text
