"""The report: one HTML file with everything in it, to be opened without a network."""

from __future__ import annotations

from html import escape
from typing import Any

from rulesdsl.simulate.comparing import Comparison
from rulesdsl.simulate.summary import OUTCOMES, Summary, Taken
from rulesdsl.simulate.verdict import verdict

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5d6779; --line: #d9dee7; --paper: #fff; --tint: #f4f6fa; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7ebf3; --soft: #9aa5b8; --line: #333c4d; --paper: #151a23; --tint: #1d2430; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.7rem; margin-bottom: .2rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
p.about { color: var(--soft); margin-top: 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; } th { color: var(--soft); font-weight: 600; }
figure { margin: 1rem 0; background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: .8rem;
  overflow-x: auto; } figure svg { max-width: 100%; height: auto; }
figcaption { color: #5d6779; font-size: .9rem; } .verdict { background: var(--tint); padding: .7rem 1rem;
  border-radius: 8px; }
"""


def report(title: str, about: str, summary: Summary, rules: tuple[str, ...] = ()) -> str:
    """The report on many games; `rules` are all the ids the file cites."""
    parts = [_head(title, about), _verdict(summary), _seats(summary), _outcomes(summary), _length(summary)]
    if summary.share_of_row:
        parts.append(_shares(summary))
    parts.append(_taken("Actions", summary, summary.actions, "The action", offered=True))
    parts.append(_taken("Pieces that stand out", summary, summary.pieces, "The piece", offered=False))
    idle = [rule for rule in rules if rule not in summary.rules]
    if rules:
        words = ", ".join(map(escape, idle)) if idle else "none: every rule that is cited was carried out"
        parts.append(f"<h2>Rules never exercised</h2><p>{words}</p>")
    parts.append("</body></html>\n")
    return "".join(parts)


def comparison_report(title: str, about: str, comparisons: list[tuple[str, Comparison]]) -> str:
    """The report on what variants change."""
    parts = [_head(title, about)]
    for name, comparison in comparisons:
        parts.append(f"<h2>{escape(name)}</h2>")
        clear = [one for one in comparison.differences() if one.clear]
        said = [f"<li>{escape(one.verdict())}</li>" for one in clear] or [
            "<li>nothing that chance does not explain</li>"
        ]
        parts.append(f'<ul class="verdict">{"".join(said)}</ul>')
        cells = [
            (one.name.replace("_", " "), _number(one.change.value, percent=one.percent),
             f"{_number(one.change.low, percent=one.percent)} to {_number(one.change.high, percent=one.percent)}",
             "yes" if one.clear else "")
            for one in comparison.differences()
        ]  # fmt: skip
        parts.append(_table(("figure", "change", "95 % interval", "clear"), cells))
        data = [
            {"what": one.name.replace("_", " "), "change": one.change.value, "low": one.change.low,
             "high": one.change.high, "clear": "clear" if one.clear else "not clear"}
            for one in comparison.differences() if one.percent
        ]  # fmt: skip
        parts.append(_figure(_intervals(data), "Changes of shares with their 95 % intervals"))
    parts.append("</body></html>\n")
    return "".join(parts)


def _head(title: str, about: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>"
        f'<h1>{escape(title)}</h1><p class="about">{escape(about)}</p>'
    )


def _number(value: float, *, percent: bool) -> str:
    return f"{100 * value:+.1f} %" if percent else f"{value:+.2f}"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _verdict(summary: Summary) -> str:
    return f'<p class="verdict">{escape(verdict(summary))}</p>'


def _seats(summary: Summary) -> str:
    data = [
        {"seat": f"seat {seat + 1}", "share": rate.value, "low": rate.low, "high": rate.high}
        for seat in range(summary.players)
        for rate in (summary.win_rate(seat),)
    ]
    rows = [
        (one["seat"], f"{100 * float(one['share']):.1f} %",
         f"{100 * float(one['low']):.1f} to {100 * float(one['high']):.1f}",
         f"{summary.scores[at].mean:.1f}" if summary.scores[at].count else "",
         f"{summary.scores[at].variance ** 0.5:.1f}" if summary.scores[at].count else "")
        for at, one in enumerate(data)
    ]  # fmt: skip
    head = ("seat", "wins", "95 % interval", "mean score", "spread")
    return (
        "<h2>Seats</h2>"
        + _table(head, [tuple(str(cell) for cell in row) for row in rows])
        + _figure(_win_rates(data, 1 / summary.players), "Wins by seat; the line is an equal share")
    )


def _outcomes(summary: Summary) -> str:
    rows = [
        (
            outcome,
            str(summary.outcomes[outcome]),
            f"{100 * summary.outcomes[outcome] / max(summary.games, 1):.1f} %",
        )
        for outcome in OUTCOMES
        if summary.outcomes[outcome] or outcome == "finished"
    ]
    rows += [(f"  {message}", str(count), "") for message, count in summary.messages.most_common(5)]
    return "<h2>How games end</h2>" + _table(("outcome", "games", "share"), rows)


def _length(summary: Summary) -> str:
    words = (
        f"Decisions in a game: {summary.length.quantile(0.05)} (5 %), {summary.length.quantile(0.5)} (half),"
        f" {summary.length.quantile(0.95)} (95 %). Options at a decision: "
        f"{summary.options / max(summary.decisions, 1):.1f} on average, at most {summary.most_options}."
        f" The lead changes {summary.lead_changes.mean:.1f} times; who leads at half-time wins"
        f" {100 * summary.half_time_wins / max(summary.half_time_games, 1):.0f} % of the games."
    )
    parts = [f"<h2>Length and tension</h2><p>{escape(words)}</p>"]
    if len(summary.length.counts) > 1:
        parts.append(_figure(_histogram(summary.length.counts, "decisions"), "Length of games"))
    if len(summary.margins.counts) > 1:
        parts.append(_figure(_histogram(summary.margins.counts, "points ahead"), "Margin of the winner"))
    return "".join(parts)


def _shares(summary: Summary) -> str:
    data = [
        {"row": name.replace("_", " "), "share": moments.mean, "points": summary.rows_of_winner[name].mean}
        for name, moments in summary.share_of_row.items()
    ]
    return "<h2>Where winners get their points</h2>" + _figure(
        _bars(data, "share", "row", "share of the winner's points"),
        "Share of each score row in the winner's points",
    )


def _taken(title: str, summary: Summary, of: dict[str, Taken], word: str, *, offered: bool) -> str:
    if not of:
        return ""
    standing = {name for name, _one, _chance in summary.standing_out(of)}
    shown = sorted(of) if offered else sorted(standing)[:30]
    rows = []
    for name in shown:
        one = of[name]
        with_it = one.wins_with / one.seats_with if one.seats_with else 0.0
        without = one.wins_without / one.seats_without if one.seats_without else 0.0
        row = [name.replace("_", " ")]
        if offered:
            row += [str(one.offered), f"{100 * one.taken / max(one.offered, 1):.0f} %"]
        row += [f"{100 * with_it:.1f} %", f"{100 * without:.1f} %", "yes" if name in standing else ""]
        rows.append(tuple(row))
    if not rows:
        return f"<h2>{title}</h2><p>None: nothing that chance does not explain.</p>"
    head = [
        word.removeprefix("The "),
        *(("offered", "taken") if offered else ()),
        "wins with",
        "wins without",
        "clear",
    ]
    note = "clear: beyond chance, at most 5 % of those marked may be false (Benjamini-Hochberg)"
    return f"<h2>{title}</h2>" + _table(tuple(head), rows) + f'<p class="about">{note}</p>'


# ---------------------------------------------------------------- pictures


def _figure(chart: Any, words: str) -> str:  # noqa: ANN401 - altair's charts are of many classes
    import vl_convert

    svg = vl_convert.vegalite_to_svg(chart.to_json())
    return f"<figure>{svg}<figcaption>{escape(words)}</figcaption></figure>"


def _win_rates(data: list[dict[str, Any]], fair: float) -> Any:  # noqa: ANN401
    import altair as alt

    base = alt.Chart(alt.Data(values=data))
    percent = alt.Axis(format="%")
    bars = base.mark_bar(color="#3b6fb6", height=18).encode(
        x=alt.X("share:Q", axis=percent, title="wins"), y=alt.Y("seat:N", title=None)
    )
    ranges = base.mark_rule(color="#1d2433", strokeWidth=2).encode(x="low:Q", x2="high:Q", y="seat:N")
    line = (
        alt.Chart(alt.Data(values=[{"fair": fair}]))
        .mark_rule(color="#c2442d", strokeDash=[4, 3])
        .encode(x="fair:Q")
    )
    return (bars + ranges + line).properties(width=640)


def _intervals(data: list[dict[str, Any]]) -> Any:  # noqa: ANN401
    import altair as alt

    base = alt.Chart(alt.Data(values=data))
    colour = alt.Color(
        "clear:N", title=None, scale=alt.Scale(domain=["clear", "not clear"], range=["#c2442d", "#9aa5b8"])
    )
    percent = alt.Axis(format="+%")
    ranges = base.mark_rule(strokeWidth=3).encode(
        x=alt.X("low:Q", axis=percent, title="change"),
        x2="high:Q",
        y=alt.Y("what:N", title=None),
        color=colour,
    )
    points = base.mark_point(filled=True, size=70).encode(x="change:Q", y="what:N", color=colour)
    zero = alt.Chart(alt.Data(values=[{"x": 0}])).mark_rule(color="#5d6779").encode(x="x:Q")
    return (zero + ranges + points).properties(width=640)


def _histogram(counts: dict[int, int], title: str) -> Any:  # noqa: ANN401
    import altair as alt

    low, high = min(counts), max(counts)
    width = max(1, -(-(high - low + 1) // 40))
    bins: dict[int, int] = {}
    for value, count in counts.items():
        at = low + (value - low) // width * width
        bins[at] = bins.get(at, 0) + count
    data = [{"from": at, "to": at + width, "games": count} for at, count in sorted(bins.items())]
    return (
        alt.Chart(alt.Data(values=data))
        .mark_bar(color="#3b6fb6")
        .encode(x=alt.X("from:Q", bin="binned", title=title), x2="to:Q", y=alt.Y("games:Q", title="games"))
        .properties(width=640, height=200)
    )


def _bars(data: list[dict[str, Any]], value: str, name: str, title: str) -> Any:  # noqa: ANN401
    import altair as alt

    return (
        alt.Chart(alt.Data(values=data))
        .mark_bar(color="#3b6fb6", height=18)
        .encode(
            x=alt.X(f"{value}:Q", axis=alt.Axis(format="%"), title=title),
            y=alt.Y(f"{name}:N", sort="-x", title=None),
        )
        .properties(width=560)
    )
