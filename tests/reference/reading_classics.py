"""How the engine's classics read in the words of the plain ones."""

from collections.abc import Sequence

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.state import State
from tests.engine.whole_answers import Answer
from tests.reference.board import Board
from tests.reference.connect_four import ConnectFour
from tests.reference.hearts import SUITS, Card, Hearts
from tests.reference.kalah import Kalah
from tests.reference.nim import Nim
from tests.reference.outside import Chance, Choices, Event, Note
from tests.reference.tic_tac_toe import TicTacToe

Positions = tuple[dict[str, object], dict[str, object]]


def column_and_row(cell: int, columns: int) -> tuple[int, int]:
    """Both from 1; cells are numbered row by row."""
    return cell % columns + 1, cell // columns + 1


class ReadingTicTacToe:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.game: TicTacToe

    def plain(self, choices: Choices, chance: Chance, note: Note) -> TicTacToe:
        del chance
        self.game = TicTacToe(choices, note)
        return self.game

    def option(self, state: State, question: str, answer: Answer) -> object:
        del state, question
        return column_and_row(answer.values[0], 3)

    def events(self, state: State, events: Sequence[ev.Event]) -> list[Event]:
        del state
        found: list[Event] = []
        for event in events:
            match event:
                case ev.StateSet(state="mark", index=(cell,), new=player):
                    found.append(("marked", player, column_and_row(cell, 3)))
                case ev.GameOver():
                    found.append(("won", *event.winners))
                case _:
                    pass
        return found

    def chances(self, events: Sequence[ev.Event]) -> list[tuple[str, object]]:
        del events
        return []

    def positions(self, state: State) -> Positions:
        marks = {column_and_row(cell, 3): Board(state).value("mark", cell) for cell in range(9)}
        marks = {cell: player for cell, player in marks.items() if player != ir.NONE}
        return {"marks": self.game.marks}, {"marks": marks}

    def result(self, state: State) -> Positions:
        return self.positions(state)


class ReadingConnectFour:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.game: ConnectFour

    def plain(self, choices: Choices, chance: Chance, note: Note) -> ConnectFour:
        del chance
        self.game = ConnectFour(choices, note)
        return self.game

    def option(self, state: State, question: str, answer: Answer) -> object:
        del state, question
        return answer.values[0]

    def events(self, state: State, events: Sequence[ev.Event]) -> list[Event]:
        del state
        found: list[Event] = []
        for event in events:
            match event:
                case ev.StateSet(state="disc", index=(cell,), new=player):
                    found.append(("dropped", player, column_and_row(cell, 7)[0]))
                case ev.GameOver():
                    found.append(("won", *event.winners))
                case _:
                    pass
        return found

    def chances(self, events: Sequence[ev.Event]) -> list[tuple[str, object]]:
        del events
        return []

    def positions(self, state: State) -> Positions:
        plain = {
            (column, row): player
            for column, discs in enumerate(self.game.columns, 1)
            for row, player in enumerate(discs, 1)
        }
        discs = {column_and_row(cell, 7): Board(state).value("disc", cell) for cell in range(42)}
        return {"discs": plain}, {
            "discs": {cell: player for cell, player in discs.items() if player != ir.NONE}
        }

    def result(self, state: State) -> Positions:
        return self.positions(state)


class ReadingNim:
    def __init__(self, board: Board, *, last_loses: bool) -> None:
        self.board = board
        self.last_loses = last_loses
        self.game: Nim

    def plain(self, choices: Choices, chance: Chance, note: Note) -> Nim:
        del chance
        self.game = Nim(choices, note, last_loses=self.last_loses)
        return self.game

    def option(self, state: State, question: str, answer: Answer) -> object:
        del state, question
        heap, number = answer.values
        return self.board.member("Heap", heap), number

    def events(self, state: State, events: Sequence[ev.Event]) -> list[Event]:
        del state
        found: list[Event] = []
        taken: tuple[str, int] | None = None
        for event in events:
            match event:
                case ev.StateSet(state="left_in", index=(heap,), old=int(old), new=int(new)) if new < old:
                    taken = (self.board.member("Heap", heap), old - new)
                case ev.StateSet(state="last_taker", new=player) if taken is not None:
                    found.append(("took", player, *taken))
                case ev.GameOver():
                    found.append(("won", *event.winners))
                case _:
                    pass
        return found

    def chances(self, events: Sequence[ev.Event]) -> list[tuple[str, object]]:
        del events
        return []

    def positions(self, state: State) -> Positions:
        board = Board(state)
        heaps = {board.member("Heap", heap): board.value("left_in", heap) for heap in range(3)}
        return {"heaps": self.game.heaps}, {"heaps": heaps}

    def result(self, state: State) -> Positions:
        return self.positions(state)


