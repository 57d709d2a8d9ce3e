"""What an answer looks like on the page; the few words that are ours, and not the model's, in the reader's language."""

from __future__ import annotations

from soundmark.modes.arena.battle import Runs
from soundmark.modes.arena.markdown import Node, tree
from soundmark.modes.arena.said import ANSWER, NO_REASONS

OURS = {NO_REASONS: "arena_no_reasons", ANSWER: "arena_states"}
"""Words that stand in answers of the log because this app put them there, and the page's texts that say the same."""


def shown_nodes(text: str, runs: Runs) -> list[Node]:
    """The answer as elements (see `markdown.tree`), with ["say", key] for words of ours.

    Args:
        text: of the answer, in Markdown.
        runs: a model that is asked now says all of its answer itself.
    """
    found = tree(text)
    return found if runs is Runs.LIVE else [_said(node) for node in found]


def is_bare(text: str, runs: Runs) -> bool:
    """Whether an answer of the log states something and says nothing else."""
    return runs is Runs.LOG and text.startswith(NO_REASONS)


def _said(node: Node) -> Node:
    """A paragraph that is one of our texts, or a line that begins with one in bold."""
    match node:
        case ["p", str(words)] if words in OURS:
            return ["p", ["say", OURS[words]]]
        case ["p", ["strong", str(words)], *rest] if words in OURS:
            return ["p", ["strong", ["say", OURS[words]]], *rest]
        case _:
            return node
