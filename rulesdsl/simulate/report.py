"""The report: one HTML file with everything in it, to be opened without a network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rulesdsl.checked_game import Game
from rulesdsl.simulate import charts, tables
from rulesdsl.simulate.comparing import Comparison
from rulesdsl.simulate.idle_rules import not_exercised
from rulesdsl.simulate.listened import Listened, Taken, standing_first, standing_out
from rulesdsl.simulate.summary import ENDS, OUTCOMES, Summary
from rulesdsl.simulate.tables import percent
from rulesdsl.simulate.verdict import verdict

MOST_SHOWN = 30
"""Actions or pieces in one picture."""
MARKED = "marked"
SURE = "Marked: clear beyond chance; on average at most 5 % of the marks are false (Benjamini and Hochberg)."

_STYLE = """
:root { --ink: #1f2937; --soft: #64748b; --line: #e2e8f0; --tint: #f1f5f9; --mark: #b45309; --page: #fff;
  color-scheme: light dark; }
* { box-sizing: border-box; }
body { font: 16px/1.55 system-ui, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: var(--page);
  margin: 2.5rem auto; max-width: 56rem; padding: 0 1.2rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.2rem; margin: 2.8rem 0 .6rem; padding-top: .8rem; border-top: 1px solid var(--line); }
p.about, figcaption, p.note { color: var(--soft); font-size: .92rem; }
p.about { margin: .3rem 0 1.2rem; }
.verdict { background: var(--tint); border-left: 4px solid #2563eb; padding: .8rem 1.1rem; margin: 1rem 0;
  border-radius: 0 6px 6px 0; font-size: 1.05rem; }
ul.verdict { padding-left: 2.2rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr));
  gap: .8rem; margin: 1.2rem 0; }
