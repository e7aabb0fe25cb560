"""Games with secrets in which there are also routines, `together` blocks, lists of words, bundles, and tops
of piles that some see.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.properties.secret_games import Maker

WORDS = "leaf bell\nbell\nleaf leaf bell\n"
"""The list of words, `mottos.txt`, beside each game."""


class WiderMaker(Maker):
    """As `Maker`; what it makes of a seed stays the same whatever is added here."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.routines: list[tuple[str, bool]] = [("help_1", False), ("help_2", True)]
        """Their names, and whether they are given a card."""

    def more(self) -> list[str]:
        routines, self.routines = self.routines, []
        # No routine calls another one, so none has to say how deep that goes.
        lines = [
            'words Motto of Suit from "mottos.txt"',
            f"state store per Player per Suit: 0..9, seen by {self.one('all', 'owner', 'owner', 'nobody')}",
            f"state given per Suit: 0..9, seen by {self.one('all', 'nobody', '(lodge)')}",
            *self.block_of("routine help_1", self.lines("", 2)),
            *self.block_of("routine help_2(card: Card)", [self.done_with("card", "")]),
        ]
        self.routines = routines
        return lines

    def block_of(self, head: str, lines: list[str]) -> list[str]:
        return [head, *(f"  {line}" for line in lines)]

    def zone(self, name: str, shape: str, seen: str, *, owned: bool = True) -> str:
        text = super().zone(name, shape, seen, owned=owned)
        if shape == "pile" and "top seen by" not in text and self.often(60):
            text += ", top seen by (lodge)"
        return text

    def kinds(self, you: str) -> list[Callable[[str], list[str]]]:
        kinds = [
            *super().kinds(you),
            self.together,
            self.together,
            self.stored,
            self.sifted,
            self.dice,
            self.bounded,
            self.by_chance,
            self.several_by_chance,
            self.pieces_by_chance,
            self.covered,
        ]
        if self.routines:
            kinds += [self.routine] * 3
        if you == "you" and self.loops < 2:
            kinds += [self.bundle] * 3
        return kinds

    def together(self, you: str) -> list[str]:
        kinds = (self.move, self.set_state, self.flip, self.show, self.mark, self.draw, self.stored)
        return self.block_of("together", [line for _ in range(2) for line in self.one(*kinds)(you)])

    def routine(self, you: str) -> list[str]:
        name, takes = self.one(*self.routines)
        if not takes:
            return [f"do {name}"]
        card = self.name("card")
        return [f"for {card} in {self.pieces(you)}{self.where(card)}", f"  do {name}({card})"]

    def stored(self, you: str) -> list[str]:
        kept = self.one(f"{self.own(you)}store(leaf)", f"{self.own(you)}store(bell)", "given(leaf)")
        return [f"set {kept} to min(9, max(0, {self.value(you)}))"]

    def sifted(self, you: str) -> list[str]:
        """Which pieces are laid open, or how many go, depends on a number."""
        card, goal = self.name("card"), self.goal(you)
        pieces = f"({card} in {self.pieces(you)} where {card}.rank > {self.value(you)})"
        return [
            self.one(f"show {pieces}{self.to(you)}", f"move {pieces} to {goal}", f"flip {pieces} face up")
        ]

    def dice(self, you: str) -> list[str]:
        dice = self.name("dice")
        number = self.one("2", f"min(3, max(0, {self.value(you)}))")
        return [f"roll {number} of 1..6 as {dice}", f"set {self.own(you)}points to sum({dice})"]

    def seen_by(self, you: str) -> str:
        """Who sees what chance gives."""
        return self.one("", "", ", seen by nobody", f", seen by {you}" if you.isidentifier() else "")

    def bounded(self, you: str) -> list[str]:
        """A die that goes from or up to something."""
        die, bound = self.name("die"), f"min(6, max(1, {self.value(you)}))"
        faces = self.one(f"1..{bound}", f"{bound}..6")
        of = self.own(you)
        use = self.one("nothing", f"set {of}note to {die}", f"set {of}points to {die}")
        return [f"roll {die} from {faces}{self.seen_by(you)}", use]

    def among(self, you: str) -> str:
        """Players or numbers that chance can give, chosen by something."""
        who, number = self.name("who"), self.name("number")
        card = self.name("card")
        return self.one(
            f"({who} in players where {self.truth(who)})",
            f"({who} in players where culprit is {self.one('', 'not ')}{who})",
            f"(highest({who} in players by {self.value(who)}))",
            f"({number} in 1..6 where {number} {self.one('>', '<', '=')} {self.value(you)})",
            f"({number} in 1..6 where some({card} in {self.pieces(you)}: {card}.rank = {number}))",
        )

    def by_chance(self, you: str) -> list[str]:
        """One of some, if there are any."""
        chosen, among = self.name("chosen"), self.among(you)
        line = f"choose {chosen} from {among} by chance{self.seen_by(you)}"
        return [line] if self.often(60) else [f"if count({among}) > 0", f"  {line}"]

    def several_by_chance(self, you: str) -> list[str]:
        chosen, among = self.name("chosen"), self.one("players", self.among(you))
        number = self.one("1", f"min({self.players}, max(1, {self.value(you)}))")
        line = f"choose {number} of {among} as {chosen} by chance{self.seen_by(you)}"
        return [line] if self.often(60) else [f"if count({among}) >= {number}", f"  {line}"]

    def pieces_by_chance(self, you: str) -> list[str]:
        card, pieces = self.name("card"), self.pieces(you)
        if self.often(50):
            pieces = f"({card} in {pieces}{self.where(card)})"
        return [
            f"if {pieces} is not empty",
            f"  choose {card} from {pieces} by chance{self.seen_by(you)}",
            f"  {self.done_with(card, you)}",
        ]

    def covered(self, you: str) -> list[str]:
        """How many go somewhere unseen, from where, or which way up, depends on something."""
        card, who = self.name("card"), self.name("who")
        pieces = f"({card} in {self.pieces(you)}{self.where(card)})"
        name, shape, _seen = self.one(*self.zones)
        return self.one(
            [f"move {pieces} to {self.goal(you)} face down"],
            [f"move {self.end(you)} to {self.goal(you)} face down if {self.truth(you)}"],
            [f"draw up to min(2, max(0, {self.value(you)})) from deck to {self.own(you)}{name}"],
            [
                f"let {card} = last({card} in {self.own(you)}{name} by {self.one(f'{card}.rank', 'number')})",
                f"if {self.own(you)}{name} is not empty",
                f"  {self.done_with(card, you)}",
            ],
            [
                f"let {who} = first(highest({who} in players by {self.value(who)}))",
                "nothing" if shape == "set" else f"shuffle {who}.{name}",
                f"move {who}.{name} to {self.goal(you)}",
            ],
        )

    def bundle(self, you: str) -> list[str]:
        """A number for each suit, of which there may be no more than are there."""
        gift, kind = self.name("gift"), self.name("kind")
        most = self.one("2", f"min(2, your store({kind}))", f"min(2, count({self.pieces(you)}))")
        return [
            f'choose {gift} per {kind} in Suit from 0..{most} "How much {{{kind}}}?"',
            self.one(
                f"set given to {gift}", f"set your store to {gift}", f'say "So {{{gift}}}"{self.to(you)}'
            ),
        ]

    def value(self, you: str) -> str:
        if self.often(85):
            return super().value(you)
        return self.one(f"sum({self.own(you)}store)", f"{self.own(you)}store(leaf)", "sum(given)")

    def truth(self, you: str) -> str:
        name, shape = self.zone_of(you)
        if shape == "set" or self.often(60):
            return super().truth(you)
        return self.one(
            f"{name}.suit is in Motto",
            f"begins(Motto, {name}.suit)",
            f"leaf is in following(Motto, {name}.suit)",
            f"fits(Motto, {name}.suit, gap: bell)",
        )
