"""Figures as one HTML page that needs no network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.audio.errors import shown
from soundmark.curation.localizability.errors import LocalizabilityError
from soundmark.whole_file import whole_file

if TYPE_CHECKING:
    import plotly.graph_objects as go

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ margin: 0 auto; max-width: 60rem; padding: 1rem; color: #1b2733; background: #fff;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }}
h1 {{ font-size: 1.6rem; }}
h2 {{ font-size: 1.2rem; margin: 0; }}
figure {{ margin: 0 0 3rem; }}
figcaption {{ margin: .5rem 0 0; }}
</style>
</head>
<body>
<h1>{title}</h1>
"""


def figures_page(title: str, figures: Sequence[tuple[go.Figure, str]]) -> str:
    """A page with figures, each under its title and over a sentence; plotly's script stands in the page.

    Args:
        title: of the page.
        figures: each with what one sees in it, as plain text.
    """
    parts = [_HEAD.format(title=escape(title))]
    for number, (given, sentence) in enumerate(figures):
        heading = escape(given.layout.title.text or "")
        # A heading of the page can take two lines on a phone; the figure's own would be cut off.
        figure = given.__class__(given).update_layout(title=None, margin={"t": 50})
        drawn = figure.to_html(
            full_html=False, include_plotlyjs=number == 0, config={"responsive": True, "displaylogo": False},
            div_id=f"figure-{number + 1}",
        )  # fmt: skip
        parts.append(f"<h2>{heading}</h2>\n<figure>\n{drawn}\n<figcaption>{escape(sentence)}</figcaption>\n</figure>\n")
    return "".join([*parts, "</body>\n</html>\n"])


def write_text(path: Path, text: str) -> None:
    """Put a file in place as a whole or not at all.

    Raises:
        LocalizabilityError: when it cannot be written.
    """
    try:
        with whole_file(path) as part:
            part.write_text(text, encoding="utf-8")
    except OSError as error:
        raise LocalizabilityError(
            f"{shown(path.name)} cannot be written ({error.strerror}). Name another file, or make room."
        ) from error