.facts div { background: var(--tint); border-radius: 6px; padding: .6rem .9rem; }
.facts b { display: block; font-size: 1.35rem; font-variant-numeric: tabular-nums; }
.facts span { color: var(--soft); font-size: .88rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .95rem; }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 5rem; }
th { color: var(--soft); font-weight: 600; }
td.mark { color: var(--mark); }
figure { margin: 1.2rem 0; overflow-x: auto; }
figure svg { max-width: 100%; min-width: 36rem; height: auto; display: block; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e5e7eb; --soft: #9ca3af; --line: #374151; --tint: #1f2937; --mark: #fbbf24;
    --page: #111827; }
  figure svg { filter: invert(1) hue-rotate(180deg); }
}
"""


def report(game: Game, about: str, summary: Summary) -> str:
    """The report on many games."""
    parts = [_head(game.title, about), f'<p class="verdict">{_words(verdict(summary))}</p>']
    if summary.decided:
        parts += [_facts(summary), _seats(summary)]
        named = ("Bots", tables.bots(summary)), ("Teams", tables.teams(summary))
        parts += [f"<h2>{title}</h2>{_table(table)}" for title, table in named if table]
    parts.append(_outcomes(summary))
    if summary.decided:
        parts += [_length(summary), _sheet(summary)]
    if summary.setup.details:
        listened = summary.listened
        parts.append(_taken("Actions", "action", summary, listened.actions, sorted(listened.actions)))
        names = standing_first(listened.pieces)
        parts += [_taken("Pieces", "piece", summary, listened.pieces, names), _rules(game, listened)]
    parts.append("</body></html>\n")
    return "\n".join(part for part in parts if part)


def comparison_report(title: str, about: str, comparisons: Sequence[tuple[str, Comparison]]) -> str:
    """The report on what variants change."""
    parts = [_head(title, about)]
    for name, comparison in comparisons:
        differences = comparison.differences()
        verdicts = [difference.verdict() for difference in differences if difference.clear] or [
            "nothing that chance does not explain"
        ]
        parts.append(f"<h2>What {escape(name)} changes</h2>")
        parts.append(f'<ul class="verdict">{"".join(f"<li>{_words(words)}</li>" for words in verdicts)}</ul>')
        for shares, words in ((True, "How often, in a hundred games"), (False, "Points and decisions")):
            some = [
                (difference.label, difference.change, difference.clear)
                for difference in differences
                if difference.percent is shares and difference.change.known and not difference.same
            ]
            if some:
                picture = charts.changes(some, percent=shares)
                parts.append(_figure(picture, f"{words}: the change with its 95 % interval."))
        changed = tables.changes("figure", differences, MARKED)
        if changed:
            parts.append(_table(changed))
        same = ", ".join(difference.label for difference in differences if difference.same)
        if same:
            parts.append(f"<p>The same in every pair: {escape(same)}.</p>")
        parts.append(f'<p class="note">{SURE}</p>')
    parts.append("</body></html>\n")
    return "\n".join(parts)


def _head(title: str, about: str) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>\n"
        f'<h1>{escape(title)}</h1><p class="about">{escape(about)}</p>'
    )


def _table(table: Sequence[Sequence[str]]) -> str:
    head, *rows = table
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(text: str) -> str:
    return f'<td class="mark">{text}</td>' if text == MARKED else f"<td>{_words(text)}</td>"


def _words(text: str) -> str:
    """Ready for HTML; a number and its sign stay on one line."""
    return escape(text).replace(" %", "&nbsp;%")


def _figure(svg: str, words: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(words)}</figcaption></figure>"


# ---------------------------------------------------------------- the parts


def _facts(summary: Summary) -> str:
    length = summary.length
    decisions = (
        "decisions in a game: half have at most so many,"
        f" 5 % at most {length.quantile(0.05)}, 95 % at most {length.quantile(0.95)}"
    )
    facts = [
        (f"{summary.games:,}", "games"),
        (f"{length.quantile(0.5)}", decisions),
        (f"{summary.options / max(summary.decisions, 1):.1f}",
         f"options at a decision with a choice, at most {summary.most_options}"),
    ]  # fmt: skip
    if summary.margins.counts:
        facts.append((f"{summary.margins.moments.mean:.1f}", "points between first and second"))
    listened = summary.listened
    if listened.half_time_games:
        facts.append((percent(listened.half_time.value), "of the leaders at half-time win"))
        facts.append((f"{listened.lead_changes.mean:.1f}", "changes of the lead in a game"))
    if listened.forced_share is not None:
        facts.append((percent(listened.forced_share), "of all decisions have one option"))
    cells = "".join(f"<div><b>{_words(size)}</b><span>{_words(words)}</span></div>" for size, words in facts)
    return f'<div class="facts">{cells}</div>'


def _seats(summary: Summary) -> str:
    rates = [(f"seat {seat + 1}", summary.win_rate(seat)) for seat in range(summary.players)]
    parts = [
        "<h2>Seats</h2>",
        _figure(
            charts.rates(rates, 1 / summary.players),
            "Wins of each seat with the 95 % interval; dashed: an equal share.",
        ),
        _table(tables.seats(summary)),
    ]
    if any(points.counts for points in summary.points):
        named = [(name, points.counts) for (name, _), points in zip(rates, summary.points, strict=True)]
        parts.append(_figure(charts.distributions(named, "points"), "Final scores by seat."))
    return "\n".join(parts)


def _outcomes(summary: Summary) -> str:
    rows = [
        (
            ENDS[name],
            f"{summary.outcomes[name]:,}",
            percent(summary.outcomes[name] / max(summary.games, 1)),
            "",
        )
        for name in OUTCOMES
        if summary.outcomes[name] or name == "finished"
    ]
    rows += [(message, f"{count:,}", "", "") for message, count in summary.messages.most_common(5)]
    return "<h2>How games end</h2>" + _table([("end", "games", "share", ""), *rows])


def _length(summary: Summary) -> str:
    parts = []
    if len(summary.length.counts) > 1:
        parts.append(
            _figure(charts.histogram(summary.length.counts, "decisions in a game"), "Length of games.")
        )
    if len(summary.margins.counts) > 1:
        parts.append(
            _figure(
                charts.histogram(summary.margins.counts, "points between first and second"),
                "How close games are.",
            )
        )
    return "<h2>Length and tension</h2>" + "".join(parts) if parts else ""


def _sheet(summary: Summary) -> str:
    table = tables.sheet(summary)
    if not table:
        return ""
    parts = ["<h2>The score sheet</h2>", _table(table)]
    parts.append('<p class="note">± is the standard error; a row in brackets is a note.</p>')
    shared = [(name, row) for name, row in summary.scores.items() if row.share.count]
    if len(shared) > 1:
        data = [(name.replace("_", " "), row.share.mean, row.winners.mean) for name, row in shared]
        words = "The share of each row in the winner's score; the number is points on average."
        parts.append(_figure(charts.shares(data), words))
    return "\n".join(parts)


def _rules(game: Game, listened: Listened) -> str:
    idle = not_exercised(game, listened.rules)
    text = f"<h2>Rules never exercised</h2><p>{', '.join(map(escape, idle.never)) or 'None.'}</p>"
    if idle.untold:
        untold = escape(", ".join(idle.untold))
        text += f"<p>The lines of these do nothing, so that nothing tells of them: {untold}.</p>"
    return text


def _taken(title: str, word: str, summary: Summary, of: dict[str, Taken], names: Sequence[str]) -> str:
    if not of:
        return ""
    if not names:
        return f"<h2>{title}</h2><p>None: nothing that chance does not explain.</p>"
    marked = set(standing_out(of))
    shown = names[:MOST_SHOWN]
    pairs = [
        (name.replace("_", " "), with_it, without, name in marked)
        for name, (with_it, without) in ((name, of[name].shares) for name in shown)
        if with_it is not None and without is not None
    ]
    parts = [f"<h2>{title}</h2>"]
    if pairs:
        words = f"How often those win who took the {word}, and those who could have and did not."
        parts.append(_figure(charts.with_and_without(pairs, 1 / summary.players), words))
    parts.append(_table(tables.taken(word, of, shown, MARKED)))
    left = len(names) - len(shown)
    parts.append(f'<p class="note">{f"And {left} more. " if left else ""}{SURE}</p>')
    return "\n".join(parts)
