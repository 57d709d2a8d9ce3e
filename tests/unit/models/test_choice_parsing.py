"""Which choice a reply states: published troubles, rules one by one, and what holds for any text."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.models.parsing import parse_choice
from soundmark.models.parsing.options import OptionsError
from soundmark.models.parsing.visible import MAX_CHARACTERS
from soundmark.types import Status
from tests.support.agl1k import GEMINI, GPT_4O, needs
from tests.support.collected_replies import collected_choices
from tests.support.model_replies import ModelReply, model_replies

LETTERS = "ABCDEFGHIJ"
OPTIONS = ("Ice cream van", "Level crossing bell", "School bell", "Church organ")
MOST_CPU_S = 20
STATUSES = {"ok": "ok", "refusal": "refused"}
"""Words of the collected reports as the log has them; all others are `unparsed`, with the word as the reason."""


@pytest.mark.parametrize("reply", collected_choices(), ids=lambda reply: reply.id)
def test_collected_reports(reply: ModelReply) -> None:
    found = parse_choice(reply.text, reply.options)
    assert found.answer in {reply.expected, reply.expected if reply.also is None else reply.also}
    if found.answer is None and reply.status:
        assert found.status.value == STATUSES.get(reply.status, "unparsed")
        assert reply.status not in ("empty", "multiple", "ambiguous") or found.reason == reply.status


@pytest.mark.parametrize(
    ("reply", "rule"),
    [
        ("B", "whole_label"),
        ("Level crossing bell", "whole_text"),
        ('{"answer": "B"}', "json"),
        ("<answer>B</answer>", "tag"),
        (r"\boxed{B}", "boxed"),
        ("The answer is B.", "cue"),
        ("B is correct.", "cue"),
        ("It repeats.\nB", "alone"),
        ("B. It repeats.", "leading"),
        ("A) no. B) yes.", "verdicts"),
        ("So B", "weak_cue"),
        ("I hear a level crossing bell in the distance.", "option_text"),
    ],
)
def test_the_rule_is_named(reply: str, rule: str) -> None:
    found = parse_choice(reply, OPTIONS)
    assert (found.answer, found.rule) == (1, rule)


@pytest.mark.parametrize(
    ("reply", "status", "reason"),
    [
        ("", Status.UNPARSED, "empty"),
        (" \n\u200b", Status.UNPARSED, "empty"),
        ("<think>B or C, let me", Status.UNPARSED, "incomplete"),
        ("A or B", Status.UNPARSED, "multiple"),
        ("The answer is A or B.", Status.UNPARSED, "multiple"),
        ("В", Status.UNPARSED, "ambiguous"),
        ("B. Church organ", Status.UNPARSED, "ambiguous"),
        ("The answer is C. Wait, that is wrong.", Status.UNPARSED, "retracted"),
        ("None of the above", Status.UNPARSED, "none"),
        ("A bell rings.", Status.UNPARSED, "no_choice"),
        ("b " * MAX_CHARACTERS, Status.UNPARSED, "too_long"),
        ('{"answer": null}', Status.REFUSED, "null"),
        ("I cannot hear anything.", Status.REFUSED, "refusal"),
    ],
)
def test_why_there_is_no_answer(reply: str, status: Status, reason: str) -> None:
    found = parse_choice(reply, OPTIONS)
    assert (found.status, found.reason, found.answer) == (status, reason, None)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (["one"], "1 options"),
        ([str(number) for number in range(11)], "11 options"),
        (["one", " "], "Option 2 is empty"),
        (["one", "x" * 3_000], "Option 2 is longer"),
        (["The bell", "the bell."], "must differ"),
    ],
)
def test_wrong_options_get_a_sentence(options: list[str], fault: str) -> None:
    with pytest.raises(OptionsError, match=fault):
        parse_choice("A", options)


def test_options_may_carry_their_labels() -> None:
    assert (
        parse_choice("School bell", [f"{letter}. {text}" for letter, text in zip("ABCD", OPTIONS, strict=True)]).answer
        == 2
    )
    # Only where all have theirs: this composer's initial is no label.
    assert parse_choice("A. Berg", ["J. Haydn", "A. Berg", "C. Orff"]).answer == 1


def test_numbers_are_labels_only_where_they_were_shown() -> None:
    assert parse_choice("2", OPTIONS).answer is None
    assert parse_choice("2", OPTIONS, is_numbered=True).answer == 1
    assert parse_choice("10", [f"option text {letter}" for letter in LETTERS], is_numbered=True).answer == 9
    # A number that is a label and another option's text may mean either.
    assert parse_choice("2", ["2", "3", "4"], is_numbered=True).reason == "ambiguous"


@pytest.mark.parametrize("path", [GEMINI, GPT_4O], ids=["gemini", "gpt_4o"])
def test_published_prose_about_something_else_states_no_choice(path: Path) -> None:
    """What models wrote about where a sound was recorded answers no question about bells."""
    needs(path)
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    prose = [row["reasoning"] for row in rows if isinstance(row["reasoning"], str)]
    assert len(prose) > 200
    assert [text for text in prose if parse_choice(text, OPTIONS).answer is not None] == []


names = st.lists(
    st.sampled_from(["oboe", "cello", "harp", "tuba", "drum kit", "flute", "bassoon", "zither", "marimba"]),
    min_size=2,
    max_size=9,
    unique=True,
)


@settings(max_examples=40, deadline=None)
@given(names, st.data())
def test_an_option_by_its_text_moves_with_the_order(options: list[str], data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(options))
    order = data.draw(st.permutations(options))
    reply = data.draw(st.sampled_from(["{}", "It is a {}.", "The answer is the {}.", "**{}**", '{{"answer": "{}"}}']))
    assert parse_choice(reply.format(text), order).answer == order.index(text)


@settings(max_examples=40, deadline=None)
@given(names, st.data())
def test_a_letter_stays_where_it_is(options: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(options) - 1))
    order = data.draw(st.permutations(options))
    reply = data.draw(
        st.sampled_from(["{}", "({})", "The answer is {}.", "答案：{}", "Ответ: {}", "คำตอบคือ {}", "উত্তর: {}"])
    )
    assert parse_choice(reply.format(LETTERS[place]), order).answer == place


@settings(max_examples=40, deadline=None)
@given(names, st.data())
def test_a_letter_with_the_text_of_another_option_states_nothing(options: list[str], data: st.DataObject) -> None:
    first, second = data.draw(st.permutations(range(len(options))))[:2]
    assert parse_choice(f"The answer is {LETTERS[first]}. {options[second]}", options).answer is None


noise = st.lists(
    st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=9)
    | st.sampled_from(
        [
            "มาก",
            "เสียง",
            "ก่อน",
            "ง่าย",
            "খুব",
            "গাড়ি",
            "ঘর",
            "улица",
            "вода",
            "声音",
            "聲音",
            "12",
            "0:41",
            ",",
            ".",
            "\n",
            "—",
        ]
    ),
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@given(noise)
def test_words_without_a_letter_give_none(found: list[str]) -> None:
    reply = " ".join(word for word in found if word not in ("ice", "van", "bell", "organ"))
    assert parse_choice(reply, OPTIONS).answer is None


@settings(max_examples=60, deadline=None)
@given(
    st.text(max_size=200)
    | st.lists(
        st.sampled_from(
            ["A", "B", "or", "not", "{", "}", '"answer":', "\\boxed{", "<answer>", "</think>", "**", "(", "I", " "]
        )
    ).map("".join)
)
def test_nothing_makes_it_fail(reply: str) -> None:
    for is_numbered in (False, True):
        found = parse_choice(reply, OPTIONS, is_numbered=is_numbered)
        assert found.answer is None or 0 <= found.answer < len(OPTIONS)


@pytest.mark.parametrize(
    "piece",
    [
        "A ",
        "the answer is ",
        "not ",
        '{"answer": ',
        "\\boxed{",
        "<answer>",
        "…",
        "School bell (",
        "A) no. ",
        "คำตอบ",
        "ก็",
        "\n- ",
        "A or ",
    ],
)
def test_endless_repetitions_are_read_in_bounded_time(piece: str) -> None:
    begin = time.process_time()
    assert parse_choice((piece * 200_000)[: MAX_CHARACTERS - 1], OPTIONS).answer in (None, 0, 2)
    assert parse_choice((piece * 200_000)[:200_000], OPTIONS).answer is None
    assert time.process_time() - begin < MOST_CPU_S


@pytest.mark.parametrize(
    ("reply", "options", "answer"),
    [
        ("The third option.", OPTIONS, 2),
        ("option two", OPTIONS, 1),
        ("My second option would be D.", OPTIONS, None),
        ("The second option: Church organ", OPTIONS, None),
        ("Not the third option", OPTIONS, None),
        ("the second person", OPTIONS, None),
        ("the fifth option", OPTIONS, None),
        ("option two", ("One bell", "Three bells", "Two bells"), None),  # its place, or its text
        ("the second option", ("One bell", "Three bells", "Two bells"), 1),
        ("選項三", OPTIONS, 2),
        ("第二個人", OPTIONS, None),
        ("второй вариант", OPTIONS, 1),
        ("ตัวเลือกที่ ๒", OPTIONS, 1),
        ("বিকল্প ২", OPTIONS, 1),
    ],
)
def test_choices_are_counted_beside_a_word_for_option(reply: str, options: Sequence[str], answer: int | None) -> None:
    assert parse_choice(reply, options).answer == answer


@pytest.mark.parametrize(
    ("reply", "options", "answer"),
    [
        ("The bell of a level crossing", OPTIONS, 1),
        ("Final answer: church organs", OPTIONS, 3),
        ("bell", OPTIONS, None),  # of two of them
        ("Is it the bell of a school?", OPTIONS, None),
        ("not the bell of a school", OPTIONS, None),
        ("ice cream or an organ", OPTIONS, None),
        ("a dog", ("Not a dog", "A bird", "A cat"), None),
        ("dog", ("Dog barking", "Dog growling", "Cat"), None),
        ("growling", ("Dog barking", "Dog growling", "Cat"), 1),
        ("rain", ("Before the rain", "During snow"), None),
        ("ten metres away", ("More than ten metres away", "Right here"), None),
        ("ten metres away", ("About ten metres away", "Right here"), 0),
        ("from Rome to Paris", ("From Paris to Rome", "From Rome to Paris"), 1),
        ("angry", ("He is angry", "He is not angry", "He is sad"), 0),
        ("She's angry", ("He is angry", "She is angry"), 1),
        ("опаздывает", ("Поезд опаздывает", "Поезд прибыл"), 0),
        ("垃圾車的聲音", ("垃圾車音樂", "夜市叫賣聲"), 0),
        ("去北京", ("他不去北京", "他去上海"), None),
    ],
)
def test_nearly_the_words_of_one_choice_are_that_choice(reply: str, options: Sequence[str], answer: int | None) -> None:
    assert parse_choice(reply, options).answer == answer


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("B is more likely than D.", "B"),
        ("Compared with A, option D is a better fit.", "D"),
        ("B 比 A 更合理", "B"),
        ("A 比 B 差", None),
        ("與A相比，C更接近。", "C"),
        ("B вероятнее, чем A", "B"),
        ("B น่าจะถูกต้องกว่า A", "B"),
        ("A-এর চেয়ে B বেশি", None),
        ("It's either A or C, most likely C.", "C"),
        ("Possibly A, more likely B.", "B"),
        ("Maybe A. Maybe B.", None),
        ("Confidence: B (60%), D (40%)", None),
    ],
)
def test_of_a_comparison_the_side_that_is_meant_counts(reply: str, letter: str | None) -> None:
    assert parse_choice(reply, OPTIONS).answer == (None if letter is None else LETTERS.index(letter))


DENIALS = {
    "en": (
        "It is not {}.",
        "{} is wrong.",
        "I don't think it is {}.",
        "Is it {}?",
        "anything but {}",
        "{} is unlikely",
    ),
    "zh-Hant": ("不是{}", "{}不對", "是{}嗎？", "排除{}", "沒有{}"),
    "ru": ("Это не {}.", "{} — неверно", "Это {}?", "Вряд ли {}"),
    "th": ("ไม่ใช่{}", "{}ผิด"),
    "bn": ("{} নয়", "{} ভুল"),
}


@pytest.mark.parametrize("language", DENIALS)
def test_what_is_turned_down_or_asked_is_no_answer(language: str) -> None:
    """Every choice of the collected questions in every wording; "Yes" and "No" are words of approval themselves."""
    questions = sorted({reply.options for reply in model_replies("choice") if reply.language == language})[:25]
    asked = [options for options in questions if not {"Yes", "No"} & set(options)]
    assert len(asked) > 3
    for options in asked:
        for place, option in enumerate(options):
            for denial in DENIALS[language]:
                assert parse_choice(denial.format(option), options).answer != place, denial.format(option)
