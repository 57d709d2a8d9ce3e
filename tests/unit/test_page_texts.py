"""The page's texts: each language has all of them, with the same values, and scripts ask for no other."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest

from soundmark.modes.globeaudio.published import PUBLISHED as GLOBEAUDIO
from soundmark.modes.savvy.published import PUBLISHED as SPATIAL
from soundmark.modes.tau.published import PUBLISHED as TAU
from soundmark.store.log_state import LogState, Mode, note_of
from tests.conftest import ROOT

COMPONENTS = ROOT / "components"
LANGUAGES = ("zh-TW", "zh-CN", "ru", "th", "bn")
SAID = re.compile(r"""\bsay\((?:[^()'"`]*\?\s*)?'([a-z0-9_]+)'""")

SAID_BARE = re.compile(r"""\bsay\('([a-z0-9_]+)'\)""")
"""Without values."""


def texts_in(language: str) -> dict[str, str]:
    found = json.loads((COMPONENTS / "texts" / "static" / f"{language}.json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_with_its_values(language: str) -> None:
    english, other = texts_in("en"), texts_in(language)
    assert list(other) == list(english)
    for key, text in english.items():
        assert other[key].strip(), key
        assert set(re.findall(r"\{\w+\}", other[key])) == set(re.findall(r"\{\w+\}", text)), key


def test_no_script_asks_for_a_text_that_is_not_there() -> None:
    asked = {
        (script.name, key)
        for script in COMPONENTS.glob("*/static/*.js")
        for key in SAID.findall(script.read_text(encoding="utf-8"))
    }
    assert len(asked) > 50
    assert {(name, key) for name, key in asked if key not in texts_in("en")} == set()


def test_a_text_with_a_place_for_a_value_is_never_said_without_one() -> None:
    bare = {
        (script.name, key)
        for script in COMPONENTS.glob("*/static/*.js")
        for key in SAID_BARE.findall(script.read_text(encoding="utf-8"))
    }
    assert len(bare) > 50
    assert {(name, key) for name, key in bare if "{" in texts_in("en").get(key, "")} == set()


def test_the_texts_of_switches_and_roles_are_there() -> None:
    made = [f"stage_listen_{mode}" for mode in ("stereo", "estimate", "truth")]
    made += [f"stage_show_{name}" for name in ("sd", "seg", "audio", "map")]
    made += [f"stage_role_{role}" for role in ("target", "reference", "facing", "other")]
    assert set(made) <= set(texts_in("en"))


@pytest.mark.parametrize(
    "state",
    [
        LogState(mode=Mode.LOCAL, repo="", pending_rows=0, published_rows=0),
        LogState(mode=Mode.NAMED_ONLY, repo="ann/log", pending_rows=0, published_rows=0),
        LogState(mode=Mode.PUBLISHING, repo="ann/log", pending_rows=0, published_rows=0),
    ],
)
def test_where_answers_go_is_said_in_every_language(state: LogState) -> None:
    note = note_of(state)
    assert note is not None
    params = note.get("params", {})
    assert isinstance(params, dict)
    for language in ("en", *LANGUAGES):
        assert set(re.findall(r"\{(\w+)\}", texts_in(language)[str(note["key"])])) == set(params)


def test_a_log_in_trouble_is_told_in_its_own_words() -> None:
    waits = LogState(mode=Mode.PAUSED, repo="ann/log", pending_rows=3, published_rows=0, last_error="Too many.")
    assert note_of(waits) is None


def test_published_rows_of_no_model_have_a_name_in_every_language() -> None:
    labels = {str(row["label"]) for row in (*TAU, *SPATIAL) if row["kind"] != "model"}
    assert len(labels) >= 4
    assert {re.sub(r"[^a-z0-9]+", "_", f"name {label}".lower()) for label in labels} <= set(texts_in("en"))


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_table_in_which_a_published_row_stands_is_said_in_every_language(language: str) -> None:
    said = texts_in(language)
    for row in (*TAU, *GLOBEAUDIO, *SPATIAL):
        source = row["source"]
        assert isinstance(source, Mapping)
        assert set(re.findall(r"\{(\w+)\}", said[source["key"]])) == set(source["params"])
        assert said[source["params"]["about"]["key"]]
