"""The pictures of a report, as SVG; needs the extra `simulate`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import altair as alt
import vl_convert

from rulesdsl.simulate.figures import Interval

Chart: TypeAlias = Any
"""Altair has a class for each way to put charts together, and its types do not follow."""

BLUE, ORANGE, GREY, INK, SOFT = "#2563eb", "#d97706", "#94a3b8", "#1f2937", "#64748b"
SEATS = ["#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#0891b2", "#be185d", "#4d7c0f"]
WIDTH = 620
STEP = 26
"""The height of a row."""
MOST_BARS = 40
MOST_POINTS = 24
"""Of a line, which is to show the shape and not every chance."""
PADDING = {"left": 34, "right": 12, "top": 4, "bottom": 4}


def rates(named: Sequence[tuple[str, Interval]], fair: float) -> str:
    """Shares with their intervals, one a row."""
    data = [
        {"name": name, "share": rate.value, "low": rate.low, "high": rate.high,
         "words": f"{100 * rate.value:.1f} %"}
        for name, rate in named
    ]  # fmt: skip
    highest = max([fair, *(rate.high for _, rate in named)])
    scale = alt.Scale(domain=[0, min(1.0, highest * 1.15)])
    row = alt.Y("name:N", title=None, sort=None)
    base = alt.Chart(_data(data))
    share = alt.X("share:Q", title=None, axis=alt.Axis(format="%"), scale=scale)
    bars = base.mark_bar(color=BLUE, opacity=0.25, height=14).encode(x=share, y=row)
    ranges = base.mark_rule(color=BLUE, strokeWidth=3).encode(x=alt.X("low:Q"), x2="high:Q", y=row)
    points = base.mark_point(color=BLUE, filled=True, size=90, opacity=1).encode(x=share, y=row)
    words = base.mark_text(align="left", dx=9, color=INK).encode(x=alt.X("high:Q"), y=row, text="words:N")
    return _svg(bars + _line(fair) + ranges + points + words, rows=len(data))


def distributions(named: Sequence[tuple[str, Mapping[int, int]]], title: str) -> str:
    """Several distributions of whole numbers over each other, as shares of their games."""
    values = [value for _, counts in named for value in counts]
    low, width = min(values), _bar_width(min(values), max(values), MOST_POINTS)
    data: list[dict[str, Any]] = []
    for name, counts in named:
        bins = _shares(counts, low, width)
        data += [
            {"who": name, "at": index + (width - 1) / 2, "share": bins.get(index, 0.0)}
            for index in range(low, max(values) + 1, width)
        ]
    names = [name for name, _ in named]
    legend = alt.Legend(symbolType="stroke", symbolOpacity=1, symbolStrokeWidth=3)
    scale = alt.Scale(domain=names, range=SEATS[: len(names)])
    colour = alt.Color("who:N", title=None, scale=scale, legend=legend)
    base = alt.Chart(_data(data))
    across = alt.X("at:Q", title=title, scale=alt.Scale(zero=False, nice=False), axis=alt.Axis(format="d"))
    up = alt.Y("share:Q", title="games", axis=alt.Axis(format="%"), stack=None)
    areas = base.mark_area(opacity=0.12, interpolate="monotone").encode(x=across, y=up, color=colour)
    lines = base.mark_line(interpolate="monotone").encode(x=across, y=up, color=colour)
    return _svg(areas + lines, height=220)


def histogram(counts: Mapping[int, int], title: str) -> str:
    low, high = min(counts), max(counts)
    width = _bar_width(low, high)
    # A bar stands around its number.
    data = [
        {"from": begin - 0.5, "to": begin - 0.5 + width, "share": share}
        for begin, share in sorted(_shares(counts, low, width).items())
    ]
    across = alt.X(
        "from:Q",
        bin="binned",
        title=title,
        axis=alt.Axis(format="d"),
        scale=alt.Scale(zero=False, nice=False),
    )
    up = alt.Y("share:Q", title="games", axis=alt.Axis(format="%"))
    chart = alt.Chart(_data(data)).mark_bar(color=BLUE, opacity=0.8, stroke="white", strokeWidth=1)
    return _svg(chart.encode(x=across, x2="to:Q", y=up), height=180)


def shares(rows: Sequence[tuple[str, float, float]]) -> str:
    """Rows with their share of a whole and the points behind it."""
    data = [{"name": name, "share": share, "words": f"{points:.1f}"} for name, share, points in rows]
    row = alt.Y("name:N", title=None, sort="-x")
    base = alt.Chart(_data(data))
    share = alt.X("share:Q", title=None, axis=alt.Axis(format="%"))
    bars = base.mark_bar(color=BLUE, opacity=0.8, height=15).encode(x=share, y=row)
    words = base.mark_text(align="left", dx=5, color=INK).encode(x=share, y=row, text="words:N")
    return _svg(bars + words, rows=len(data))


def with_and_without(rows: Sequence[tuple[str, float, float, bool]], fair: float) -> str:
    """For each name how often those win who did it, next to those who did not."""
    took, left = "took it", "did not"
    data = [
        {"name": f"{name} *" if marked else name, "share": share, "who": who}
        for name, with_it, without, marked in rows
        for who, share in ((took, with_it), (left, without))
    ]
    spans = [
        {"name": f"{name} *" if marked else name, "low": min(with_it, without), "high": max(with_it, without)}
        for name, with_it, without, marked in rows
    ]
    row = alt.Y("name:N", title=None, sort=None)
    colour = alt.Color("who:N", title=None, scale=alt.Scale(domain=[took, left], range=[ORANGE, GREY]))
    share = alt.X("share:Q", title="wins", axis=alt.Axis(format="%"), scale=alt.Scale(zero=False))
    joined = alt.Chart(_data(spans)).mark_rule(color=GREY, strokeWidth=2, opacity=0.6)
    points = alt.Chart(_data(data)).mark_point(filled=True, size=90, opacity=1)
    return _svg(
        _line(fair)
        + joined.encode(x=alt.X("low:Q"), x2="high:Q", y=row)
        + points.encode(x=share, y=row, color=colour),
        rows=len(rows),
    )


def changes(rows: Sequence[tuple[str, Interval, bool]], *, percent: bool) -> str:
    """Differences with their intervals around nothing."""
    clear, unclear = "clear", "not clear"
    data = [
        {"name": name, "change": change.value, "low": change.low, "high": change.high,
         "sort": clear if marked else unclear}
        for name, change, marked in rows
    ]  # fmt: skip
    row = alt.Y("name:N", title=None, sort=None)
    colour = alt.Color("sort:N", title=None, scale=alt.Scale(domain=[clear, unclear], range=[ORANGE, GREY]))
    axis = alt.Axis(format="+%" if percent else "+")
    base = alt.Chart(_data(data))
    ranges = base.mark_rule(strokeWidth=3).encode(
        x=alt.X("low:Q", title=None, axis=axis), x2="high:Q", y=row, color=colour
    )
    points = base.mark_point(filled=True, size=90, opacity=1).encode(x="change:Q", y=row, color=colour)
    return _svg(_line(0) + ranges + points, rows=len(rows))


def _bar_width(low: int, high: int, most: int = MOST_BARS) -> int:
    return max(1, -(-(high - low + 1) // most))


def _shares(counts: Mapping[int, int], low: int, width: int) -> dict[int, float]:
    """How large a part of all numbers is in each bar, by where it begins."""
    bars = Counter[int]()
    for value, count in counts.items():
        bars[low + (value - low) // width * width] += count
    return {begin: count / bars.total() for begin, count in bars.items()}


def _data(values: list[dict[str, Any]]) -> Chart:
    return alt.Data(values=values)


def _line(value: float) -> Chart:
    dashed = alt.Chart(_data([{"at": value}])).mark_rule(color=SOFT, strokeDash=[5, 4])
    return dashed.encode(x="at:Q")


def _svg(chart: Chart, *, rows: int | None = None, height: int | None = None) -> str:
    wanted = height if height is not None else STEP * max(rows or 1, 1)
    finished = (
        chart.properties(width=WIDTH, height=wanted)
        # The reader's letters may be wider than those that the labels are measured with here.
        .configure(background="transparent", font="system-ui, Segoe UI, Roboto, sans-serif", padding=PADDING)
        .configure_view(stroke=None)
        .configure_axis(
            labelFontSize=12, titleFontSize=12, titleFontWeight="normal", labelColor=INK, titleColor=SOFT,
            gridColor="#e2e8f0", domainColor="#cbd5e1", tickColor="#cbd5e1", labelLimit=260,
        )
        .configure_axisX(tickCount=7)
        .configure_axisY(domain=False, ticks=False, labelPadding=8, tickCount=5)
        .configure_legend(labelFontSize=12, titleFontSize=12, titleFontWeight="normal", titleColor=SOFT)
        .configure_text(fontSize=12)
    )  # fmt: skip
    return str(vl_convert.vegalite_to_svg(finished.to_json()))
