"""One of many options is found by pointing at what it is about; what is drawn grows with what is shown."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve

from rulesdsl.engine.dice import Dice
from rulesdsl.engine.labels.things import SeenPiece, Thing
from rulesdsl.engine.start import start
from rulesdsl.engine.state import State
from rulesdsl.engine.views.view import view
from rulesdsl.table.design import Design, design_of
from rulesdsl.table.lit import MOST_LISTED, NOWHERE, Lit, part_of, pointed
from rulesdsl.table.markup import Kept
from rulesdsl.table.page import parts
from rulesdsl.table.scene import Scene, Seat
from tests.loading import load

ROOT = Path(__file__).parents[2]
PENTOMINOES = ROOT / "examples" / "classics" / "pentominoes.game"
HOPS = """game "Hops"
players 2
places Cell grid 3 by 2
values Style: quick, slow
pieces Frog
  home: Cell
  | frog | home |
  | hip  | a1   |
  | hup  | c1   |
zone on per Cell: slot of Frog
zone box: set of Frog, starts with Frog
state rests per Player: 0..9
action hop(
    frog from on,
    to from (c in Cell where on(c) is empty),
    style from Style where style is quick or to.row = 2
) "Hop with {frog} to {to}"
  move frog to on(to)
action rest "Rest"
  add 1 to your rests
flow
  for f in box
    move f to on(f.home)
  phase hops 2 times
    each player in turn
      must hop or rest as one choice
score done = your rests
winner most total, then shared
"""


@cache
def begun(path: Path) -> tuple[State, Design]:
    game = load(path)
    program = game.program(2 if 2 in game.players else None)
    return start(program, 1), design_of(game, program)


@pytest.fixture
def hops(tmp_path: Path) -> Scene:
    path = tmp_path / "hops.game"
    path.write_text(HOPS)
    return scene_of(*begun(path))


def scene_of(state: State, design: Design, kept: Kept | None = None) -> Scene:
    """What the player sees who is asked."""
    assert state.player is not None
    seen = view(state, state.player)
    seats = tuple(map(Seat, seen.players))
    return Scene(seen, design, seats, state.player, question="1", kept=Kept() if kept is None else kept)


def lit_of(scene: Scene) -> Lit:
    return Lit.of(scene.view.decision, scene.design, scene.pointing)


def after(scene: Scene, **given: object) -> Scene:
    """When the page has told this."""
    return evolve(scene, pointing=pointed(lit_of(scene), given), kept=scene.kept)


def presses(scene: Scene, what: str, where: str = "", but: str = "-") -> list[str]:
    return [
        found
        for key, html in parts(scene).items()
        if key.startswith(where) and key != but
        for found in re.findall(rf'data-{what}="([\d ]+)"', html)
    ]


def options(scene: Scene, where: str = "", but: str = "-") -> set[int]:
    """Those that one click takes, or asks for."""
    return {int(one) for found in presses(scene, "option", where, but) for one in found.split()}


def spot(number: int) -> str:
    return f"spot-0-{number}"


def point(scene: Scene, cell: int) -> Scene:
    [key] = presses(scene, "point", spot(cell))
    return after(scene, key=key)


def test_a_whole_move_is_chosen_from_and_to(hops: Scene) -> None:
    # Both frogs, and all cells to which one can hop.
    assert all(len(presses(hops, "point", spot(cell))) == 1 for cell in range(6))
    assert options(hops, "spot") == set()
    hip = point(hops, 0)
    assert lit_of(hip).left == hops.view.decision.options[:7]  # type: ignore[union-attr]
    assert 'aria-pressed="true"' in parts(hip)[spot(0)]
    # To b1 there is one way, and the second click takes it; to the others there are two.
    assert presses(hip, "option", spot(1)) == ["0"]
    assert presses(point(hip, 5), "option", "ask") == ["5", "6"]
    # Pointing again goes back, as a step back does.
    assert point(hip, 0).pointing == NOWHERE == after(hip, back=True).pointing


GIFTS = """game "Gifts"
players 2
values Child: Ida, Jon
pieces Gift for each number in 1..2
zone sack: row of Gift, starts with Gift
zone given per child in Child: row of Gift
action give(gift from sack, child from Child) "Give {gift} to {child}"
  move gift to given(child)
flow
  phase gifts 2 times
    each player in turn
      must give as one choice
