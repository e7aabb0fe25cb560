"""Games on their way between the terminal and the table in the browser."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulesdsl.bots import BadBot
from rulesdsl.checked_game import InvalidGame, UnknownOption
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.state import State
from rulesdsl.library import UnknownGame, resolve
from rulesdsl.seating import UnknownBot, is_written, with_absolute_path
from rulesdsl.server.games import Games
from rulesdsl.server.live import HOST, PERSON, path_of
from rulesdsl.server.moments import Choice
from rulesdsl.server.session import WATCHER, Session
from rulesdsl.server.shelf import Shelf
from rulesdsl.server.store import NoGame, Store
from rulesdsl.source import SourceError
from rulesdsl.texts import TextRefused
from rulesdsl.trace.record import Differs, Tape, not_taken

from .exit_status import CannotDo
from .game_options import YOU
from .saved_games import SavedGame, mark, read_saved

if TYPE_CHECKING:
    from rulesdsl.server.server import Server


def lay_out(server: "Server", path: Path, address: str) -> list[tuple[str, str]]:
    """A game that the terminal has saved, on a table of its own: the link of each seat with its name."""
    saved = read_saved(path)
    try:
        key = _key_of(server.shelf, resolve(saved.file), "files")
        variants = [_key_of(server.shelf, resolve(name), "variants") for name in saved.variants]
    except UnknownGame as unknown:
        raise CannotDo(f"{path} is a game of {unknown.wanted}, which is not there any more") from None
    kinds = [PERSON if kind == YOU else kind for kind in saved.seats]
    offered = set(map(with_absolute_path, server.bots))
    for kind in kinds:
        if is_written(kind) and with_absolute_path(kind) not in offered:
            # It may be somebody else's, and a program can do whatever we can.
            raise CannotDo(f"{path} seats a bot from a file; if you trust it, let it play with --bot {kind}")
    try:
        game = server.shelf.game(key, variants)
        if game.fingerprint != saved.rules:
            raise CannotDo(f"the rules of {game.title} have changed since {path} was saved")
        kept, tokens = server.begin(key, kinds, dict(saved.options), variants, seed=saved.seed)
        names = server.store.names(kept.id)
        choices = _choices(server.games.opened(kept, (), names, 0).session, saved.choices)
        for number, choice in enumerate(choices):
            server.store.add_choice(kept.id, number, choice, time.time())
        live = server.games.opened(kept, choices, names, 0)
    except (UnknownOption, UnknownBot, InvalidGame, Differs, Fault, NoGame, BadBot, SourceError) as wrong:
        raise CannotDo(f"{path} cannot be gone on with: {wrong}") from None
    if mark(live.session.state) != saved.position:
        raise CannotDo(f"{path} was saved by another version, which plays {saved.game} otherwise")
    roles = {WATCHER: "onlookers", HOST: "host"}
    return [
        (roles.get(seat) or names[seat], f"{address}{path_of(kept.id, seat)}#{token}")
        for seat, token in tokens.items()
    ]


def _key_of(shelf: Shelf, path: Path, sort: str) -> str:
    """The key of a file on the shelf, where it is put if it does not stand there."""
    there = dict(getattr(shelf, sort))
    for key, file in there.items():
        if file.resolve() == path.resolve():
            return str(key)
    key = path.stem if path.stem not in there else f"{path.stem}-{len(there)}"
    setattr(shelf, sort, {**there, key: path})
    return key


def _choices(session: Session, words: tuple[str, ...]) -> list[Choice]:
    """The choices of a saved game, with who made them."""
    choices = []
    state: State = session.state.clone()
    tape = Tape(words, ())
    for word in words:
        decision = state.decision
        if decision is None:
            raise Differs("the game is over, and more choices are saved")
        option = tape.choose(decision)
        choices.append(Choice(decision.player, word, "", 0 if isinstance(option, str) else option))
        try:
            state.apply(option)
        except TextRefused as refused:
            raise not_taken(refused) from None
    return choices


def save_game(store: Store, shelf: Shelf, game_id: str, path: Path) -> None:
    """A game of the store in a file, to be gone on with in the terminal."""
    try:
        kept = store.game(game_id)
    except NoGame as wrong:
        raise CannotDo(f"game {game_id} is kept, but {wrong}") from None
    if kept is None:
        known = ", ".join(store.games()) or "none"
        raise CannotDo(f"there is no game {game_id} in the store; there are: {known}")
    if kept.file not in shelf.files:
        raise CannotDo(f"game {game_id} is of {kept.file}, which is not offered here; name its file")
    try:
        live = Games(store, lambda _kept: {}).opened(kept, store.choices(game_id), store.names(game_id), 0)
    except NoGame as wrong:
        raise CannotDo(str(wrong)) from None
    SavedGame(
        game=kept.title,
        file=str(shelf.files[kept.file].resolve()),
        rules=kept.rules,
        seed=kept.seed,
        options=kept.options,
        variants=tuple(str(shelf.variants[name].resolve()) for name in kept.variants),
        seats=tuple(YOU if kind == PERSON else kind for kind in kept.kinds),
        choices=tuple(choice.word for choice in live.session.choices),
        position=mark(live.session.state),
    ).write(path)
    click.echo(f"saved; go on with: rulesdsl play --resume {path}")
