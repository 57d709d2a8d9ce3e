"""What the documentation tells people to type is what the program takes."""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
from collections.abc import Iterator

import pytest

from soundmark.cli import parser
from tests.conftest import ROOT
from tests.support.doc_commands import Command, commands, flags, mentions

ALL = list(commands())
OF_OTHERS = {
    "cp": "coreutils",
    "git": "a checkout of somebody's repository",
    "pip": "needs the network",
    "venv/bin/pip": "needs the network",
    "docker": "needs Docker",
    "python3.11 -m venv": "Python's own",
    ".venv/bin/python -m pip": "needs the network",
    ".venv/bin/python -m pip_audit": "needs the network",
    "hf": "the Hub's own command",
}
"""Commands that are not ours, by how they begin, and why no test runs them."""
FLAGS_OF_OTHERS = {"--private": "hf buckets create", "--short": "scripts/test", "--strict": "pip_audit"}


def subparser(words: tuple[str, ...]) -> tuple[argparse.ArgumentParser, tuple[str, ...]]:
    """The parser of the command that some words begin with, and the words that are left for it."""
    found = parser()
    while words:
        topics = [action for action in found._actions if isinstance(action, argparse._SubParsersAction)]
        if not topics:
            break
        assert words[0] in topics[0].choices, f"there is no {words[0]!r} among {', '.join(topics[0].choices)}"
        found, words = topics[0].choices[words[0]], words[1:]
    return found, words


def options_of(of: argparse.ArgumentParser) -> set[str]:
    return {option for action in of._actions for option in action.option_strings}


def all_options(of: argparse.ArgumentParser) -> Iterator[str]:
    yield from options_of(of)
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from all_options(one)


def test_the_documentation_has_commands() -> None:
    assert len(ALL) > 40
    assert {"README.md", "docs/evaluation.md", "docs/questions.md"} <= {one.page for one in ALL}
    assert len(list(mentions())) > 20


@pytest.mark.parametrize("command", ALL, ids=str)
def test_a_command_is_one_that_there_is(command: Command) -> None:
    given = command.of_soundmark
    if given is not None:
        try:
            parser().parse_args(given)
        except SystemExit:
            pytest.fail(f"{command}: the program does not take these words")
    elif len(command.words) > 2 and command.words[1] == "-m" and command.words[2].split(".")[0] in ("perf", "scripts"):
        assert importlib.util.find_spec(command.words[2]) is not None
    elif command.words[0].startswith("scripts/"):
        assert os.access(ROOT / command.words[0], os.X_OK)
    elif command.words[-1] != "app.py":
        assert any(command.text.startswith(f"{begin} ") for begin in OF_OTHERS), f"{command}: whose command is that?"


@pytest.mark.parametrize(
    ("page", "given"), list(mentions()), ids=lambda one: one if isinstance(one, str) else " ".join(one)
)
def test_a_command_in_a_sentence_is_one_that_there_is(page: str, given: tuple[str, ...]) -> None:
    for first in given[0].split("|") if given else ():
        for second in given[1].split("|") if len(given) > 1 and "-" not in given[1] else [""]:
            topic, _ = subparser((first, second) if second and has_topics(first) else (first,))
            asked = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", " ".join(given)))
            assert asked <= options_of(topic), page


def has_topics(name: str) -> bool:
    return any(isinstance(action, argparse._SubParsersAction) for action in subparser((name,))[0]._actions)


def test_every_option_that_a_page_names_is_one_of_a_command() -> None:
    known = {*all_options(parser()), *FLAGS_OF_OTHERS}
    assert [one for one in flags() if one[1] not in known] == []


def test_modules_that_pages_name_are_there() -> None:
    for page in sorted({one.page for one in ALL}):
        for name in re.findall(r"`(?:\.venv/bin/)?python -m ((?:perf|scripts)\.\w+)", (ROOT / page).read_text()):
            assert importlib.util.find_spec(name) is not None, page


def test_every_command_says_what_it_does() -> None:
    def walk(of: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
        for action in of._actions:
            if isinstance(action, argparse._SubParsersAction):
                for name, one in action.choices.items():
                    yield f"{of.prog} {name}", one.description or ""
                    yield from walk(one)
            elif not action.help and action.option_strings:
                yield f"{of.prog} {action.option_strings[-1]}", ""

    assert [name for name, said in walk(parser()) if not said] == []
