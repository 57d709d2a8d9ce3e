"""axe-core, Deque's accessibility engine, run in a page; its script comes with the development dependency."""

from __future__ import annotations

import importlib.resources
from dataclasses import dataclass
from functools import cache

from playwright.sync_api import Page

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
_RUN = """async (rules) => {
  const found = await axe.run(document, { resultTypes: ['violations'], runOnly: rules, preload: false });
  return found.violations.flatMap((one) => one.nodes.map((node) =>
    [one.id, one.impact, node.target.flat(9).join(' '), (node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? '']));
}"""
_SETTLED = """() => Promise.all(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished.catch(() => null)))"""
SERIOUS = frozenset({"serious", "critical"})


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that shuts somebody out.

    Attributes:
        rule: of axe-core, which explains it at https://dequeuniversity.com/rules/axe/.
        impact: minor, moderate, serious or critical.
        target: CSS selector of the element.
        why: what was measured.
    """

    rule: str
    impact: str
    target: str
    why: str


@cache
def script() -> str:
    """The engine."""
    return (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def findings(page: Page) -> list[Finding]:
    """What axe-core finds in what a page shows now, once what fades in is there."""
    page.evaluate(_SETTLED)
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(script())
    return [Finding(*one) for one in page.evaluate(_RUN, list(RULES))]


def serious(found: list[Finding]) -> list[Finding]:
    """Those that must not be there."""
    return [one for one in found if one.impact in SERIOUS]
