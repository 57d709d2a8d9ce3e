"""What the documentation says is there: files, settings, headings; and it speaks of the product only."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml

from leaderboard.paper_tables import PAPERS
from soundmark import __version__
from tests.conftest import ROOT
from tests.support.doc_blocks import PAGES

EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
LINK = re.compile(r"\]\(([^)\s]+)\)")
SET_BY_THE_HUB = {
    "SYSTEM", "SPACE_ID", "SPACE_HOST", "OAUTH_CLIENT_ID", "OAUTH_CLIENT_SECRET", "OAUTH_SCOPES", "OPENID_PROVIDER_URL",
}  # fmt: skip
OF_GRADIO = {
    "GRADIO_ANALYTICS_CACHE_FREQUENCY", "GRADIO_ANALYTICS_MAX_EVENTS", "GRADIO_ROOT_PATH", "GRADIO_SHARE",
    "GRADIO_SSR_MODE",
}  # fmt: skip
"""Read by the settings, or set for Gradio, and none of this product's own."""


@EVERY_PAGE
def test_what_a_page_links_to_is_there(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if not link.startswith(("http", "#"))]
    missing = [link for link in links if not (page.parent / unquote(link.split("#")[0])).exists()]
    assert missing == []


def test_every_page_is_found_from_the_readme() -> None:
    linked = set(LINK.findall((ROOT / "README.md").read_text(encoding="utf-8")))
    assert {page.relative_to(ROOT).as_posix() for page in PAGES} - linked - {"README.md"} == set()


def test_pictures_are_small_and_all_are_shown() -> None:
    pictures = {path.relative_to(ROOT).as_posix(): path.stat().st_size for path in (ROOT / "docs" / "images").iterdir()}
    shown = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert len(pictures) >= 6
    assert 5_000 < min(pictures.values()) <= max(pictures.values()) < 100_000
    assert [name for name in pictures if Path(name).name not in shown] == []


@EVERY_PAGE
def test_a_page_speaks_of_the_product_only(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    unwanted = r"(?i)\bTO[D]O\b|\bFIX[M]E\b|\bissue #?\d+|\bthis\s+session\b|/(?:work|root|home/\w+)/"
    assert re.findall(unwanted, text) == []


def test_every_setting_has_a_row() -> None:
    code = (ROOT / "soundmark" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r'"([A-Z][A-Z_]{3,})"', code)) - SET_BY_THE_HUB - OF_GRADIO
    page = (ROOT / "docs" / "researchers.md").read_text(encoding="utf-8")
    table = page.split("## Settings")[1].split("\n\n## ")[0]
    rows = {
        name for row in re.findall(r"^\| (`[A-Z_`, ]+) \|", table, re.MULTILINE) for name in re.findall(r"\w+", row)
    }
    assert rows - {"GRADIO_SERVER_PORT"} == read


def test_the_citation_is_what_the_format_asks_for() -> None:
    """Required keys and types of the Citation File Format 1.2.0, as its guide lists them."""
    cff = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(cff)
    optional = {"type", "abstract", "version", "license", "keywords", "references"}
    assert set(cff) <= {"cff-version", "message", "title", "authors"} | optional
    assert (cff["cff-version"], cff["type"], cff["version"]) == ("1.2.0", "software", __version__)
    assert cff["authors"] == [{"name": "The Soundmark contributors"}]
    titles = [one["title"] for one in cff["references"]]
    assert sorted(titles) == sorted(paper.title for paper in PAPERS.values())
    for one in cff["references"]:
        assert {"authors", "title", "type"} <= set(one) <= {"authors", "title", "type", "url", "notes", "year"}
        assert all(set(author) == {"given-names", "family-names"} for author in one["authors"])
        assert one["url"].startswith("https://")
