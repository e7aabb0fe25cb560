"""Small games with secrets, made at random: zones that all, some or nobody sees, hidden states and chance,
decisions, texts, and all lines that show, turn, move or count what is hidden.

Most are refused by the checker, because they tell something; the others are there to be played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from textwrap import indent
from typing import TypeVar

Choice = TypeVar("Choice")

SEEN = ("all", "owner", "others", "nobody", "(lodge)")
SHAPES = ("set", "row", "pile")


class Maker:
    """One game. `you` in its lines: who acts or is gone through there, "" for nobody."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.names = 0
        self.zones: list[tuple[str, str, str]] = []
        """Those of players: name, shape, who sees them."""
        self.common: list[tuple[str, str, str]] = [("deck", "pile", "nobody")]
        self.slots: list[tuple[str, str, str]] = []
        self.actions: list[str] = []
        self.loops = 0

    # ------------------------------------------------------------ chance

    def one(self, *choices: Choice) -> Choice:
        return self.chance.choice(choices)

    def often(self, percent: int) -> bool:
        return self.chance.randrange(100) < percent

    def number(self, low: int, high: int) -> int:
        return self.chance.randint(low, high)

    def name(self, stem: str) -> str:
        self.names += 1
        return f"{stem}_{self.names}"

    # ------------------------------------------------------------ the game

    def text(self) -> str:
        self.declare()
        actions = [self.action(number) for number in range(self.number(0, 2))]
        self.actions += [name for name, _text in actions]
        lines = [
            'game "Secrets"',
            f"players {self.players}..{self.players}",
            "values Suit: leaf, bell",
            "pieces Card for each suit in Suit, rank in 1..6",
            "zone deck: pile of Card, seen by nobody"
            + self.one("", "", ", top seen by all")
            + self.renewal()
            + ", starts with Card shuffled",
            *(self.zone(*zone) for zone in (*self.zones, *self.slots)),
            *(self.zone(*zone, owned=False) for zone in self.common[1:]),
            "state points per Player: 0..99",
            f"state note per Player: 0..9, seen by {self.one('owner', 'owner', 'nobody')}",
            f"state number: 0..9, starts {self.number(0, 9)}, seen by nobody",
            "state culprit: Player or none, seen by nobody",
            "state lodge: set of Player",
            "state marked per Card: yes or no",
            f"state secret_mark per Card: yes or no, seen by {self.one('all', 'nobody')}",
            f"state hint per Player: 0..9, seen by {self.one('all', 'others', 'nobody', '(lodge)')}",
            f"state known: set of Card, seen by {self.one('all', 'nobody', '(lodge)')}",
            *(text for _name, text in actions),
            *self.more(),
            *([self.rule()] if self.often(15) else []),
            "flow",
            indent("\n".join(self.flow()), "  "),
            "score made = your points",
            "winner most total, then shared",
        ]
        return "\n".join(lines) + "\n"

    def declare(self) -> None:
        self.players = self.one(2, 2, 3)
        for number in range(self.number(1, 2)):
            self.zones.append((f"hand_{number}", self.one(*SHAPES, "set", "row"), self.one(*SEEN, "owner")))
        if self.often(40):
            # What lies in a slot is one piece or none.
            self.slots.append(("role", "slot", self.one("owner", "owner", "others", "nobody", "(lodge)")))
        for number in range(self.number(0, 2)):
            seen = self.one("all", "nobody", "(lodge)")
            self.common.append((f"table_{number}", self.one(*SHAPES), seen))

    def zone(self, name: str, shape: str, seen: str, *, owned: bool = True) -> str:
        words = [f"zone {name}{' per Player' if owned else ''}: {shape} of Card, seen by {seen}"]
        if shape == "pile" and self.often(40):
            words.append(f"top seen by {self.one('all', 'owner') if owned else 'all'}")
        if self.often(40):
            words.append(f"face down seen by {self.one('owner', 'nobody') if owned else 'nobody'}")
        if shape == "slot":
            words.append(f"at most 1, old one goes to {self.one('deck', 'your ' + self.zones[0][0])}")
        elif owned and self.often(20):
            words.append(self.one("at most 2, owner discards extra to deck", "at most 3, extra goes to deck"))
        elif shape != "set" and not owned and self.often(15):
            words.append("kept at 2 from deck")
        return ", ".join(words)

    def more(self) -> list[str]:
        """What else is declared."""
        return []

    def renewal(self) -> str:
        """Where the deck is filled from when nothing is left."""
        if len(self.common) < 2 or self.often(70):
            return ""
        when = self.one("", f" when {self.truth('')}")
        return f", renewed from {self.common[-1][0]}{when}"

    def flow(self) -> list[str]:
        lines = [f"deal {self.number(1, 2)} from deck to {self.zones[0][0]}"]
        if len(self.zones) > 1:
            lines.append(f"deal 1 from deck to {self.zones[1][0]}")
        lines += [f"deal 1 from deck to {name}" for name, _shape, _seen in self.slots]
        for name, _shape, _seen in self.common[1:]:
            lines.append(f"draw up to 2 from deck to {name}{self.down('')}")
        if self.often(60):
            lines += ["choose who from players by chance, seen by nobody", "set culprit to who"]
        if self.often(40):
            lines.append("add first(players) to lodge")
        for _ in range(self.number(1, 3)):
            lines += self.part()
        return lines

    def part(self) -> list[str]:
        """What nobody does, or everybody in turn."""
        kind = self.number(0, 9)
        if kind < 3:
            return self.line("")
        if kind < 5:
            return self.all_in_secret()
        if kind < 7:
            phase = self.name("turns")
            ends = self.one("until", "until", "stops the moment")
            until = [f"  {ends} {self.truth('')}"] if self.often(30) else []
            body = self.block("you", self.number(1, 2))
            return [f"phase {phase} up to 3 times", "  turn of each player", *until, *body]
        whom = self.one("", "", " of lodge", f" of (p in players where {self.truth('p')})")
        return [f"each player{whom} in turn", *self.block("you", self.number(1, 2))]

    def action(self, number: int) -> tuple[str, str]:
        name = f"act_{number}"
        head = ""
        if self.often(60):
            card = self.name("card")
            source = self.pieces("you")
            head = f"({card} from {source}{self.where(card)})"
            body = self.with_card(card, "you")
        else:
            body = self.lines("you", 1)
        when = [f"when {self.truth('you')}"] if self.often(50) else []
        return name, "\n".join([f'action {name}{head} "Do {name}"', *(f"  {one}" for one in (*when, *body))])

    def rule(self) -> str:
        return "\n".join(
            (
                "always watch for p in players",
                f"  when p.points > 3 and {self.truth('p')}",
                "  set p.points to 0",
            )
        )

    # ------------------------------------------------------------ lines

    def block(self, you: str, number: int) -> list[str]:
        return [f"  {one}" for one in self.lines(you, number)]

    def lines(self, you: str, number: int) -> list[str]:
        return [one for _ in range(number) for one in self.line(you)]

    def line(self, you: str) -> list[str]:
        return self.one(*self.kinds(you))(you)

    def kinds(self, you: str) -> list[Callable[[str], list[str]]]:
        """What lines there can be here."""
        kinds: list[Callable[[str], list[str]]] = [
            self.say,
            self.show,
            self.set_state,
            self.set_state,
            self.move,
            self.move,
            self.draw,
            self.flip,
            self.shuffle,
            self.roll,
            self.mark,
            self.plain,
            self.to_some,
            self.deal,
            self.drawn,
        ]
        if self.loops < 2:
            kinds += [self.condition, self.condition, self.each, self.each_piece, self.each_piece]
            if you == "you":
                kinds += [
                    self.may,
                    self.may,
                    self.may,
                    self.choose,
                    self.choose,
                    self.act,
                    self.act,
                    self.named,
                ]
            elif not you:
                kinds += [self.somebody]
        return kinds

    def inner(self, you: str, number: int = 2) -> list[str]:
        self.loops += 1
        lines = self.block(you, self.number(1, number))
        self.loops -= 1
        return lines

    def say(self, you: str) -> list[str]:
        return [
            f'say "So {self.one("", "", f"{{{self.value(you)}}}", f"{{{self.pieces(you)}}}")}"{self.to(you)}'
        ]

    def to(self, you: str) -> str:
        if self.often(50):
            return ""
        return f" to {self.somebody_else(you)}"

    def somebody_else(self, you: str) -> str:
        choices = ["first(players)"]
        if you:
            choices += [you, you, f"left({you})"]
        return self.one(*choices)

    def show(self, you: str) -> list[str]:
        return [f"show {self.one(self.pieces(you), self.end(you))}{self.to(you)}"]

    def to_some(self, you: str) -> list[str]:
        """To whom it is, is perhaps a secret itself."""
        who = self.name("who")
        if self.often(40):
            whom = f"({who} in players where culprit is {who})"
        else:
            whom = f"({who} in players where {self.truth(who)})"
        return [self.one(f"show {self.pieces(you)} to {whom}", f'say "So {{{self.value(you)}}}" to {whom}')]

    def deal(self, _you: str) -> list[str]:
        who, (name, _shape, _seen) = self.name("who"), self.one(*self.zones)
        if self.often(50):
            return ["if count(deck) > 4", f"  deal 1 from deck to {name}"]
        return [
            "if count(deck) > 4",
            f"  deal 1 from deck to {name} of ({who} in players where {self.truth(who)})",
        ]

    def drawn(self, you: str) -> list[str]:
        card, goal = self.name("card"), self.goal(you)
        if goal == "deck":
            return self.draw(you)
        return [
            f"draw up to 1 from deck to {goal} as {card}{self.one('', '', ' face down')}",
            f"if {card} is not none{self.one('', f' and {self.of_card(card)}')}",
            f"  {self.done_with(card, you)}",
        ]

    def set_state(self, you: str) -> list[str]:
        if self.often(15):
            return [f"set {self.own(you)}hint to min(9, max(0, {self.value(you)}))"]
        value = f"min(9, max(0, {self.value(you)}))" if self.often(50) else f"{self.number(0, 3)}"
        of = self.own(you)
        return [f"set {self.one(f'{of}points', f'{of}points', f'{of}note', 'number')} to {value}"]

    def mark(self, you: str) -> list[str]:
        card = self.name("card")
        state = self.one("marked", "secret_mark")
        return [f"for {card} in {self.pieces(you)}{self.where(card)}", f"  set {state}({card}) to yes"]

    def move(self, you: str) -> list[str]:
        card = self.name("card")
        source = self.one(
            self.pieces(you), self.end(you), f"({card} in {self.pieces(you)} where {self.of_card(card)})"
        )
        return [f"move {source} to {self.goal(you)}{self.down(you)}"]

    def draw(self, you: str) -> list[str]:
        source = self.one("deck", "deck", self.goal(you))
        number = self.one("1", "1", "2", f"min(2, max(0, {self.value(you)}))") if self.often(40) else "1"
        goal = self.goal(you)
        return (
            [f"draw up to {number} from {source} to {goal}{self.down(you)}"]
            if source != goal
            else ["nothing"]
        )

    def down(self, you: str) -> str:
        return self.one("", "", " face down", f" face down if {self.truth(you)}" if self.often(50) else "")

    def flip(self, you: str) -> list[str]:
        return [f"flip {self.one(self.pieces(you), self.end(you))} face {self.one('up', 'down')}"]

    def shuffle(self, you: str) -> list[str]:
        name, shape = self.zone_of(you)
        return [f"shuffle {'deck' if shape == 'set' else name}"]

    def roll(self, you: str) -> list[str]:
        die = self.name("die")
        seen = self.one("", ", seen by nobody", f", seen by {you}" if you.isidentifier() else "")
        of = self.own(you)
        use = self.one(f"set {of}note to {die}", f"set number to {die}", f"set {of}points to {die}")
        return [f"roll {die} from 1..{self.one('3', '3', '6')}{seen}", use]

    def condition(self, you: str) -> list[str]:
        lines = [f"if {self.truth(you)}", *self.inner(you)]
        return [*lines, "else", *self.inner(you)] if self.often(30) else lines

    def plain(self, you: str) -> list[str]:
        """Something that all see, because of some cards."""
        name, _shape, _seen = self.one(*self.zones)
        owner = f"left({you})" if you else "first(players)"
        seen = self.one("set first(players).points to 3", 'say "So"', "shuffle deck", "end game")
        return [f"if sum({owner}.{name}.rank) > {self.number(2, 5)}", f"  {seen}"]

    def each(self, you: str) -> list[str]:
        who = self.name("who")
        where = f" where {self.truth(who)}" if self.often(50) else ""
        among = self.one("players", "players", "others" if you == "you" else "players")
        return [f"for {who} in {among}{where}", *self.inner(who)]

    def each_piece(self, you: str) -> list[str]:
        """Something is done with some pieces, one after the other."""
        card = self.name("card")
        lines = [self.done_with(card, you) for _ in range(self.number(1, 2))]
        if self.often(30):
            lines = [f"if {self.of_card(card)}", *(f"  {line}" for line in lines)]
        elif self.often(20):
            lines.append(f"add 1 to {self.own(you) if you else 'number'}{'points' if you else ''}")
        return [f"for {card} in {self.pieces(you)}{self.where(card)}", *(f"  {line}" for line in lines)]

    def somebody(self, _you: str) -> list[str]:
        whom = self.one("first(players)", "left(first(players))")
        if self.often(20):
            who = self.name("who")
            chosen = self.one("culprit", f"the_only(p in players where {self.truth('p')})")
            return [
                f"let {who} = {chosen}",
                f"if {who} is not none",
                f"  player {who}",
                *(f"  {one}" for one in self.inner("you")),
            ]
        return [f"player {whom}", *self.inner("you")]

    # ------------------------------------------------------------ decisions

    def named(self, you: str) -> list[str]:
        value = self.name("value")
        return [f"let {value} = {self.value(you)}", f"if {value} > {self.number(1, 5)}", *self.inner(you)]

    def may(self, you: str) -> list[str]:
        if self.often(50):
            # What only who is asked can see.
            hand = f"your {self.zones[0][0]}"
            held = self.one(f"sum({hand}.rank) > {self.number(2, 7)}", f"your note > {self.number(0, 2)}")
            own = self.block("first(players)", 1)
            return ['may "Go on?"', f"  when {held}", *own]
        title = self.one("Go on?", "Go on?", f"It is {{{self.value(you)}}}: go on?")
        when = [f"  when {self.truth(you)}"] if self.often(60) else []
        return [f'may "{title}"', *when, *self.inner(you)]

    def act(self, you: str) -> list[str]:
        if not self.actions:
            return self.may(you)
        return [self.one(f"may {' or '.join(self.actions)}", f"must {' or '.join(self.actions)} if possible")]

    def choose(self, you: str) -> list[str]:
        if self.often(25):
            count = self.name("number")
            return [
                f'choose {count} from 0..3 "How many?"',
                f"set {self.one('your points', 'your note')} to {count}",
            ]
        if self.often(25):
            cards = self.name("cards")
            return [
                f'may choose up to 2 of {self.pieces(you)} as {cards} "Which cards?"',
                f"move {cards} to {self.goal(you)}{self.down(you)}",
            ]
        card = self.name("card")
        return [
            f'may choose {card} from {self.pieces(you)}{self.where(card)} "Which card?"',
            f"if {card} is not none",
            *(f"  {one}" for one in self.with_card(card, you)),
        ]

    def with_card(self, card: str, you: str) -> list[str]:
        line = self.done_with(card, you)
        lines = [f"if {self.truth(you)}", f"  {line}"] if self.often(25) else [line]
        return [
            *lines,
            *(self.lines(you, 1) if self.often(30) else []),
        ]

    def done_with(self, card: str, you: str) -> str:
        return self.one(
            f"move {card} to {self.goal(you)}{self.down(you)}",
            f"move {card} to {self.goal(you)}",
            f"show {card}{self.to(you)}",
            f"flip {card} face {self.one('up', 'down')}",
            f"set marked({card}) to yes",
            f'say "{you} takes {{{card}}}"{self.to(you)}'
            if you == "your"
            else f'say "{{{card}}}"{self.to(you)}',
            f"set {self.own(you)}points to {card}.rank",
            self.one(f"add {card} to known", f"add {card} to known", f"remove {card} from known"),
        )

    def all_in_secret(self) -> list[str]:
        number = self.name("number")
        lines = ["all players in secret"]
        if self.often(30):
            lines += [f"  if {self.truth('you')}", '    choose other_one from others "Whom?"']
            lines += [f"    show {self.one('other_one', 'you')}.{self.zones[0][0]} to you"]
        lines += [f'  choose {number} from 0..3 "How many?"', f"  set your note to {number}"]
        if self.often(30):
            lines.append(f"  show left(you).{self.zones[0][0]} to you")
        if self.often(30):
            card = self.name("card")
            lines += [
                f'  may choose {card} from your {self.zones[0][0]}{self.where(card)} "Which card?"',
                f"  if {card} is not none",
                f"    {self.one('set secret_mark', 'set marked')}({card}) to yes",
                f"    move {card} to your {self.zones[-1][0]}{self.one('', ' face down')}",
            ]
        if self.often(30):
            lines += [f'  say "It is {{{self.value(you="you")}}}" to you']
        if self.often(20):
            lines += ['  may "Again?"', f"    when {self.truth('you')}", "    set your note to 3"]
        return lines

    # ------------------------------------------------------------ formulas

    def own(self, you: str) -> str:
        return "first(players)." if not you else "your " if you == "you" else f"{you}."

    def zone_of(self, you: str) -> tuple[str, str]:
        """A zone that can be named here, and its shape."""
        if self.often(35):
            name, shape, _seen = self.one(*self.common)
            return name, shape
        name, shape, _seen = self.one(*self.zones)
        if not you or self.often(15):
            return f"{self.one('first(players)', 'left(first(players))')}.{name}", shape
        return self.one(f"{self.own(you)}{name}", f"left({you}).{name}"), shape

    def pieces(self, you: str) -> str:
        if self.often(12):
            return f"players.{self.one(*self.zones, *self.slots)[0]}"
        if you == "you" and self.often(12):
            return f"others.{self.one(*self.zones)[0]}"
        return self.zone_of(you)[0]

    def end(self, you: str) -> str:
        name, shape = self.zone_of(you)
        if shape == "set":
            return name
        return f"{self.one('first', 'last')}({name}, 1)"

    def goal(self, you: str) -> str:
        if self.slots and self.often(12):
            return f"{self.own(you)}role"
        return self.zone_of(you)[0]

    def where(self, card: str) -> str:
        return f" where {self.of_card(card)}" if self.often(50) else ""

    def of_card(self, card: str) -> str:
        return self.one(
            f"{card}.rank > {self.number(1, 5)}",
            f"{card}.suit is leaf",
            f"marked({card})",
            f"secret_mark({card})",
            f"{card} is in known",
            f"not face_down({card})",
            f"face_down({card})",
            f"not face_down({card}) and {card}.rank > 2",
        )

    def value(self, you: str) -> str:
        card = self.name("card")
        of = self.own(you)
        return self.one(
            f"count({self.pieces(you)})",
            f"sum({self.pieces(you)}.rank)",
            f"sum({self.end(you)}.rank)",
            f"count({card} in {self.pieces(you)} where {self.of_card(card)})",
            f"{of}points",
            f"{of}note",
            f"{of}hint",
            "count(known)",
            "number",
            "sum(players.note)",
            f"sum({card} in {self.pieces(you)} where not face_down({card}): {card}.rank)",
        )

    def truth(self, you: str) -> str:
        card = self.name("card")
        choices = [
            f"{self.value(you)} > {self.number(0, 6)}",
            f"{self.value(you)} > {self.number(0, 6)}",
            f"some({card} in {self.pieces(you)}: {self.of_card(card)})",
            f"{self.pieces(you)} is empty",
            f"count({self.pieces(you)}) > 1",
        ]
        if you:
            choices += [f"culprit is {you}", f"{you} is in lodge"]
        if self.slots:
            whose = self.one(self.own(you), self.own(you), "first(players).")
            choices += [
                f"{whose}role is {self.one('', 'not ')}none",
                f"{whose}role is not none and {whose}role.rank > {self.number(1, 5)}",
                f"{whose}role is not none and {whose}role.suit is leaf",
            ]
        return self.one(*choices)


def secret_game(seed: int) -> str:
    """The text of the game with this number."""
    return Maker(seed).text()


def leak_codes() -> Sequence[str]:
    """By these the checker says that a game tells something."""
    return ("information-leak", "telling-effect", "secret-not-kept", "chance-in-the-open")
