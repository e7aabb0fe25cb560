"""`rulesdsl compare`."""

from pathlib import Path

import click
from attrs import define, evolve, field

from rulesdsl.checked_game import Game
from rulesdsl.differences import Difference
from rulesdsl.simulate import tables
from rulesdsl.simulate.comparing import Comparison
from rulesdsl.simulate.figures import Moments, with_error
from rulesdsl.simulate.setups import Setup
from rulesdsl.simulate.summary import Summary
from rulesdsl.simulate.tables import percent
from rulesdsl.simulate.usual_bot import usual_bot
from rulesdsl.syntax import ast

from .diff import changes, tell
from .exit_status import CannotDo, ExitStatus
from .game_options import GameOptions, complete_game, game_argument, game_file, table_options_but_variants
from .loading import loaded, plural, read_tree
from .many_games import (
    Hall,
    Machines,
    advise,
    check_engine,
    games_option,
    gentle_stop,
    hall,
    machine_options,
    progress,
    setup_for,
)
from .output_options import json_text
from .rules import base_file
from .simulate import need_extra
from .simulation_data import interval_data, rounded
from .simulation_tables import MOST_MESSAGES, columns
from .whole_files import can_be_written, write_whole


@click.command("compare")
@game_argument
@click.argument(
    "variants", metavar="VARIANT...", type=game_file, nargs=-1, required=True, shell_complete=complete_game
)
@games_option
@table_options_but_variants
@machine_options
@click.option("--report", "report_file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.html",
              help="Write the report as one HTML file (needs `rulesdsl[simulate]`).")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print every figure as JSON (no times in it).")
def command(
    file: Path,
    variants: tuple[Path, ...],
    games: int,
    chosen: GameOptions,
    machines: Machines,
    report_file: Path | None,
    as_json: bool,
) -> ExitStatus:
    """Play a game and its variants with the same seeds, and say what the rule changes.

    Where no bot is named, all are greedy if games are short enough for that and it plays better than chance.

    \b
    Examples:
      rulesdsl compare road_trip my_rule.game
      rulesdsl compare road_trip my_rule.game --games 10000 --players 4 --report rule.html
    """
    need_extra("reports", "altair", wanted=report_file is not None)
    can_be_written(report_file)
    base = loaded(file)
    setup = setup_for(base, file, chosen)
    number, why = setup.players, ""
    chosen = evolve(chosen, players=number)
    if chosen.bot is None and not chosen.seats:
        usual = usual_bot(setup, setup.table(base))
        chosen, why = evolve(chosen, bot=usual.kind), f" ({usual.why})"
    rules = [_Rule(base.title, file, setup_for(base, file, chosen))]
    check_engine(machines.engine, rules[0].setup, base)
    for variant in variants:
        changed = loaded(variant)
        if number not in changed.players:
            raise CannotDo(f"{variant} is not for {number} players; say --players N")
        setup = setup_for(changed, variant, chosen)
        check_engine(machines.engine, setup, changed)
        rules.append(_Rule(_title(variant, changed), variant, setup, _changes(base, file, variant)))
    with hall(machines) as players_hall:
        comparisons = _play(players_hall, rules, games)
    advise(machines.engine, rules[0].setup, rules[0].summary)
    pairs = comparisons[0].pairs
    if len({rule.title for rule in rules}) < len(rules):
        rules = [evolve(rule, title=f"{rule.title} ({rule.file.name})") for rule in rules]
    about = (
        f"{pairs:,} {'pair' if pairs == 1 else 'pairs'} of games, equal seeds from {setup.seed},"
        f" {plural(number, 'player')}"
    )
    compared = list(zip(rules[1:], comparisons, strict=True))
    bots = _bots(rules[0].setup, why)
    if report_file is not None:
        from rulesdsl.simulate.report import comparison_report

        titled = [(rule.title, comparison) for rule, comparison in compared]
        write_whole(report_file, comparison_report(base.title, f"{about}. {bots}", titled))
    if as_json:
        data = [_as_data(rule, rules[0].setup, comparison) for rule, comparison in compared]
        click.echo(json_text(data))
    else:
        click.echo(f"{click.style(base.title, bold=True)}: {about}\n{bots}\n")
        if len(compared) > 1:
            _rank(rules)
        _show(base.title, compared)
    if pairs < games:
        click.echo(f"stopped after {pairs:,} of {games:,} pairs", err=True)
        raise KeyboardInterrupt
    return ExitStatus.FINE