score done = 1
winner most total, then shared
"""


def test_the_only_card_that_can_be_pointed_at_looks_so_when_it_was(tmp_path: Path) -> None:
    path = tmp_path / "gifts.game"
    path.write_text(GIFTS)
    state, design = begun(path)
    state.apply(0)
    scene = scene_of(state, design)
    [key] = presses(scene, "point", "shared")
    assert 'aria-pressed="false"' in parts(scene)["shared"]
    assert 'aria-pressed="true"' in parts(after(scene, key=key))["shared"]
    assert 'aria-pressed="false"' in parts(after(after(scene, key=key), key=key))["shared"]


def test_the_other_piece_takes_the_place_of_the_first(hops: Scene) -> None:
    hip = point(hops, 0)
    assert " lit" not in parts(hip)[spot(2)]
    hup = point(hip, 2)
    assert [option.number for option in lit_of(hup).left] == [*range(7, 14)]
    # What nothing is possible with is no thing to point at.
    assert lit_of(hup).pointed_at("999") == hup.pointing


def test_where_one_is_left_the_next_click_takes_it(hops: Scene) -> None:
    found = after(hops, words="HUP b1")
    assert options(found, "ask") == {7}
    # Neither of the two is all of the move, so the first click does not take it yet.
    assert options(found, "spot") == set()
    assert presses(point(found, 2), "option", spot(1)) == ["7"]
    assert options(after(hops, words="#15")) == {14}
    assert options(after(hops, words="no such words")) == set()


def test_many_placements_are_as_much_to_send_as_what_is_shown(tmp_path: Path) -> None:
    sizes, counts = [], []
    for side in (5, 8, 12):
        path = tmp_path / f"{side}.game"
        text = PENTOMINOES.read_text("utf-8").replace("grid 8 by 8", f"grid {side} by {side}")
        path.write_text(text[: text.index("\nexample ")], "utf-8")
        scene = scene_of(*begun(path))
        assert scene.view.decision is not None
        counts.append(len(scene.view.decision.options))
        made = parts(scene)
        sizes.append((len(made["ask"]), sum(map(len, made.values())) / side**2))
        assert len(presses(scene, "option")) == MOST_LISTED
        more = after(after(scene, more=True), more=True)
        assert len(presses(more, "option")) == 3 * MOST_LISTED
    assert counts[0] * 4 < counts[1] < counts[2] / 2
    asked, each_cell = zip(*sizes, strict=True)
    assert max(asked) < min(asked) * 1.1
    assert max(each_cell[1:]) < each_cell[0]


def test_shapes_and_cells_narrow_placements() -> None:
    scene = scene_of(*begun(PENTOMINOES))
    lit = lit_of(scene)
    found = point(point(point(scene, 0), 9), 18)
    # Through three cells of a diagonal from a corner lie w and z alone, two ways each.
    assert len(lit_of(found).left) == 4
    assert "4 of 2,308" in parts(found)["ask"]
    sorts = [
        one.label
        for row in lit_of(found).sorts().values()
        for one in row
        if one.press and not one.press.instead
    ]
    assert sorts == ["w", "z"]
    # Another shape takes the place of the one that was pointed at.
    shapes = {one.label: one.press.part for row in lit.sorts().values() for one in row}
    x = after(scene, key=shapes["x"])
    assert len(lit_of(x).left) == 36
    assert after(x, key=shapes["i"]).pointing.keys == (shapes["i"],)
    # A corner has no x, but it has all others.
    assert point(x, 0).pointing.keys == (presses(scene, "point", spot(0))[0],)


def test_players_and_numbers_are_called_as_in_the_game() -> None:
    state, design = begun(ROOT / "examples" / "language" / "29_whole_moves.game")
    seen = scene_of(state, design).view
    assert seen.decision is not None
    assert {option.called("hands") for option in seen.decision.options} == {"", "2 hands", "3 hands"}
    own = state.clone()
    own.apply(len(seen.decision.options) - 1)
    taken = view(own, 0).decision
    assert taken is not None
    assert {option.called("who") for option in taken.options if option.action == "take_letter"} == {"Ben"}


def test_a_number_that_is_called_as_a_line_of_the_board_is_its_cells() -> None:
    four = scene_of(*begun(ROOT / "examples" / "classics" / "connect_four.game"))
    assert [presses(four, "option", spot(cell)) for cell in (0, 7, 13)] == [["0"], ["0"], ["6"]]
    assert presses(four, "option", "ask") == list("0123456")


NARROWED = ("pentominoes", "29_whole_moves", "35_shapes")
GAMES = ("chess", "hex", "lanes_and_walls", "two_fords", "gin_rummy", "connect_four", "reversi", "36_growing")


def positions(name: str) -> Iterator[Scene]:
    """Some of a game, drawn with what is kept from one to the other."""
    folder = "language" if name[0].isdigit() else "classics"
    begin, design = begun(ROOT / "examples" / folder / f"{name}.game")
    state, dice, kept = begin.clone(), Dice(5), Kept()
    for _ in range(12):
        if state.over:
            return
        yield scene_of(state, design, kept)
        for _ in range(1 + dice.below(3)):
            if not state.over:
                state.apply(dice.below(state.option_count))


@pytest.mark.parametrize("name", [*GAMES, *NARROWED])
def test_every_option_is_found_by_pointing_at_what_it_is_about(name: str) -> None:
    dice, pointings = Dice(9), 0
    for begin in positions(name):
        assert begin.view.decision is not None
        wanted = dice.below(len(begin.view.decision.options))
        scene = begin
        while wanted not in options(scene, but="ask"):
            lit = lit_of(scene)
            about = lit._parts[wanted]
            offered = dict.fromkeys(presses(scene, "point"))
            new = [key for key in offered if key not in scene.pointing.keys and lit._parts_of(key) & about]
            if not new:
                break
            pointings += 1
            before, scene = scene, after(scene, key=new[dice.below(len(new))])
            left = lit_of(scene).left
            assert wanted in {option.number for option in left}
            assert len(left) <= len(lit.left)
            assert set(scene.pointing.keys) > set(before.pointing.keys)
            assert after(scene, key=scene.pointing.keys[-1]).pointing.keys == before.pointing.keys
            # What was kept is what would be drawn.
            assert parts(scene) == parts(evolve(scene, kept=Kept()))
        while wanted not in options(scene):
            scene = after(scene, more=True)
            assert scene.pointing.listed < len(lit_of(scene).left) + MOST_LISTED
        # A search finds it alone, whatever else is asked.
        assert [option.number for option in lit_of(after(begin, words=f"#{wanted + 1}")).left] == [wanted]
    assert (pointings > 0) == (name in NARROWED)


def test_what_lies_unseen_has_one_part_for_all_of_it() -> None:
    unknown = SeenPiece("Card", "", "a card", {}, known=False, zone=3)
    assert part_of(unknown) == ("unseen", 3, None, None)
    assert part_of(evolve(unknown, label="another card", at=2)) == part_of(unknown)
    assert part_of(Thing("Card", "x", "x")) == ("thing", "Card", "x", None)


def test_a_bundle_is_pointed_at_number_by_number(tmp_path: Path) -> None:
    _, _, text = (ROOT / "docs" / "reference" / "offers.md").read_text().partition("```game barter.game\n")
    path = tmp_path / "barter.game"
    more = text.partition("```")[0].replace("{wood: 5, grain: 2}", "{wood: 5, wool: 3, grain: 5}")
    path.write_text(more.replace("may sell\n", "may sell as one choice\n"))
    scene = scene_of(*begun(path))
    rows = lit_of(scene).sorts()
    assert [*rows] == ["give wood", "give wool", "give grain"]
    [two] = [one.press.part for one in rows["give wood"] if one.label == "2"]
    left = lit_of(after(scene, key=two)).left
    assert left
    assert all("2 wood" in option.text for option in left)


def test_goods_of_a_bundle_are_pointed_at_where_they_lie(tmp_path: Path) -> None:
    """Cubes with a value, and entries of a state: both are one of the kinds of which there is a number."""
    path = tmp_path / "market.game"
    path.write_text(MARKET.replace("WHAT", "sell as one choice"))
    scene = scene_of(*begun(path))
    keys = set(presses(scene, "point", "seat-0"))
    # Of wood there is a cube and an entry, and both are the same to point at.
    assert len(presses(scene, "point", "seat-0")) == 2 * len(keys) == 6
    of_wood = {key: lit_of(after(scene, key=key)).left for key in keys}
    for left in of_wood.values():
        assert left
        kinds = [
            {"wood", "wool", "Golden Grain"} & set(re.findall("wood|wool|Golden Grain", one.text))
            for one in left
        ]
        assert len(set.intersection(*kinds)) == 1
    assert {len(left) for left in of_wood.values()} != {len(scene.view.decision.options)}  # type: ignore[union-attr]
    assert '<span class="note" aria-hidden="true">give wood</span>' in parts(scene)["ask"]


def test_how_many_of_a_kind_is_asked_by_a_click_on_it(tmp_path: Path) -> None:
    path = tmp_path / "market.game"
    path.write_text(MARKET.replace("WHAT", "sell"))
    scene = scene_of(*begun(path))
    assert presses(scene, "option", "seat-0") == ["1 2 3", "1 2 3"]
    assert presses(scene, "point", "seat-0") == []


MARKET = """game "Cube Market"
players 2
values Good: wood, wool, grain named "Golden Grain"
pieces Cube for each good in Good copies 5
state store per Player per Good: 0..20
state sold per Good: 0..90
zone box: set of Cube, seen by nobody, starts with Cube
zone shelf per Player: set of Cube
action sell(
    give per kind in Good from 0..min(3, your store(kind)) where sum(give) is in 1..4 "How much {kind}?"
) "Sell {give}"
  cost remove give from your store
  add give to sold
flow
  for p in players
    set p.store to {wood: 5, grain: 4, wool: 3}
  for g in Good
    move first(c in Cube where c.good is g) to first(players).shelf
  phase market 2 times
    each player in turn
      must WHAT
score goods = sum(your store) + sum(sold) + count(your shelf)
winner least total, then shared
"""
