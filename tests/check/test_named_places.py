"""Places in a line may be called otherwise in play, as values may."""

from pathlib import Path

from rulesdsl import program as ir
from rulesdsl.engine.labels.labels import Labels
from rulesdsl.engine.start import start
from tests.engine.texts import program_of

GAME = """game "Ferries"
players 2..2
places Port: oslo, new_kiel, turku named "Turku (Åbo), \u20ac", riga
links ferry of Port: oslo - new_kiel - turku - riga
state ship per Player: Port, starts oslo
action sail(port from neighbours(ferry, your ship)) "Sail to {port}"
  set your ship to port
flow
  phase day 3 times
    each player in turn
      must sail
score points = if your ship is turku then 1 else 0
winner least total, then shared
"""


def test_a_place_has_its_own_name_in_play(tmp_path: Path) -> None:
    state = start(program_of(tmp_path, GAME))
    labels = Labels.of(state.plan.layout)
    names = [labels.value(place, ir.NodeDomain("Port")) for place in range(4)]
    assert names == ["oslo", "new kiel", "Turku (Åbo), €", "riga"]
    assert str(state.plan.program.nodes["Port"][2]) == "Turku (Åbo), €"
