"""`rulesdsl serve`."""

import socket
from pathlib import Path

import click
from attrs import evolve

from .exit_status import CannotDo, ExitStatus
from .game_options import complete_game, game_file
from .loading import cache_folder

PORT = 8137
KEEP_DAYS = 90.0


@click.command("serve")
@click.argument("files", metavar="[FILE]...", type=game_file, nargs=-1, shell_complete=complete_game)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="Where to listen; 0.0.0.0 is everywhere in the network.",
)
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, metavar="PORT")
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="Where the table is found from outside, such as https://table.example.org behind a reverse proxy.",
)
@click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where games are kept; by default in the cache of rulesdsl.",
)
@click.option(
    "--keep",
    "keep_days",
    type=click.FloatRange(min=0),
    default=KEEP_DAYS,
    show_default=True,
    metavar="DAYS",
    help="Games in which nobody has decided anything for so long are forgotten; 0 keeps them all.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    metavar="N",
    help="Play in so many processes, for more games at once than one core carries (not on Windows).",
)
@click.option(
    "--variant",
    "variants",
    type=game_file,
    multiple=True,
    metavar="FILE",
    help="A house rule that players may put on a game; again for another.",
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="KIND",
    help="A bot that is offered beside the usual ones, such as mcts:500, prefer:FILE or FILE.py.",
)
@click.option(
    "--resume",
    "saved",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Lay a game that `play` has saved on a table, and print its links.",
)
@click.option(
    "--save",
    "save",
    nargs=2,
    type=(str, click.Path(path_type=Path)),
    default=None,
    metavar="GAME FILE",
    help="Save a game of the store for `play --resume`, and end.",
)
def command(
    files: tuple[Path, ...],
    host: str,
    port: int,
    address: str,
    store: Path | None,
    keep_days: float,
    workers: int,
    variants: tuple[Path, ...],
    bots: tuple[str, ...],
    saved: tuple[Path, ...],
    save: tuple[str, Path] | None,
) -> ExitStatus:
    """Open the table in a browser: any game, with friends and bots.

    Without a FILE all games that come with rulesdsl are offered. Each seat of a game has a link of its own;
    whoever opens it sits there. Games are kept, and go on when the server is started again; those in which
    nobody has decided anything for 90 days are forgotten (--keep).

    \b
    Examples:
      rulesdsl serve
      rulesdsl serve my_game.game --host 0.0.0.0
      rulesdsl serve --address https://table.example.org --store /var/lib/table/games.db
    """
    try:
        import segno

        from rulesdsl.server.workers import Setting, WorkersFail, serve, serve_with_workers
    except ModuleNotFoundError as missing:
        raise CannotDo(
            f"the table needs {missing.name}, which is not installed: pip install 'rulesdsl[serve]'"
        ) from None
    from rulesdsl import library
    from rulesdsl.server.store import NoStore

    _try_bots(bots)
    if workers > 1 and not hasattr(socket, "send_fds"):
        raise CannotDo("this system cannot hand connections to other processes; leave --workers out")
    setting = Setting(
        _by_key(files) or library.shipped_games(),
        _by_key(variants),
        cache_folder(),
        store or _usual_store(),
        address=address.rstrip("/"),
        hosts=frozenset(filter(None, [_name_in(address), host])),
        keep_days=keep_days,
        bots=bots,
    )
    try:
        server = setting.server()
    except NoStore as wrong:
        raise CannotDo(str(wrong)) from None
    kept, shelf = server.store, server.shelf
    try:
        if save is not None:
            from .served_games import save_game

            save_game(kept, shelf, *save)
            return ExitStatus.FINE
        listening = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET
        )
    except OSError as wrong:
        raise CannotDo(f"{host}:{port} cannot be listened at: {wrong.strerror}") from None
    port = listening.getsockname()[1]
    shown_address = address or f"http://{_own_address(host)}:{port}"
    click.echo(f"The table is open at {shown_address}")
    code = segno.make(shown_address, error="l")
    if not shown_address.startswith(("http://127.", "http://localhost", "http://[::1]")):
        code.terminal(compact=True)
    try:
        for path in saved:
            from .served_games import lay_out

            for label, href in lay_out(server, path, shown_address):
                click.echo(f"{label}: {href}")
        click.echo("Ctrl-C ends it; games are kept.")
        if workers == 1:
            serve(server, listening)
        else:
            kept.close()
            # What saved games brought along lies on the shelf as well.
            setting = evolve(setting, files=shelf.files, variants=shelf.variants)
            serve_with_workers(setting, listening, workers)
    except KeyboardInterrupt:
        pass
    except (NoStore, WorkersFail) as wrong:
        raise CannotDo(str(wrong)) from None
    finally:
        listening.close()
        kept.close()
    return ExitStatus.FINE


def _try_bots(kinds: tuple[str, ...]) -> None:
    """That each bot that is offered can be had; whether its preferences fit is told where it is chosen."""
    from rulesdsl.seating import bot_texts, is_program, is_written, seated_bot

    from .seats import seating_in_words

    with seating_in_words():
        for kind in kinds:
            if is_written(kind) and not is_program(kind):
                bot_texts((kind,))
            else:
                seated_bot(kind)


def _by_key(files: tuple[Path, ...]) -> dict[str, Path]:
    """Files by the names that they have in addresses."""
    by_key: dict[str, Path] = {}
    for path in files:
        key = "".join(letter if letter.isalnum() or letter in "_-" else "_" for letter in path.stem)
        number = 2
        while key in by_key:
            key, number = f"{key.rstrip('0123456789')}{number}", number + 1
        by_key[key] = path
    return by_key


def _usual_store() -> Path:
    folder = cache_folder()
    if folder is None:
        raise CannotDo("there is no folder to keep games in; name a file with --store")
    return folder / "tables.db"


def _name_in(address: str) -> str:
    from urllib.parse import urlsplit

    return urlsplit(address).hostname or ""


def _own_address(host: str) -> str:
    """An address at which others in the network find this machine."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not listened at
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent; it only says by which of its addresses the machine would go out.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