class ReadingHearts:
    def __init__(self, board: Board, *, limit: int) -> None:
        self.board = board
        self.limit = limit
        self.game: Hearts

    def plain(self, choices: Choices, chance: Chance, note: Note) -> Hearts:
        self.game = Hearts(choices, chance, note, limit=self.limit)
        return self.game

    def card(self, piece: int) -> Card:
        """Pieces are made suit by suit, in the order of the suits."""
        return SUITS[piece // 13], piece % 13 + 2

    def option(self, state: State, question: str, answer: Answer) -> object:
        del state
        cards = [self.card(piece) for piece in answer.values]
        return tuple(sorted(cards, key=repr)) if question == "pass" else cards[0]

    def events(self, state: State, events: Sequence[ev.Event]) -> list[Event]:
        board = self.board
        passed: dict[tuple[int, int], list[Card]] = {}
        found: list[Event] = []
        for event in events:
            match event:
                case ev.Moved():
                    for piece, source, target in zip(event.pieces, event.sources, event.targets, strict=True):
                        match board.place(source), board.place(target):
                            case ("hand", (player,)), ("hand", (receiver,)):
                                passed.setdefault((player, receiver), []).append(self.card(piece))
                            case ("hand", (player,)), ("played", _):
                                found.append(("played", player, self.card(piece)))
                            case ("played", (0,)), ("taken", (player,)):
                                found.append(("taken", player))
                case ev.Recorded():
                    found += (("scored", *points) for row, _, points in event.rows if row == "penalty")
                case ev.GameOver():
                    totals = (state.total(player) for player in range(4))
                    found += [("totals", *totals), ("won", *event.winners)]
                case _:
                    pass
        passes: list[Event] = [("passed", *seats, tuple(sorted(cards))) for seats, cards in passed.items()]
        return [*passes, *found]

    def chances(self, events: Sequence[ev.Event]) -> list[tuple[str, object]]:
        orders = [event.order for event in events if isinstance(event, ev.Shuffled)]
        # Where the deck was shuffled before as well, nobody has looked at it.
        return [("deck", [self.card(piece) for piece in order]) for order in orders[-1:]]

    def positions(self, state: State) -> Positions:
        game, board = self.game, Board(state)
        plain: dict[str, object] = {"broken": game.broken, "trick": game.trick}
        engine: dict[str, object] = {
            "broken": board.value("broken") == 1,
            "trick": {
                player: self.card(piece) for player in range(4) for piece in board.pieces("played", player)
            },
        }
        for player in range(4):
            plain[f"hand of {player}"] = sorted(game.hands[player])
            engine[f"hand of {player}"] = sorted(map(self.card, board.pieces("hand", player)))
            plain[f"taken by {player}"] = sorted(game.taken[player])
            engine[f"taken by {player}"] = sorted(map(self.card, board.pieces("taken", player)))
            plain[f"points of {player}"] = game.totals[player]
            engine[f"points of {player}"] = state.score("penalty", player)
        return plain, engine

    def result(self, state: State) -> Positions:
        return self.positions(state)


class ReadingKalah:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.game: Kalah

    def plain(self, choices: Choices, chance: Chance, note: Note) -> Kalah:
        del chance
        self.game = Kalah(choices, note)
        return self.game

    def option(self, state: State, question: str, answer: Answer) -> object:
        """The second player's first pit is the eighth of the ring, behind the first player's store."""
        del state, question
        return answer.values[0] % 7 + 1

    def events(self, state: State, events: Sequence[ev.Event]) -> list[Event]:
        found: list[Event] = []
        for event in events:
            match event:
                case ev.Chosen(stage="pit"):
                    found.append(("sowed", event.player, event.value % 7 + 1))
                case ev.GameOver():
                    found += [
                        ("stores", *(state.total(player) for player in range(2))),
                        ("won", *event.winners),
                    ]
                case _:
                    pass
        return found

    def chances(self, events: Sequence[ev.Event]) -> list[tuple[str, object]]:
        del events
        return []

    def positions(self, state: State) -> Positions:
        seeds = [Board(state).value("seeds", pit) for pit in range(14)]
        return {"sides": self.game.sides}, {"sides": [seeds[:7], seeds[7:]]}

    def result(self, state: State) -> Positions:
        stores = [side[-1] for side in self.game.sides]
        return {"stores": stores}, {"stores": [state.total(player) for player in range(2)]}
