"""`rulesdsl compare`."""

import json
from pathlib import Path

import click

from rulesdsl.simulate.comparing import Comparison
from rulesdsl.simulate.setups import Setup

from .exit_status import CannotDo, ExitStatus
from .game_options import (
    bot_option,
    complete_game,
    game_argument,
    game_file,
    option_option,
    players_option,
    seat_option,
    seed_option,
)
from .loading import loaded, plural
from .many_games import (
    Hall,
    cluster_option,
    games_option,
    gentle_stop,
    hall,
    progress,
    setup_for,
    workers_option,
)
from .simulate import USUAL_SEED, need_extra
from .simulation_data import interval_data, rounded
from .simulation_tables import MOST_MESSAGES, columns
from .writing import can_be_written, write_whole


@click.command("compare")
@game_argument
@click.argument(
    "variants", metavar="VARIANT...", type=game_file, nargs=-1, required=True, shell_complete=complete_game
)
@games_option
@players_option
@seed_option
@bot_option
@seat_option
@option_option
@workers_option
@cluster_option
@click.option("--report", "report_file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.html",
              help="Write the report as one HTML file (needs `rulesdsl[simulate]`).")  # fmt: skip
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
    need_extra("reports", "altair", wanted=report_file is not None)
    can_be_written(report_file)
    base = loaded(file)
    chosen_seed = USUAL_SEED if seed is None else seed
    setups = [setup_for(base, file, players, chosen_seed, bot, seats, options, ())]
    for variant in variants:
        changed = loaded(variant)
        if setups[0].players not in changed.players:
            raise CannotDo(f"{variant} is not for {setups[0].players} players; say --players N")
        setups.append(setup_for(changed, variant, setups[0].players, chosen_seed, bot, seats, options, ()))
    with hall(workers, cluster) as players_hall:
        comparisons = _play(players_hall, base.title, setups, games)
    names = [variant.stem.replace("_", " ") for variant in variants]
    found = list(zip(names, comparisons, strict=True))
    pairs, at_table = comparisons[0].pairs, setups[0]
    bots = ", ".join(at_table.bots if len(set(at_table.bots)) > 1 else at_table.bots[:1])
    about = (
        f"{pairs:,} {'pair' if pairs == 1 else 'pairs'} of games, equal seeds from {chosen_seed},"
        f" {plural(at_table.players, 'player')} ({bots})"
    )
    if report_file is not None:
        from rulesdsl.simulate.report import comparison_report

        write_whole(report_file, comparison_report(base.title, about, found))
    if as_json:
        click.echo(json.dumps([_as_data(name, one) for name, one in found], indent=2, ensure_ascii=False))
    else:
        _show(base.title, about, found)
    if pairs < games:
        click.echo(f"stopped after {pairs:,} of {games:,} pairs", err=True)
        raise KeyboardInterrupt
    return ExitStatus.FINE


def _play(at: Hall, title: str, setups: list[Setup], games: int) -> list[Comparison]:
    """Each game once under every rule, always with the same seed."""
    comparisons = [Comparison(setups[0].players) for _ in setups[1:]]
    with progress(games, 0, title) as advance, gentle_stop() as stopped:
        runs = [at.play(setup, 0, games, stopped) for setup in setups]
        # A run that is stopped may end with a few games more of one than of another.
        for base, *others in zip(*runs, strict=False):
            for comparison, other in zip(comparisons, others, strict=True):
                comparison.add(base, other)
            advance(1)
    return comparisons


def _show(title: str, about: str, found: list[tuple[str, Comparison]]) -> None:
    for at, (name, comparison) in enumerate(found):
        if at:
            click.echo()
        click.echo(f"{click.style(name, bold=True)} against {click.style(title, bold=True)}: {about}\n")
        differences = comparison.differences()
        clear = [one for one in differences if one.clear]
        for one in clear:
            click.echo(_sentence(one.verdict()))
        if not clear:
            click.echo("Nothing changes that chance does not explain.")
        click.echo()
        changed = [one for one in differences if not one.same]
        if changed:
            head = ("", "base", "variant", "change", "95 % interval", "")
            columns([head, *((*one.cells(), "*" if one.clear else "") for one in changed)])
        same = ", ".join(one.label for one in differences if one.same)
        if same:
            click.echo(f"The same in every pair: {same}.")
        if comparison.both < comparison.pairs:
            left = comparison.pairs - comparison.both
            click.echo(f"{plural(left, 'pair')} in which a game did not end: counted for `unfinished` only.")
            for where, messages in zip(("base", "variant"), comparison.messages, strict=True):
                for message, count in messages.most_common(MOST_MESSAGES):
                    click.echo(f"  {where}, {count:,} times: {message}")
        if clear:
            click.echo("* clear beyond chance; at most 5 % of these marks are false")


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def _as_data(name: str, comparison: Comparison) -> dict[str, object]:
    return {
        "variant": name,
        "pairs": comparison.pairs,
        "differences": {
            one.name: {
                "base": rounded(one.base),
                "variant": rounded(one.variant),
                **interval_data(one.change),
                "clear": one.clear,
                "verdict": one.verdict(),
            }
            for one in comparison.differences()
        },
    }
