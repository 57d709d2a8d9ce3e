"""Prompts: the published words, choices in the order shown, and digests that change with every word."""

from __future__ import annotations

import dataclasses
import json
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.models.prompts import (
    PROMPTS,
    Prompt,
    PromptError,
    PromptText,
    ReplyForm,
    default_prompt,
    find_prompt,
    render,
    render_text,
)
from soundmark.models.request import Setting
from soundmark.types import (
    ChoiceQuestion,
    ChoiceTruth,
    Clip,
    Coordinate,
    GeoTruth,
    Question,
    QuestionId,
    QuestionKind,
    SpatialTruth,
    Wording,
)
from tests.conftest import ROOT

PUBLISHED = ROOT.parent / "shared" / "real" / "agl1k"
OPTIONS = ("bus", "train", "tram", "ferry")


def choice_question(**changes: Any) -> ChoiceQuestion:
    values: dict[str, Any] = {
        "question_id": QuestionId("q"), "benchmark": "b", "revision": "r", "kind": QuestionKind.CHOICE,
        "prompt": "What passes by?", "choices": OPTIONS, "clip": Clip(path=None), "truth": ChoiceTruth(choice_index=2),
    }  # fmt: skip
    return Question(**(values | changes))


def spatial_question(choices: tuple[str, ...]) -> Question[SpatialTruth]:
    return Question(
        question_id=QuestionId("q"), benchmark="b", revision="r", kind=QuestionKind.SPATIAL, prompt="Where is it?",
        choices=choices, clip=Clip(path=None), truth=SpatialTruth(),
    )  # fmt: skip


GEO = Question(
    question_id=QuestionId("q"), benchmark="b", revision="r", kind=QuestionKind.GEO, prompt="Where?",
    clip=Clip(path=None), truth=GeoTruth(place=Coordinate(1.0, 2.0)),
)  # fmt: skip


def test_globeaudio_asks_as_its_appendix_says() -> None:
    found = render(find_prompt("globeaudio"), choice_question(), Setting.AUDIO)
    assert found.text == (
        "Please answer this multiple-choice question: What passes by?\n"
        "A. bus\nB. train\nC. tram\nD. ferry\n"
        "Do NOT include any explanation. ONLY output a single character: A, B, C, or D.\n"
        "Answer:"
    )
    assert (found.system, found.letters, found.order) == ("", "ABCD", (0, 1, 2, 3))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("Please answer", "A, B, C, or D", "Answer:")),
        ("en-SG", ("Please answer", "A, B, C, or D", "Answer:")),
        ("zh-Hans", ("请回答", "A、B、C 或 D", "答案")),
        ("ru", ("ответьте", "A, B, C или D", "Ответ:")),
        ("th", ("โปรดตอบ", "A, B, C หรือ D", "คำตอบ:")),
        ("bn", ("উত্তর দিন", "A, B, C অথবা D", "উত্তর:")),
    ],
)
def test_globeaudio_asks_in_the_language_of_the_question(language: str, words: tuple[str, ...]) -> None:
    found = render(find_prompt("globeaudio"), choice_question(language=language), Setting.AUDIO)
    assert found.language == language
    assert all(word in found.text for word in words), found.text
    assert all(f"{letter}. {option}" in found.text for letter, option in zip("ABCD", OPTIONS, strict=True))


@pytest.mark.parametrize("prompt_id", ["globeaudio", "tau-default"])
def test_other_languages_get_the_nearest_words(prompt_id: str) -> None:
    prompt = find_prompt(prompt_id)
    assert prompt.language_for("zh-TW").startswith("zh-")
    assert prompt.language_for("sw") == "en"


def test_tau_differs_by_its_system_prompt_only() -> None:
    plain, cultural = find_prompt("tau-default"), find_prompt("tau-cultural")
    question = choice_question(language="zh-Hant")
    assert render(plain, question, Setting.AUDIO).system == ""
    assert render(cultural, question, Setting.AUDIO).system == (
        "You are a Taiwanese person. Always respond with the perspective, cultural background, and knowledge of "
        "someone from Taiwan."
    )
    assert render(plain, question, Setting.AUDIO).text == render(cultural, question, Setting.AUDIO).text
    assert plain.sha256 != cultural.sha256


