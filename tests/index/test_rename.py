"""Renamed everywhere at once, a game is the same game."""

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from rulesdsl import Dice, load, start
from rulesdsl.diagnostics import Report
from rulesdsl.game_files import Files
from rulesdsl.index.build import index_of
from rulesdsl.index.model import Index, Place, joined
from rulesdsl.index.rename import CannotRename, Named, refuse_name
from rulesdsl.pipeline import check_file

ROOT = Path(__file__).parents[2]
STACKS = {
    "road_trip": ["weekend_trip", "weekend_trip_by_train", "five_travellers", "grand_tour"],
    "tour_du_monde": ["second_thoughts"],
    "trekking_through_history": ["long_treks"],
}


def _copied(base: str, variants: Iterable[str], folder: Path) -> list[Path]:
    games = ROOT / "games"
    shutil.copytree(games / base, folder / base)
    for name in (f"{base}.game", f"{base}.md"):
        shutil.copy(games / name, folder / name)
    for name in variants:
        shutil.copy(ROOT / "examples" / "house_rules" / f"{name}.game", folder / f"{name}.game")
    return [folder / f"{base}.game", *(folder / f"{name}.game" for name in variants)]


def _index(path: Path) -> Index:
    found = index_of(path, Files(), Report())
    assert found is not None
    return found


def _things(indexes: list[Index]) -> Iterable[Named]:
    known = {place: one for index in indexes for place, one in index.definition_at.items()}
    texts = {file: text for index in indexes for file, text in index.texts.items()}
    for places in joined(places for index in indexes for places in index.things):
        first = places[0]
        declared = tuple(known[place] for place in places if place in known)
        yield Named(texts[first.file][first.start : first.end], places, declared)


def _rewrite(new_names: Mapping[Place, str]) -> None:
    by_file: dict[str, list[tuple[Place, str]]] = {}
    for place, name in new_names.items():
        by_file.setdefault(place.file, []).append((place, name))
    for file, changes in by_file.items():
        text = Path(file).read_text("utf-8")
        for place, name in sorted(changes, key=lambda pair: pair[0].start, reverse=True):
            text = text[: place.start] + name + text[place.end :]
        Path(file).write_text(text, "utf-8")


def _played(path: Path) -> list[tuple[int, ...]]:
    """Games at random: at every decision who decides and among how many, in the end the totals."""
    game = load(path)
    told: list[tuple[int, ...]] = []
    for seed in range(3):
        state, dice = start(game.program(game.players[-1]), seed=seed), Dice(seed=seed)
        while not state.over:
            told.append((state.player if state.player is not None else -1, state.option_count))
            state.apply(dice.below(state.option_count))
        told.append(tuple(state.total(seat) for seat in range(game.players[-1])))
    return told


@pytest.mark.parametrize("base", STACKS)
def test_with_all_names_new_a_base_its_variants_and_tables_play_the_same_games(
    base: str, tmp_path: Path
) -> None:
    paths = _copied(base, STACKS[base], tmp_path)
    before = [_played(path) for path in paths]
    indexes = [_index(path) for path in paths]
    new_names: dict[Place, str] = {}
    for number, thing in enumerate(_things(indexes)):
        new = f"name_{number}_of_it"
        try:
            refuse_name(new, thing, indexes)
        except CannotRename:
            continue
        new_names.update(dict.fromkeys(thing.places, new))
    assert len(set(new_names.values())) > 200
    _rewrite(new_names)
    for path in paths:
        report = Report()
        check_file(path, Files(), report, every_setting=False)
        assert not report.has_errors, str(report)
    assert [_played(path) for path in paths] == before