@define
class _Rule:
    """The base, or a variant: its games, and what it changes of the base."""

    title: str
    file: Path
    setup: Setup
    changes: tuple[Difference, ...] = ()
    summary: Summary = field(init=False)

    @summary.default
    def _nothing_played(self) -> Summary:
        return Summary(self.setup)


def _title(variant: Path, game: Game) -> str:
    _, tree = read_tree(variant)
    return tree.title.value if isinstance(tree, ast.VariantFile) else game.title


def _changes(base: Game, file: Path, variant: Path) -> tuple[Difference, ...]:
    """In words, of a variant of just this base."""
    _, tree = read_tree(variant)
    if not isinstance(tree, ast.VariantFile) or not base_file(variant, tree.base.value).samefile(file):
        return ()
    # New examples change no rule.
    ruling = [
        change
        for change in tree.changes
        if not (isinstance(change, ast.AddChange) and isinstance(change.declaration, ast.ExampleDecl))
    ]
    return changes(base, variant, evolve(tree, changes=tuple(ruling)))


def _bots(setup: Setup, why: str) -> str:
    kinds = setup.bots
    return f"Bots: {', '.join(kinds)}" if len(set(kinds)) > 1 else f"Bots: {kinds[0]} in every seat{why}"


def _play(workers: Hall, rules: list[_Rule], games: int) -> list[Comparison]:
    """Each game once under every rule, always with the same seed."""
    comparisons = [Comparison(rules[0].setup.players) for _ in rules[1:]]
    with progress(games, 0, rules[0].title) as advance, gentle_stop() as stopped:
        runs = [workers.play(rule.setup, 0, games, stopped) for rule in rules]
        # A run that is stopped may end with a few games more of one than of another.
        for played in zip(*runs, strict=False):
            for rule, row in zip(rules, played, strict=True):
                rule.summary.add(row)
            for comparison, other in zip(comparisons, played[1:], strict=True):
                comparison.add(played[0], other)
            advance(1)
    return comparisons


def _rank(rules: list[_Rule]) -> None:
    """All side by side, those first in which no seat is better than another."""
    click.echo("side by side, the most even seats first:")
    head = ("", "best seat", "points", "first to second", "decisions", "shared", "no end")
    lines = []
    for rule in sorted(rules, key=lambda rule: rule.summary.seat_advantage):
        summary = rule.summary
        decided = max(summary.decided, 1)
        best = max(range(summary.players), key=lambda seat: summary.wins[seat])
        points = Moments()
        for seat in summary.points:
            points.take(seat.moments)
        lines.append(
            (
                rule.title,
                f"{best + 1}: {percent(summary.wins[best] / decided)}",
                f"{points.mean:.1f}" if points.count else "",
                with_error(summary.margins.moments),
                with_error(summary.length.moments),
                percent(summary.outcomes["shared"] / decided),
                percent((summary.games - summary.decided) / max(summary.games, 1)),
            )
        )
    columns([head, *lines])
    click.echo()


def _show(title: str, compared: list[tuple[_Rule, Comparison]]) -> None:
    for index, (rule, comparison) in enumerate(compared):
        if index:
            click.echo()
        click.echo(f"{click.style(rule.title, bold=True)} against {click.style(title, bold=True)}\n")
        for change in rule.changes:
            tell(change)
        if rule.changes:
            click.echo()
        differences = comparison.differences()
        clear = [difference for difference in differences if difference.clear]
        for difference in clear:
            click.echo(_sentence(difference.verdict()))
        if not clear:
            click.echo("Nothing changes that chance does not explain.")
        click.echo()
        changed = tables.changes("", differences, "*")
        if changed:
            columns(changed)
        same = ", ".join(difference.label for difference in differences if difference.same)
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


def _as_data(rule: _Rule, base: Setup, comparison: Comparison) -> dict[str, object]:
    return {
        "variant": rule.title,
        "file": rule.file.name,
        "bots": list(base.bots),
        "changes": [change.sentence for change in rule.changes],
        "pairs": comparison.pairs,
        "differences": {
            difference.name: {
                "base": rounded(difference.base),
                "variant": rounded(difference.variant),
                **interval_data(difference.change),
                "clear": difference.clear,
                "verdict": difference.verdict(),
            }
            for difference in comparison.differences()
        },
    }
