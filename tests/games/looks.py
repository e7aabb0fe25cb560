"""Rules about what a player sees and what is shuffled: no line of an example can ask for them."""

from attrs import frozen

from rulesdsl.engine.views.view import view
from rulesdsl.engine.views.view_text import SeenZone
from tests.games.parts import position

SHUFFLES = 4


@frozen
class Seen:
    """What everybody knows of a zone in a position; `where`: whose it is, or under which index, in words."""

    rule: str
    lines: str
    zone: str
    knows: dict[str, tuple[str, ...]]
    where: tuple[str, ...] = ()

    def faults(self, game: str, text: str) -> list[str]:
        state = position(game, text, self.lines)
        found = {}
        for player in range(state.plan.program.players):
            seen = view(state, player)
            [zone] = [
                one for one in seen.zones if one.name == self.zone and self._is_there(one, seen.players)
            ]
            known = sorted(piece.label for piece in zone.pieces)
            if known != sorted(self.knows[seen.players[player]]):
                found[seen.players[player]] = known
        return [f"{self.rule}: of {self.zone} {name} knows {known}" for name, known in found.items()]

    def _is_there(self, zone: SeenZone, players: tuple[str, ...]) -> bool:
        owner = () if zone.owner is None else (players[zone.owner],)
        return set(self.where) <= {*zone.index, *owner}


@frozen
class Shuffled:
    """What lies in the zones of this name is not the same with every shuffle."""

    rule: str
    lines: str
    zone: str

    def faults(self, game: str, text: str) -> list[str]:
        orders = set()
        for shuffle in range(1, SHUFFLES + 1):
            state = position(game, text, self.lines, shuffle)
            layout = state.plan.layout
            there = [at for at, (name, _) in enumerate(layout.instances) if name == self.zone]
            orders.add(tuple(tuple(layout.pieces_in(state.cells, at)) for at in there))
        return [f"{self.rule}: {self.zone} is not shuffled"] if len(orders) == 1 else []


NOBODY: dict[str, tuple[str, ...]] = {"Anna": (), "Ben": ()}

LOOKS: dict[str, tuple[Seen | Shuffled, ...]] = {
    "lets_take_a_hike": (
        Shuffled("LH-01", "players Anna, Ben", "draw_pile"),
        Seen("LH-01", "players Anna, Ben", "draw_pile", NOBODY),
        Seen(
            "LH-01",
            "players Anna, Ben\ngiven Anna.hand = {tent}",
            "hand",
            {"Anna": ("Tent",), "Ben": ()},
            ("Anna",),
        ),
        Seen(
            "LH-02",
            "players Anna, Ben\ngiven Anna.hand = {tent}\nAnna plays place_item(tent, main)",
            "pack",
            {"Anna": ("Tent",), "Ben": ("Tent",)},
            ("Anna", "main"),
        ),
        Seen(
            "LH-V1",
            "players Anna, Ben\noption hidden_packs is yes\ngiven Anna.hand = {tent}\n"
            "Anna plays place_item(tent, main)",
            "pack",
            {"Anna": ("Tent",), "Ben": ()},
            ("Anna", "main"),
        ),
    ),
    "road_trip": (
        Shuffled("RT-01", "players Anna, Ben", "stock"),
        Seen("RT-02", "players Anna, Ben\ndo dealing", "stock", NOBODY),
        Seen(
            "RT-03",
            "players Anna, Ben\ngiven Anna.hand = {norway}",
            "hand",
            {"Anna": ("Norway",), "Ben": ()},
            ("Anna",),
        ),
        Seen(
            "RT-07",
            "players Anna, Ben\ngiven round = 1\ngiven pick = 1\ngiven Anna.hand = {norway}\n"
            "given Ben.hand = {latvia}\ndo pick",
            "trip",
            {"Anna": ("Norway",), "Ben": ()},
            ("Anna",),
        ),
        Seen(
            "RT-08",
            "players Anna, Ben\ngiven round = 1\ngiven pick = 1\ngiven Anna.hand = {norway}\n"
            "given Ben.hand = {latvia}\ndo pick\ndo scoring",
            "trip",
            {"Anna": ("Norway",), "Ben": ("Norway",)},
            ("Anna",),
        ),
    ),
    "tour_du_monde": (
        Shuffled("TM-11", "players Anna, Ben\ndo deal_out", "hand"),
        Seen("TM-11", "players Anna, Ben\ndo deal_out", "draw_pile", NOBODY),
        Seen(
            "TM-20",
            "players Anna, Ben\ngiven Anna.hand = {japan}",
            "hand",
            {"Anna": ("Japan",), "Ben": ()},
            ("Anna",),
        ),
    ),
    "trekking_the_world": (
        Shuffled("TW-14", "players Anna, Ben", "bonus_pile"),
        Seen(
            "TW-14",
            "players Anna, Ben\ngiven bonus_of(africa) = RegionToken(value: 2)",
            "bonus_of",
            NOBODY,
            ("africa",),
        ),
        Shuffled("TW-15", "players Anna, Ben", "destination_box"),
        Seen(
            "TW-15",
            "players Anna, Ben\ngiven destination_deck = {banff, uluru}",
            "destination_deck",
            {"Anna": ("Banff",), "Ben": ("Banff",)},
        ),
        Shuffled("TW-16", "players Anna, Ben", "trek_box"),
        Seen("TW-16", "players Anna, Ben\ndo lay_out_cards", "trek_deck", NOBODY),
        Seen(
            "TW-32",
            "players Anna, Ben\ngiven Anna.trekker = statue_of_liberty\n"
            "given Anna.hand = {TrekCard(symbol: nature, value: 1)}\n"
            "given cube_at(old_havana) = Cube(colour: white)\n"
            "given bonus_of(north_america) = RegionToken(value: 4)\nAnna plays travel(old_havana)",
            "bonuses",
            {"Anna": ("region bonus 4",), "Ben": ()},
            ("Anna",),
        ),
        Seen(
            "TW-40",
            "players Anna, Ben\ngiven Anna.hand = {TrekCard(symbol: water, value: 1)}",
            "hand",
            {"Anna": ("water 1",), "Ben": ()},
            ("Anna",),
        ),
        Seen(
            "TW-51",
            "players Anna, Ben\ngiven Anna.hand = {TrekCard(symbol: water, value: 1)}\nplay after turns",
            "hand",
            {"Anna": ("water 1",), "Ben": ("water 1",)},
            ("Anna",),
        ),
        Seen(
            "TW-51",
            "players Anna, Ben\ngiven Anna.bonuses = {RegionToken(value: 4)}\nplay after turns",
            "bonuses",
            {"Anna": ("region bonus 4",), "Ben": ("region bonus 4",)},
            ("Anna",),
        ),
    ),
    "trekking_through_history": (
        *(Shuffled("TH-03", "players Anna, Ben", zone) for zone in ("day_deck", "itinerary_stack")),
        Seen("TH-03", "players Anna, Ben", "day_deck", NOBODY, ("1",)),
        Seen(
            "TH-03",
            "players Anna, Ben\ngiven deck = {optical_telegraph, kabuki_drama}",
            "deck",
            {"Anna": ("Optical telegraph",), "Ben": ("Optical telegraph",)},
        ),
        Seen(
            "TH-04",
            "players Anna, Ben\ngiven Anna.itineraries = {itinerary_01}",
            "itineraries",
            {"Anna": ("itinerary 01",), "Ben": ()},
            ("Anna",),
        ),
        Shuffled("TH-05", "players Anna, Ben, Cleo", "clock_at"),
    ),
}
