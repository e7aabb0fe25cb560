"""`rulesdsl compare`."""

import json
from pathlib import Path

import click

from rulesdsl.pipeline import Game
from rulesdsl.simulate.comparing import Comparison
from rulesdsl.simulate.running import play_games
from rulesdsl.simulate.setups import Setup

from .exit_status import CannotDo, ExitStatus
from .game_options import (
    bot_option,
    game_argument,
    game_file,
    option_option,
    players_option,
    seat_option,
    seed_option,
)
from .loading import cache_folder, loaded
from .many_games import cluster_option, games_option, players_at_work, progress, setup_for, workers_option
from .simulate import interval_data
from .writing import write_whole


@click.command("compare")
@game_argument
@click.argument("variants", metavar="VARIANT...", type=game_file, nargs=-1, required=True)
@games_option
@players_option
@seed_option
@bot_option
@seat_option
@option_option
@workers_option
@cluster_option
@click.option("--report", "report_file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.html",
              help="Write the report as one HTML file.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print every figure as JSON (no times in it).")
def command(
    file: Path,
    variants: tuple[Path, ...],
    games: int,
    players: int | None,
    seed: int | None,
    bot: str | None,
    seats: tuple[tuple[int, str], ...],
    options: tuple[tuple[str, str], ...],
    workers: int | None,
    cluster: str | None,
    report_file: Path | None,
    as_json: bool,
) -> ExitStatus:
    """Play a game and its variants with the same seeds, and say what the rule changes.

    \b
    Examples:
      rulesdsl compare road_trip my_rule.game
      rulesdsl compare road_trip my_rule.game --games 10000 --players 4 --report rule.html
    """
    base = loaded(file)
    chosen_seed = 1 if seed is None else seed
    base_setup = setup_for(base, file, players, chosen_seed, bot, seats, options, ())
    found: list[tuple[str, Comparison]] = []
    for variant in variants:
        changed = loaded(variant)
        if base_setup.players not in changed.players:
            raise CannotDo(f"{variant} is not for {base_setup.players} players; say --players N")
        setup = setup_for(changed, variant, base_setup.players, chosen_seed, bot, seats, options, ())
        found.append(
            (variant.stem.replace("_", " "), _pairs(base, base_setup, setup, games, workers, cluster))
        )
    if as_json:
        click.echo(json.dumps([_as_data(name, one) for name, one in found], indent=2, ensure_ascii=False))
    else:
        _show(base, base_setup, found)
    if report_file is not None:
        from rulesdsl.simulate.report import comparison_report

        about = f"{games:,} pairs of games with equal seeds, {base_setup.players} players, seed {chosen_seed}"
        try:
            text = comparison_report(base.title, about, found)
        except ImportError:
            raise CannotDo("reports need altair: pip install 'rulesdsl[simulate]'") from None
        write_whole(report_file, text)
    return ExitStatus.FINE


def _pairs(
    base: Game, one: Setup, other: Setup, games: int, workers: int | None, cluster: str | None
) -> Comparison:
    comparison = Comparison(one.players)
    with (
        players_at_work(workers, cluster) as (executor, many),
        progress(games, 0, base.title) as advance,
    ):
        cache = cache_folder()
        rows = play_games(one, 0, games, executor=executor, workers=many, cache_dir=cache)
        twins = play_games(other, 0, games, executor=executor, workers=many, cache_dir=cache)
        for row, twin in zip(rows, twins, strict=True):
            comparison.add(row, twin)
            advance(1)
    return comparison


def _show(base: Game, setup: Setup, found: list[tuple[str, Comparison]]) -> None:
    for name, comparison in found:
        pairs = f"{comparison.pairs:,} pairs of games, {setup.players} players ({', '.join(setup.bots)})"
        click.echo(f"{click.style(base.title, bold=True)} against {click.style(name, bold=True)}: {pairs}\n")
        differences = comparison.differences()
        clear = [one for one in differences if one.clear]
        for one in clear:
            click.echo(f"  {one.verdict()}")
        if not clear:
            click.echo("  nothing changes that chance does not explain")
        unclear = [one.name.replace("_", " ") for one in differences if not one.clear]
        if unclear and clear:
            click.echo(f"\n  no clear change: {', '.join(unclear)}")
        click.echo()


def _as_data(name: str, comparison: Comparison) -> dict[str, object]:
    return {
        "variant": name,
        "pairs": comparison.pairs,
        "differences": {
            one.name: {**interval_data(one.change), "clear": one.clear, "verdict": one.verdict()}
            for one in comparison.differences()
        },
    }
