"""The report for people: one page without network, with histograms by plotly and players for the examples.

Every name comes from a file system, and a name may be markup: all of it is escaped here, and none goes into a figure.
"""

from __future__ import annotations

import html
import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from soundmark.curation.filters.thresholds import Filter
from soundmark.curation.near_duplicates import Member, NearDuplicatesFound
from soundmark.curation.report.summary import MEASURES, Example, Measure, Summary
from soundmark.wording import n_of

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

BLUE, VERMILLION = "#0072B2", "#D55E00"
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1B2733; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0 1.5rem; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #DCE9F0; overflow-wrap: anywhere; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; text-align: right; }
table.listen { table-layout: fixed; }
.listen .number { width: 6.5rem; }
.listen .player { width: 15rem; }
audio { height: 2rem; width: 14rem; display: block; }
@media (max-width: 40rem) {
  .listen, .listen tbody { display: block; }
  .listen tr { display: grid; grid-template-columns: 1fr auto; align-items: center; border-bottom: 1px solid #DCE9F0; }
  .listen th, .listen td { border: 0; padding: .3rem; }
  .listen td:first-child, .listen th:first-child { grid-column: 1 / -1; }
  .listen th + th { display: none; }
  .listen .number, .listen .player { width: auto; }
}
"""
_WORDS = {
    Filter.SILENT: "silent",
    Filter.TOO_SHORT: "too short for a filter",
    Filter.ENERGY: "too quiet",
    Filter.FLATNESS: "noise-like",
    Filter.CLIPPING: "clipped",
    Filter.COMPLEXITY: "monotonous",
    Filter.NEAR_DUPLICATE: "near duplicates of clips that stay",
    Filter.NOT_LOCALIZABLE: "not localizable",
}
_N_GROUPS_SHOWN = 100


def report_page(summary: Summary, recordings: Path, page_folder: Path) -> str:
    """The page as HTML; it expects `plotly.min.js` beside it.

    Args:
        summary: what was found.
        recordings: their folder, so that examples can be played from where they are.
        page_folder: where the page will stand.
    """
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>Curation report</title><style>{_STYLE}</style>",
        '<script src="plotly.min.js"></script></head><body>',
        "<h1>Curation report</h1>",
        f"<p>{_counts(summary)}</p>",
        _dropped_table(summary),
    ]
    for name, each in MEASURES.items():
        parts.append(f"<h2>{html.escape(each.title)}</h2>")
        parts.append(f"<p>{_rule(each, summary)}</p>")
        parts.append(_figure_html(summary, name))
        nearest = summary.examples[name]
        for title, examples in (("Passing this filter", nearest.passing), ("Dropped by it", nearest.short)):
            parts.append(_examples_table(f"{title}, nearest to its limit", each, examples, recordings, page_folder))
    parts += [
        _duplicates_table(summary, recordings, page_folder),
        _faults_table(summary),
        f"<p>{_how(summary)}</p>",
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def text_lines(summary: Summary) -> list[str]:
    """The counts for a terminal."""
    lines = [_counts(summary)]
    lines += [f"    {_WORDS[name]}: {number}" for name, number in sorted(summary.n_dropped.items())]
    lines += [f"    could not be used, {reason}: {number}" for reason, number in sorted(summary.n_faults.items())]
    if summary.near_duplicates is not None:
        lines.append(_duplicates_said(summary.near_duplicates))
    return lines


def _counts(summary: Summary) -> str:
    clips, all_of_them = "recordings", f"{summary.n_files}"
    if summary.is_cut:
        clips, all_of_them = f"segments of {n_of(summary.n_files, 'recording')}", f"{summary.n_clips}"
    lost = "could not be used" if clips == "recordings" else "recordings could not be used"
    return (
        f"{summary.n_kept} of {all_of_them} {clips} are kept ({summary.duration_kept_s / 60:.1f} min), "
        f"{summary.n_dropped_clips} are dropped, {summary.n_faults.total()} {lost}."
    )


def _how(summary: Summary) -> str:
    frames = summary.spectrum
    return (
        f"Spectra: windows of {frames.n_fft} samples (Hann), one every {frames.hop}, the two lowest points left out; "
        f"complexity of {frames.complexity_of.value}. {n_of(summary.n_lossy, 'clip is', 'clips are')} in a lossy "
        "coding, in which clipping is seen only in part."
    )


def _rule(each: Measure, summary: Summary) -> str:
    """What the filter does, in words."""
    limit = each.threshold(summary.thresholds)
    if limit is None:
        return f"No clip is dropped for this value ({each.option} none)."
    return (
        f"Clips {each.drops} {each.written(limit)} are dropped; {each.option} moves this limit. Values beyond the axis "
        "stand in its first or last bar."
    )


def _dropped_table(summary: Summary) -> str:
    if not summary.n_dropped:
        return ""
    rows = "".join(
        f'<tr><td>{_WORDS[name]}</td><td class="number">{number:,}</td></tr>'
        for name, number in sorted(summary.n_dropped.items())
    )
    note = "A clip counts for each filter that it falls short of."
    return f'<table><tr><th>Dropped as</th><th class="number">Clips</th></tr>{rows}</table><p>{note}</p>'


def _figure_html(summary: Summary, name: Filter) -> str:
    import plotly.io

    # Not pretty-printed and without a random id, so that the same results give the same page.
    text: str = plotly.io.to_html(
        histogram(summary, name),
        config={"displayModeBar": False, "responsive": True},
        include_plotlyjs=False,
        full_html=False,
        div_id=f"histogram-{name.value}",
    )
    return text


def histogram(summary: Summary, name: Filter) -> Figure:
    """How many clips have which value, with the threshold as a line."""
    from plotly.graph_objects import Bar, Figure

    each, counts = MEASURES[name], summary.histograms[name]
    centres = [(low + high) / 2 for low, high in zip(each.edges, each.edges[1:], strict=False)]
    figure = Figure(Bar(x=centres, y=counts, width=each.edges[1] - each.edges[0], marker_color=BLUE))
    threshold = each.threshold(summary.thresholds)
    if threshold is not None:
        limit = f"limit {each.written(threshold)}"
        figure.add_vline(x=threshold, line_color=VERMILLION, line_dash="dash", annotation_text=limit)
    figure.update_layout(
        height=260, margin={"l": 50, "r": 20, "t": 20, "b": 50}, template="plotly_white", showlegend=False
    )
    figure.update_xaxes(title=each.title, range=[each.edges[0], each.edges[-1]])
    figure.update_yaxes(title="clips", rangemode="tozero", dtick=1 if max(counts, default=0) <= 5 else None)
    return figure


def _examples_table(title: str, each: Measure, examples: list[Example], recordings: Path, page_folder: Path) -> str:
    if not examples:
        return ""
    rows = "".join(
        f'<tr><td>{_text(example.name)}{_part(example)}</td><td class="number">{each.written(example.value)}</td>'
        f'<td class="player">{_player(example, recordings / example.name, page_folder)}</td></tr>'
        for example in examples
    )
    return _listen_table(f'<th>{title}</th><th class="number">Value</th>', rows)


def _listen_table(heads: str, rows: str) -> str:
    """A table whose last column plays."""
    return f'<table class="listen"><tr>{heads}<th class="player">Listen</th></tr>{rows}</table>'


def _duplicates_table(summary: Summary, recordings: Path, page_folder: Path) -> str:
    found = summary.near_duplicates
    if found is None:
        return ""
    rows = "".join(
        f'<tr><td>{_text(each.file_name)}{_part(each)}</td><td class="number">{number:,}</td>'
        f'<td class="player">{_player(each, recordings / each.file_name, page_folder)}</td></tr>'
        for number, group in enumerate(found.groups[:_N_GROUPS_SHOWN], start=1)
        for each in group
    )
    table = _listen_table('<th>Clips, the best one of a group first</th><th class="number">Group</th>', rows)
    n_more = len(found.groups) - _N_GROUPS_SHOWN
    more = f"<p>And {n_of(n_more, 'more group')}; report.json holds all.</p>" if n_more > 0 else ""
    return f"<h2>Near duplicates</h2><p>{_duplicates_said(found)}</p>{table if rows else ''}{more}"


def _duplicates_said(found: NearDuplicatesFound) -> str:
    if not found.groups:
        return "No near duplicates among the clips that pass the filters."
    n_clips = sum(len(group) for group in found.groups)
    groups = "one group" if len(found.groups) == 1 else f"{len(found.groups):,} groups"
    return f"Near duplicates: {n_clips:,} clips in {groups}; one of each group is enough."


def _part(each: Example | Member) -> str:
    return "" if each.start_s is None or each.end_s is None else f", {each.start_s:.1f} to {each.end_s:.1f} s"


def _player(each: Example | Member, path: Path, page_folder: Path) -> str:
    part = "" if each.start_s is None or each.end_s is None else f"#t={each.start_s:.2f},{each.end_s:.2f}"
    return f'<audio controls preload="none" src="{_address(path, page_folder)}{part}"></audio>'


def _faults_table(summary: Summary) -> str:
    if not summary.faults:
        return ""
    rows = "".join(
        f"<tr><td>{_text(name)}</td><td>{_text(fault.message, 300)}</td></tr>" for name, fault in summary.faults
    )
    n_more = summary.n_faults.total() - len(summary.faults)
    more = f"<p>And {n_more} more.</p>" if n_more else ""
    return f"<h2>Could not be used</h2><table><tr><th>File</th><th>Why</th></tr>{rows}</table>{more}"


def _text(name: str, longest: int = 160) -> str:
    """A text from outside: on one line, of bounded length, without markup."""
    return html.escape("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name)[:longest])


def _address(path: Path, page_folder: Path) -> str:
    """A relative address, percent-encoded; './' keeps a name with a colon from being a scheme."""
    relative = os.path.relpath(path, page_folder).replace(os.sep, "/")
    return html.escape("./" + quote(relative))
