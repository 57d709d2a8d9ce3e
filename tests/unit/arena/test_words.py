"""What the arena says has a text in the page's languages, and in English it is the same text."""

from __future__ import annotations

import ast
import dataclasses
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from soundmark.audio.errors import AudioError, AudioReason
from soundmark.models.baselines.choices import CHOICES
from soundmark.models.baselines.nearest import NEAREST
from soundmark.models.baselines.places import PLACES
from soundmark.modes.arena import refusals
from soundmark.modes.arena.battle import Runs
from soundmark.modes.arena.handlers import FAILED, REPORTED, ArenaHandlers
from soundmark.modes.arena.markdown import plain, tree
from soundmark.modes.arena.play import REPORTS
from soundmark.modes.arena.round import CHECKS
from soundmark.modes.arena.rows import REASONS
from soundmark.modes.arena.said import NO_REASONS, choice_text
from soundmark.modes.arena.said_nodes import OURS, shown_nodes
from soundmark.modes.arena.standings import Standings
from soundmark.store.schema import Vote
from tests.conftest import ROOT
from tests.support.arena import Make
from tests.support.services import services_on

TEXTS = ROOT / "components" / "texts" / "static"
ENGLISH: dict[str, str] = json.loads((TEXTS / "en.json").read_text(encoding="utf-8"))


def worded_errors() -> Iterator[tuple[str, str]]:
    """Every (key, English text) that stands in a call in the arena's code."""
    for path in (ROOT / "soundmark" / "modes" / "arena").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            key = next((one.value for one in node.keywords if one.arg == "key"), None)
            text = node.args[0]
            if isinstance(key, ast.Constant) and isinstance(text, ast.Constant):
                yield str(key.value), str(text.value)


def test_an_error_is_the_same_sentence_in_english_wherever_it_is_said() -> None:
    found = dict(worded_errors())
    assert len(found) > 25
    assert {key: ENGLISH.get(key) for key in found} == found


def test_a_file_that_is_not_taken_is_refused_in_the_pages_words() -> None:
    said = (refusals.empty(), refusals.other_kind("GIF"), *(
        refusals.of_sound(AudioError(reason, "x.wav is odd."), 120) for reason in AudioReason
    ))  # fmt: skip
    for error in said:
        assert str(error) == ENGLISH[error.key].format_map(error.params)
    assert "longer than 120 s" in str(said[2 + list(AudioReason).index(AudioReason.TOO_LONG)])


@pytest.mark.parametrize(
    "start,names",
    [
        ("arena_vote_", [vote.value for vote in Vote]),
        ("arena_said_", [vote.value for vote in Vote]),
        ("arena_failed_", CHECKS),
        ("arena_out_", [*CHECKS, "judge", "other"]),
        ("arena_reason_", REASONS),
        ("arena_report_", REPORTS),
    ],
)
def test_whatever_can_be_chosen_or_told_has_a_text(start: str, names: list[str]) -> None:
    assert {key for key in ENGLISH if key.startswith(start)} == {f"{start}{name}" for name in names}


def said(note: object, texts: dict[str, str]) -> str:
    """What a page says of a note, with the first form of each word that goes with a number."""
    if not isinstance(note, dict):
        return str(note)
    text = re.sub(r"\{\w+:([^|}]*)[^}]*\}", r"\1", texts[note["key"]])
    return text.format_map({name: said(value, texts) for name, value in note["params"].items()})


@pytest.mark.parametrize("language", ["en", "zh-TW", "zh-CN", "ru", "th", "bn"])
def test_why_votes_were_left_out_is_said_in_whole_sentences(
    monkeypatch: pytest.MonkeyPatch, make: Make, tmp_path: Path, language: str
) -> None:
    here = make()
    tally = dataclasses.replace(here.play.standings.tally(), left_out=Counter(listened=3, fresh=2, pace=1))
    monkeypatch.setattr(Standings, "tally", lambda _: tally)
    texts = json.loads((TEXTS / f"{language}.json").read_text(encoding="utf-8"))
    counts = said(ArenaHandlers(services_on(here.journal, tmp_path), here.play, str).counts(), texts)
    for name, count in tally.left_out.items():
        assert texts[f"arena_out_{name}"].format(n=count) in counts
    assert not re.search(r"[.。।:：]\s*[.。।]|[.。।] ?(?:and|和|и|এবং) ", counts)


def test_messages_have_a_text() -> None:
    assert {str(one["key"]) for one in (FAILED, REPORTED)} <= set(ENGLISH)


def test_words_of_ours_in_logged_answers_are_said_by_the_page_and_those_of_models_are_not() -> None:
    text = f"{NO_REASONS}\n\n{choice_text('Rain *on* a roof')}"
    nodes = shown_nodes(text, Runs.LOG)
    assert nodes == [
        ["p", ["say", "arena_no_reasons"]],
        ["p", ["strong", ["say", "arena_states"]], " Rain *on* a roof"],
    ]
    assert {ENGLISH[key] for key in OURS.values()} == set(OURS)
    assert shown_nodes(text, Runs.LIVE) == tree(text)
    mentions = f"It is said: {NO_REASONS} **Answer:** no."
    assert plain(shown_nodes(mentions, Runs.LOG)) == plain(tree(mentions))


def test_no_text_of_a_model_can_name_a_text_of_the_page() -> None:
    for text in ('["say", "arena_truth"]', "`say` arena_truth", "<say>arena_truth</say>"):
        assert '["say"' not in json.dumps(shown_nodes(text, Runs.LOG))


def test_after_the_vote_the_page_says_how_each_baseline_answers() -> None:
    for kind, baselines in (("geo", [one.name for one in PLACES]), ("", [one.name for one in CHOICES])):
        for name in [*baselines, NEAREST]:
            slug = re.sub(r"[^a-z0-9]+", "_", f"how {kind} {name}".lower()).replace("how__", "how_")
            assert f"name_{slug}" in ENGLISH


def test_baselines_that_meet_have_names() -> None:
    slugs = {re.sub(r"[^a-z0-9]+", "_", one.name.lower()) for one in CHOICES}
    assert {f"name_{slug}" for slug in slugs} <= set(ENGLISH)
    assert len(PLACES) >= 3
