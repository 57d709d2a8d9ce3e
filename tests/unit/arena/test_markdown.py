"""Answers become a few harmless elements, whatever is in them."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.modes.arena.markdown import MAX_SHOWN_CHARS, Node, plain, tree

ALLOWED = {
    "p", "h4", "ul", "ol", "li", "blockquote", "table", "thead", "tbody", "tr", "th", "td", "strong", "em", "code",
    "pre", "hr", "br",
}  # fmt: skip


def elements(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, list):
            name = node[0]
            assert isinstance(name, str)
            yield name
            yield from elements(node[1:])


def test_what_a_model_writes_is_laid_out() -> None:
    assert tree("## Why\n\n1. **Birds**\n2. *rain*\n\n`x`") == [
        ["h4", "Why"],
        ["ol", ["li", ["p", ["strong", "Birds"]]], ["li", ["p", ["em", "rain"]]]],
        ["p", ["code", "x"]],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "![a](http://203.0.113.1/pixel.png)",
        "[click](http://203.0.113.1/)",
        "[click](javascript:alert(1))",
        "<http://203.0.113.1/>",
        "[a]: http://203.0.113.1/\n\n[a]",
        "![a][b]\n\n[b]: http://203.0.113.1/",
        "<img src=http://203.0.113.1/ onerror=alert(1)>",
        "<script>alert(1)</script>",
        "<iframe src=//203.0.113.1>",
    ],
)
def test_nothing_leads_anywhere(text: str) -> None:
    found = tree(text)
    assert set(elements(found)) <= {"p"}


def test_html_is_text() -> None:
    assert "<b>x</b>" in plain(tree("a <b>x</b>"))


def test_signs_that_deceive_are_gone() -> None:
    assert plain(tree("a\u202eb\x00c\x1b[31md\u2066e")) == "abc[31mde"


@given(st.text())
def test_any_text_becomes_allowed_elements_that_json_holds(text: str) -> None:
    found = tree(text)
    assert set(elements(found)) <= ALLOWED
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize(
    "text", ["> " * 5000, "*" * 20_000, "[" * 20_000, "- " * 5000, "`" * 20_000, "a" * 10**6, "|" * 20_000]
)
def test_a_text_made_to_hang_does_not(text: str) -> None:
    assert len(plain(tree(text))) <= MAX_SHOWN_CHARS + 2