@pytest.mark.parametrize(
    ("choices", "line"),
    [
        (("left", "right", "back"), "Options: A: left B: right C: back."),
        (
            ("front-left", "front-right", "back-left", "back-right"),
            "Options: A: front-left B: front-right C: back-left D: back-right.",
        ),
    ],
)
def test_savvy_asks_for_a_letter_or_a_number(choices: tuple[str, ...], line: str) -> None:
    prompt = find_prompt("savvy-letter")
    found = render(prompt, spatial_question(choices), Setting.AUDIO).text
    assert found == f"Where is it?\n{line}\nAnswer in single letter or numeric format."
    without = render(prompt, spatial_question(()), Setting.AUDIO).text
    assert without == "Where is it?\nAnswer in single letter or numeric format."
    assert dict(prompt.parameters) == {"temperature": 0, "top_p": 1}


def test_savvy_json_lets_a_model_decline_by_null() -> None:
    prompt = find_prompt("savvy-json")
    assert prompt.reply_form is ReplyForm.JSON_PREDICTION
    found = render(prompt, spatial_question(("left", "right", "back")), Setting.AUDIO).text
    assert '"prediction"' in found
    assert "null" in found
    assert "Options: A: left B: right C: back" in found
    assert "Options:" not in render(prompt, spatial_question(()), Setting.AUDIO).text


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="needs the published result files")
@pytest.mark.parametrize("name", ["gemini-3-pro-preview_seed_42.jsonl", "gpt-4o-audio-preview_seed_42.jsonl"])
def test_agl1k_asks_with_the_published_words_byte_for_byte(name: str) -> None:
    with (PUBLISHED / name).open(encoding="utf-8") as file:
        published = json.loads(file.readline())["question"]
    assert render(find_prompt("agl1k"), GEO, Setting.AUDIO).text == published


def test_agl1k_keeps_the_faults_of_its_words() -> None:
    text = render(find_prompt("agl1k"), GEO, Setting.AUDIO).text
    assert 'geographical conclusion."\n    "city"' in text, "the comma after the reason is missing in the original"
    assert '"country": "Your predicted country name", \n' in text
    assert '""' not in text
    assert text.endswith("provide your JSON response now:")


@given(order=st.permutations(range(4)))
def test_choices_stand_in_the_order_given(order: list[int]) -> None:
    found = render(find_prompt("globeaudio"), choice_question(), Setting.AUDIO, order=order)
    lines = found.text.splitlines()[1:5]
    assert lines == [f"{letter}. {OPTIONS[index]}" for letter, index in zip("ABCD", order, strict=True)]
    assert found.order == tuple(order)


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 1, 2, 2), (1, 2, 3, 4), ()])
def test_an_order_must_be_one(order: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="no order of 4 choices"):
        render(find_prompt("globeaudio"), choice_question(), Setting.AUDIO, order=order)


def test_a_question_may_be_asked_in_another_of_its_languages() -> None:
    question = choice_question(wordings={"ru": Wording(prompt="Что это?", choices=("а", "б", "в", "г"))})
    found = render(find_prompt("globeaudio"), question, Setting.AUDIO, language="ru")
    assert "Что это?\nA. а\nB. б" in found.text
    with pytest.raises(PromptError, match=r"not worded in th\. It is in en, ru"):
        render(find_prompt("globeaudio"), question, Setting.AUDIO, language="th")


def test_words_of_a_question_are_never_taken_for_slots() -> None:
    question = choice_question(prompt="{options} {letters}", choices=("{question}", "{letter}"))
    found = render(find_prompt("globeaudio"), question, Setting.AUDIO).text
    assert "question: {options} {letters}\nA. {question}\nB. {letter}\n" in found


def test_half_characters_do_not_stop_a_question() -> None:
    found = render(find_prompt("globeaudio"), choice_question(prompt="a\ud800b"), Setting.AUDIO).text
    assert "a\N{REPLACEMENT CHARACTER}b" in found
    found.encode("utf-8")


def test_more_choices_than_letters_are_refused() -> None:
    with pytest.raises(PromptError, match="27 choices"):
        render(find_prompt("globeaudio"), choice_question(choices=tuple(map(str, range(27)))), Setting.AUDIO)


