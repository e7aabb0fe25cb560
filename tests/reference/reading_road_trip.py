"""How the engine's Road Trip reads in the words of the plain one."""

from collections.abc import Sequence

from rulesdsl.engine import events as ev
from rulesdsl.engine.state import State
from tests.engine.whole_answers import Answer
from tests.reference.board import Board
from tests.reference.outside import Chance, Choices, Event, Note
from tests.reference.road_trip import RoadTrip

CATEGORIES = ("start_and_end", "cuisine", "transport", "culture")


class ReadingRoadTrip:
    def __init__(self, board: Board, *, change_of_direction: bool) -> None:
        self.board = board
        self.change_of_direction = change_of_direction
        self.game: RoadTrip

    def plain(self, choices: Choices, chance: Chance, note: Note) -> RoadTrip:
        players = self.board.program.players
        self.game = RoadTrip(players, choices, chance, note, change_of_direction=self.change_of_direction)
        return self.game

    def option(self, state: State, question: str, answer: Answer) -> object:
        del state
        if answer.declined:
            return None
        (value,) = answer.values
        return self.board.name(value) if question == "place" else self.board.member("Culture", value)

    def events(self, state: State, events: Sequence[ev.Event]) -> list[Event]:
        board = self.board
        dealt: dict[int, list[str]] = {}
        found: list[Event] = []
        for event in events:
            match event:
                case ev.Moved():
                    for piece, source, target in zip(event.pieces, event.sources, event.targets, strict=True):
                        match board.place(source), board.place(target):
                            case ("stock", _), ("hand", (player,)):
                                dealt.setdefault(player, []).append(board.name(piece))
                            case ("hand", (player,)), ("trip", _):
                                found.append(("placed", player, board.name(piece)))
                case ev.StateSet(state="scored_in_round", index=(player, kind)):
                    found.append(("culture", player, board.member("Culture", kind)))
                case ev.Recorded():
                    rows = {row: values for row, _, values in event.rows}
                    points = zip(*(rows[category] for category in CATEGORIES), strict=True)
                    found += (("scored", player, *scores) for player, scores in enumerate(points))
                case ev.GameOver():
                    totals = (state.total(player) for player in range(board.program.players))
                    found += [("totals", *totals), ("won", *event.winners)]
                case _:
                    pass
        hands: list[Event] = [("dealt", player, tuple(sorted(hand))) for player, hand in dealt.items()]
        # A round ends with its scores; the hands of the next one come after them.
        return [*found, *hands] if any(event[0] == "scored" for event in found) else [*hands, *found]

    def chances(self, events: Sequence[ev.Event]) -> list[tuple[str, object]]:
        orders = [event.order for event in events if isinstance(event, ev.Shuffled)]
        return [("cards", [self.board.name(piece) for piece in order]) for order in orders]

    def positions(self, state: State) -> tuple[dict[str, object], dict[str, object]]:
        game, board = self.game, Board(state)
        plain: dict[str, object] = {"set aside": game.set_aside}
        engine: dict[str, object] = {"set aside": board.names("stock")}
        countries = range(board.layout.piece_count)
        for player, sheet in enumerate(game.sheets):
            plain[f"hand of {player}"] = sorted(game.hands[player])
            engine[f"hand of {player}"] = sorted(board.names("hand", player))
            plain[f"trip of {player}"] = game.trips[player]
            engine[f"trip of {player}"] = board.names("trip", player)
            plain[f"countries of {player}"] = sheet.countries
            engine[f"countries of {player}"] = {
                board.name(card) for card in countries if board.value("marked_in_round", player, card)
            }
            plain[f"stars of {player}"] = sheet.stars
            plain[f"passport of {player}"] = sheet.passport
            for row in ("stars", "passport"):
                engine[f"{row} of {player}"] = state.score(row, player)
        return plain, engine

    def result(self, state: State) -> tuple[dict[str, object], dict[str, object]]:
        plain: dict[str, object] = {}
        engine: dict[str, object] = {}
        for player, sheet in enumerate(self.game.sheets):
            rows = {
                "start_and_end": sum(sheet.start_and_end),
                "cuisine": sum(sheet.cuisine),
                "transport": sum(sheet.transport),
                "culture": sum(sheet.culture.values()),
                "countries": len(sheet.countries),
                "stars": sheet.stars,
                "passport": sheet.passport,
            }
            for row, points in rows.items():
                plain[f"{row} of {player}"] = points
                engine[f"{row} of {player}"] = state.score(row, player)
            plain[f"total of {player}"] = sheet.total
            engine[f"total of {player}"] = state.total(player)
        return plain, engine
