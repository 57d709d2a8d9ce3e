"""What a person writes after --map."""

from __future__ import annotations

import pytest

from soundmark.benchmarks import PackError
from soundmark.benchmarks.mapping import parse_map


def test_pairs_members_and_constants() -> None:
    found = parse_map("audio=clip, Question = The Question,options=c.text,language==zh-Hant,answer_index=gt")
    row = {"clip": b"", "The Question": "Q", "c": {"text": ["a", "b"]}, "gt": 1, "other": 2}
    assert found.values(row) == {"question": "Q", "options": ["a", "b"], "language": "zh-Hant", "answer_index": 1}
    assert set(found.names) == {"audio", "question", "options", "language", "answer_index"}


def test_a_dot_may_belong_to_a_name_and_a_member_may_be_absent() -> None:
    found = parse_map("audio=a,question=x.y,answer=z.w")
    assert found.values({"x.y": "Q", "z": None}) == {"question": "Q", "answer": None}
    with pytest.raises(ValueError, match="no member"):
        found.values({"x.y": "Q", "z": "text"})


@pytest.mark.parametrize(
    "written",
    [
        "",
        "question=q",
        "audio",
        "audio=",
        "audio==",
        "=a",
        "audio=a,audio=b",
        "audio=a,<b>=c",
        "audio=a," + "x" * 99 + "=c",
        ",".join(["audio=a", *(f"q{number}=x" for number in range(99))]),
    ],
)
def test_what_is_no_mapping_gets_a_sentence(written: str) -> None:
    with pytest.raises(PackError, match="--map"):
        parse_map(written)
