"""The report as files."""

from __future__ import annotations

from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.curation.report.as_json import report_json
from soundmark.curation.report.page import report_page
from soundmark.curation.report.summary import Summary
from soundmark.types import SoundmarkError

PAGE_NAME, JSON_NAME, SCRIPT_NAME = "report.html", "report.json", "plotly.min.js"


class ReportError(SoundmarkError):
    """A report that cannot be written."""


def write_report(summary: Summary, folder: Path, recordings: Path) -> Path:
    """Write report.html, report.json and plotly's script, so that the page needs no network.

    Returns:
        The page.

    Raises:
        ReportError: when the disk refuses.
    """
    from plotly.offline import get_plotlyjs

    page = folder / PAGE_NAME
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / JSON_NAME).write_text(report_json(summary), encoding="utf-8")
        (folder / SCRIPT_NAME).write_text(get_plotlyjs(), encoding="utf-8")
        page.write_text(report_page(summary, recordings.resolve(), folder.resolve()), encoding="utf-8")
    except OSError as error:
        message = f"The report in {shown(folder.name)} cannot be written ({error.strerror}). Make room and try again."
        raise ReportError(message) from error
    return page
