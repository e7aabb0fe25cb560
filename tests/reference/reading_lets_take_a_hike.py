"""How the engine's Let's Take a Hike reads in the words of the plain one."""

from collections.abc import Sequence

from rulesdsl.engine import events as ev
from rulesdsl.engine.state import State
from tests.engine.whole_answers import Answer
from tests.reference.board import Board
from tests.reference.lets_take_a_hike import PLACES, LetsTakeAHike
from tests.reference.outside import Chance, Choices, Event, Note


class ReadingLetsTakeAHike:
    def __init__(self, board: Board, *, face_down: bool = False, overpaying: bool = False) -> None:
        self.board = board
        self.face_down = face_down
        self.overpaying = overpaying
        self.game: LetsTakeAHike

    def plain(self, choices: Choices, chance: Chance, note: Note) -> LetsTakeAHike:
        players = self.board.program.players
        self.game = LetsTakeAHike(
            players, choices, chance, note, face_down=self.face_down, overpaying=self.overpaying
        )
        return self.game

    def spot(self, value: int) -> str:
        return self.board.member("Spot", value)

    def option(self, state: State, question: str, answer: Answer) -> object:
        board, values = Board(state), answer.values
        match question:
            case "join" | "leave":
                return not answer.declined
            case "pack at the start":
                return None if answer.declined else (board.name(values[0]), self.spot(values[1]))
            case "turn":
                return {"three_card_actions": "three card actions", "start_hike": "hike"}[answer.alternative]
            case "card action":
                match answer.alternative:
                    case "draw_card":
                        return ("draw",)
                    case "place_item":
                        return ("pack", board.name(values[0]), self.spot(values[1]))
                    case _:
                        return ("hazard", board.name(values[0]))
            case "card of the trail":
                return None if answer.declined else board.name(values[0])
            case "too many cards":
                return tuple(sorted(board.name(piece) for piece in values))
        places = [self.spot(board.place_of(piece)[1][1]) for piece in values]
        if question == "distance":
            return tuple(sorted(places, key=PLACES.index))
        (place,) = places
        return place

    def events(self, state: State, events: Sequence[ev.Event]) -> list[Event]:
        board = self.board
        found: list[Event] = []
        guide, stolen = -1, -1
        for event in events:
            match event:
                case ev.Chanced(what="first_player", values=(player,)):
                    found.append(("first", player))
                case ev.Chanced(what="stolen", values=(piece,)):
                    stolen = piece
                case ev.Said(words=words):
                    values = [word.value for word in words if isinstance(word, ev.Value)]
                    text = "".join(word for word in words if isinstance(word, str))
                    if "turns over" in text and isinstance(values[0], int):
                        guide = values[0]
                    elif "draws" in text and isinstance(values[1], int):
                        found.append(("drew for a tie", values[0], board.name(values[1])))
                case ev.Moved():
                    moves = zip(event.pieces, event.sources, event.targets, strict=True)
                    told = [
                        self.move(piece, board.place(source), board.place(target), event.how, guide, stolen)
                        for piece, source, target in moves
                    ]
                    found += together([one for one in told if one])
                case ev.StateSet(state="hikers", old=tuple(old), new=tuple(new)):
                    gone = [("left", player) for player in old if player not in new]
                    come = [("joined" if old else "hike", player) for player in new if player not in old]
                    found += [*gone, *come]
                case ev.GameOver():
                    points = (state.total(player) for player in range(board.program.players))
                    found += [("points", *points), ("won", *event.winners)]
                case _:
                    pass
        return found

    def move(
        self,
        piece: int,
        source: tuple[str, tuple[int, ...]],
        target: tuple[str, tuple[int, ...]],
        how: str,
        guide: int,
        stolen: int,
    ) -> Event:
        """What one piece's move is called; empty if it is not noted."""
        name = self.board.name(piece)
        match source, target:
            case ("draw_pile", _), ("hand", (player,)) if how != "deal":
                return ("drew", player)
            case ("draw_pile", _), ("table", _):
                return ("turned over", guide, name)
            case ("hand", (player,)), ("table", _):
                return ("hazard", player, name)
            case ("hand", _), ("pack", (player, place)):
                return ("packed", player, name, self.spot(place))
            case ("hand", (player,)), ("discard_pile", _):
                return ("stolen" if piece == stolen else "discarded", player, name)
            case ("pack", (player, _)), ("discard_pile", _):
                return ("discarded", player, name)
            case ("trail", _), ("score_pile", (player,)):
                return ("took", player, name)
        return ()

    def chances(self, events: Sequence[ev.Event]) -> list[tuple[str, object]]:
        board = self.board
        found: list[tuple[str, object]] = []
        stolen = -1
        for event in events:
            match event:
                case ev.Shuffled():
                    found.append(("draw pile", [board.name(piece) for piece in event.order]))
                case ev.Chanced(what="first_player", values=(player,)):
                    found.append(("first player", player))
                case ev.Chanced(what="stolen", values=(piece,)):
                    stolen = piece
                case ev.Chanced(what="card", values=(piece,)):
                    found.append(("draw for skunks", board.name(piece)))
                case ev.Moved(pieces=(piece,), sources=(source,)) if piece == stolen:
                    (player,) = board.place(source)[1]
                    found.append((f"stolen from {player}", board.name(piece)))
                    stolen = -1
                case _:
                    pass
        return found

    def positions(self, state: State) -> tuple[dict[str, object], dict[str, object]]:
        game, board = self.game, Board(state)
        plain: dict[str, object] = {
            "draw pile": game.draw_pile,
            "discard pile": sorted(game.discard_pile),
            "trail": sorted(game.trail),
            "hazard": [game.hazard] if game.hazard else [],
            "hikers": sorted(game.hikers),
            "all drawn": game.all_drawn,
        }
        hikers = board.value("hikers")
        assert isinstance(hikers, tuple)
        engine: dict[str, object] = {
            "draw pile": board.names("draw_pile"),
            "discard pile": sorted(board.names("discard_pile")),
            "trail": sorted(board.names("trail")),
            "hazard": board.names("table"),
            "hikers": sorted(hikers),
            "all drawn": board.value("last_card_drawn") == 1,
        }
        for player, hiker in enumerate(game.players):
            board = Board(state, player)  # while all pack at once, only the owner sees what is done
            plain[f"hand of {player}"] = sorted(hiker.hand)
            engine[f"hand of {player}"] = sorted(board.names("hand", player))
            plain[f"score pile of {player}"] = sorted(hiker.score_pile)
            engine[f"score pile of {player}"] = sorted(board.names("score_pile", player))
            pack = {
                self.spot(place): piece
                for place in range(len(PLACES))
                for piece in board.pieces("pack", player, place)
            }
            plain[f"pack of {player}"] = hiker.pack
            engine[f"pack of {player}"] = {place: board.name(piece) for place, piece in pack.items()}
            if self.face_down:
                plain[f"shown by {player}"] = hiker.face_up
                engine[f"shown by {player}"] = {
                    place for place, piece in pack.items() if not board.is_down(piece)
                }
        return plain, engine

    def result(self, state: State) -> tuple[dict[str, object], dict[str, object]]:
        players = list(enumerate(self.game.players))
        plain: dict[str, object] = {f"points of {player}": hiker.points for player, hiker in players}
        return plain, {f"points of {player}": state.total(player) for player, _ in players}


def together(words: Sequence[Event]) -> list[Event]:
    """Cards that a player discards or takes at the same time are one event."""
    cards: dict[tuple[object, ...], list[str]] = {}
    for what, player, *rest in words:
        cards.setdefault((what, player), []).extend(map(str, rest))
    if all(what in ("discarded", "took") for what, _ in cards):
        return [(*key, *sorted(names)) for key, names in cards.items()]
    return list(words)
