"""Games with secrets in which little is done: of those in which much is done the checker refuses most for
something else than what it may have overlooked.
"""

from __future__ import annotations

from tests.properties.wider_secret_games import WiderMaker

ASKED = ["each player in turn", '  choose answer from 1..3 "How many?"']
"""Where things are exchanged before, and compared behind it."""


class NarrowMaker(WiderMaker):
    """As `WiderMaker`, with a line or two between decisions that say nothing."""

    def flow(self) -> list[str]:
        lines = [f"deal 2 from deck to {self.zones[0][0]}"]
        lines += [f"deal 1 from deck to {name}" for name, _shape, _seen in (*self.zones[1:], *self.slots)]
        for name, _shape, _seen in self.common[1:]:
            lines.append(f"draw up to 2 from deck to {name}{self.one('', ' face down')}")
        lines += ["choose who from players by chance, seen by nobody", "set culprit to who"]
        lines += ["roll die from 1..6, seen by nobody", "set number to die"]
        lines += ["for p in players", "  roll own_die from 1..6, seen by p", "  set p.note to own_die"]
        return [*lines, *ASKED, *self.part(), *ASKED]

    def part(self) -> list[str]:
        match self.number(0, 3):
            case 0:
                return self.lines("", self.number(1, 2))
            case 1:
                return ["for p in players", *self.block("p", 1)]
            case 2:
                return ["player first(players)", *self.block("you", self.number(1, 2))]
            case _:
                return ["each player in turn", *self.block("you", 1)]

    def action(self, number: int) -> tuple[str, str]:
        return f"act_{number}", f'action act_{number} "Do act_{number}"\n  nothing'