def test_a_transcript_stands_above_the_question() -> None:
    prompt = find_prompt("globeaudio")
    blind = render(prompt, choice_question(), Setting.BLIND)
    found = render(prompt, choice_question(), Setting.TRANSCRIPT, transcript=" All aboard. \n")
    assert found.text == f"Transcript of the audio:\nAll aboard.\n\n{blind.text}"
    with pytest.raises(ValueError, match="missing"):
        render(prompt, choice_question(), Setting.TRANSCRIPT)
    with pytest.raises(ValueError, match="not wanted"):
        render(prompt, choice_question(), Setting.BLIND, transcript="x")


def test_nobody_is_told_to_listen_without_a_sound() -> None:
    for setting in (Setting.TRANSCRIPT, Setting.BLIND):
        transcript = "x" if setting is Setting.TRANSCRIPT else None
        found = render(find_prompt("tau-default"), choice_question(), setting, transcript=transcript).text
        assert "isten" not in found
    awaited = render(find_prompt("tau-default"), choice_question(), Setting.AUDIO, awaits_transcript=True)
    assert "isten" not in awaited.text
    assert awaited.transcript_heading == "Transcript of the recording:"


def test_a_prompt_is_for_some_questions_and_settings() -> None:
    with pytest.raises(PromptError, match="agl1k is for geo questions"):
        render(find_prompt("agl1k"), choice_question(), Setting.AUDIO)
    with pytest.raises(PromptError, match="not made for blind"):
        render(find_prompt("agl1k"), GEO, Setting.BLIND)
    with pytest.raises(PromptError, match=r"no prompt x\. There are: tau-default, tau-cultural, globeaudio"):
        find_prompt("x")


@pytest.mark.parametrize(
    ("benchmark", "kind", "prompt_id"),
    [
        ("tau", QuestionKind.CHOICE, "tau-default"),
        ("globeaudio", QuestionKind.CHOICE, "globeaudio"),
        ("agl1k", QuestionKind.GEO, "agl1k"),
        ("savvy", QuestionKind.SPATIAL, "savvy-letter"),
        ("my-own-folder", QuestionKind.GEO, "agl1k"),
    ],
)
def test_each_benchmark_has_its_own_prompt(benchmark: str, kind: QuestionKind, prompt_id: str) -> None:
    assert default_prompt(benchmark, kind).prompt_id == prompt_id


def test_all_prompts_have_english_words_a_source_and_digests_of_their_own() -> None:
    assert all("en" in prompt.texts and prompt.source for prompt in PROMPTS.values())
    digests = {prompt.sha256 for prompt in PROMPTS.values()}
    assert len(digests) == len(PROMPTS)
    assert all(len(digest) == 64 for digest in digests)


def _changed() -> list[Prompt]:
    """A prompt with one word or form changed, in every way in which that can be."""
    prompt = find_prompt("globeaudio")
    text = prompt.texts["th"]
    names = [field.name for field in dataclasses.fields(PromptText) if field.name != "bodies"]
    edits: list[dict[str, Any]] = [{name: f"{getattr(text, name)}x"} for name in names]
    texts = [dataclasses.replace(text, **edit) for edit in edits]
    texts.append(dataclasses.replace(text, bodies=MappingProxyType({Setting.BLIND: "x"})))
    changed = [dataclasses.replace(prompt, texts={**prompt.texts, "th": one}) for one in texts]
    return [
        *changed,
        dataclasses.replace(prompt, system="x"),
        dataclasses.replace(prompt, reply_form=ReplyForm.JSON_PREDICTION),
        dataclasses.replace(prompt, texts={"en": prompt.texts["en"]}),
    ]


def test_the_digest_changes_with_every_word_and_form() -> None:
    prompt = find_prompt("globeaudio")
    changed = _changed()
    assert len({prompt.sha256, *(one.sha256 for one in changed)}) == len(changed) + 1
    assert dataclasses.replace(prompt, prompt_id="renamed", source="x").sha256 == prompt.sha256


def test_the_wording_for_the_log_has_its_slots() -> None:
    wording = find_prompt("tau-cultural").wording("en", Setting.TRANSCRIPT)
    assert wording.startswith("You are a Taiwanese person.")
    assert "Transcript of the recording:\n{transcript}\n\n" in wording
    assert "{question}" in wording


def test_a_place_can_be_asked_for_without_a_question() -> None:
    found = render_text(find_prompt("place-explained"), Wording(prompt=""), Setting.AUDIO)
    assert "Where on Earth" in found.text
    assert found.order == ()
