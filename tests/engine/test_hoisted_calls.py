"""What is worked out once before a loop is what nothing in it changes, however deep it stands."""

from pathlib import Path

from rulesdsl.engine.plan import Plan
from tests.engine.side_by_side import play_side_by_side
from tests.loading import load

GAME = """
game "Watch"
players 2..2

places Spot ring 5

state on per Spot: 0..3
state watch per Player: Spot, starts first(Spot)

define crowd(f: Spot) per Player =
  let beside = (t in Spot where t is not f and on(t) > 0)
  count(beside) + on(f) + sum(t in beside: on(t) * watch_of(t))
define watch_of(f: Spot) = count(p in players where p.watch is f)

flow
  phase day 5 times
    each player in turn
      choose target from Spot where some(f in {onward(target, 1)}: your crowd(f) < 6) "Where?"
      set on(target) to (on(target) + 2) mod 4
      set your watch to target

score near = your crowd(your watch)
winner most total, then shared
"""


def test_a_call_with_what_an_inner_loop_binds_stays_inside(tmp_path: Path) -> None:
    path = tmp_path / "watch.game"
    path.write_text(GAME.lstrip(), "utf-8")
    for seed in range(3):
        play_side_by_side(Plan(load(path).program(2)), seed, most=40)
