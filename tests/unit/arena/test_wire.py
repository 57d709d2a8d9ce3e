"""Nothing that a browser sends of a battle is believed, and what is kept of one survives being kept."""

from __future__ import annotations

import json
import string
from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.games.wire import WireError
from soundmark.modes.arena.battle import Answer, BattleState, Meeting, Phase, Runs, Subject
from soundmark.modes.arena.upload import ExhibitKind
from soundmark.modes.arena.wire import read_ballot, read_battle_id, read_prompt, read_report, read_upload
from soundmark.store.schema import Vote
from soundmark.types import Coordinate, ResponderKind, Status

ID = "abcdefghij_-0123456789"
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
texts = st.text(alphabet=st.characters(exclude_categories=["Cs"]))


@given(value=anything, heard=anything)
def test_whatever_comes_is_read_or_refused_with_a_sentence(value: object, heard: object) -> None:
    for sent in (value, {"round": ID, "ballot": value}, {"round": value, "ballot": {"vote": "a"}}):
        try:
            ballot = read_ballot(sent, heard)
        except WireError as refusal:
            assert str(refusal).endswith(".")
        else:
            assert ballot.vote in set(Vote)
    assert isinstance(read_report(value), str)
    assert len(read_upload({"upload": value})) <= 100
    assert isinstance(read_prompt(value), str)


def test_a_ballot_has_a_vote_known_reasons_and_what_was_heard_of_this_battle() -> None:
    sent = {"round": ID, "ballot": {"vote": "both_bad", "reasons": ["clarity", "bribe", "accuracy", "clarity"]}}
    ballot = read_ballot(sent, {"id": ID, "listened_s": 4.5})
    assert (ballot.vote, ballot.reasons, ballot.listened_s) == (Vote.BOTH_BAD, ("accuracy", "clarity"), 4.5)
    assert read_ballot(sent, {"id": "another", "listened_s": 4.5}).listened_s is None
    assert read_ballot(sent, {"id": ID, "listened_s": -1}).listened_s is None


@pytest.mark.parametrize("vote", [None, "", "A", "model_a", 1, True, ["a"], "c", "tie "])
def test_what_is_no_vote_is_refused(vote: object) -> None:
    with pytest.raises(WireError, match="Choose"):
        read_ballot({"round": ID, "ballot": {"vote": vote}}, None)


@pytest.mark.parametrize("battle", [None, 3, "", "short", "../../etc/passwd", "x" * 41, ID + "\u0000"])
def test_what_is_no_battle_is_refused(battle: object) -> None:
    with pytest.raises(WireError, match="battle"):
        read_battle_id({"round": battle})


answers = st.builds(
    Answer,
    name=texts,
    kind=st.sampled_from(ResponderKind),
    status=st.sampled_from(Status),
    reason=st.text(alphabet=string.ascii_lowercase),
    text=texts,
    place=st.none() | st.builds(Coordinate, st.floats(-90, 90), st.floats(-179, 180)),
    choice_index=st.none() | st.integers(0, 9),
    latency_s=st.none() | st.floats(0, 60),
)
meetings = st.builds(
    Meeting,
    battle_id=texts,
    a=answers,
    b=answers,
    side_seed=texts,
    rule=texts,
    probability=st.floats(0, 1),
    at=st.none() | st.datetimes(timezones=st.just(UTC)),
)


@given(
    state=st.builds(
        BattleState,
        phase=st.sampled_from(Phase),
        meeting=meetings,
        voided=st.lists(meetings, max_size=2).map(tuple),
        warned=st.booleans(),
        clip_name=texts,
    )
)
def test_a_kept_battle_is_the_same_battle(state: BattleState) -> None:
    again = BattleState.from_json(json.loads(json.dumps(state.to_json())))
    assert again == state


@given(
    subject=st.builds(
        Subject,
        kind=st.sampled_from(ExhibitKind),
        benchmark=texts,
        revision=texts,
        question_id=texts,
        prompt=texts,
        prompt_id=st.none() | texts,
        runs=st.sampled_from(Runs),
        is_logged=st.booleans(),
        may_publish=st.booleans(),
    )
)
def test_a_kept_subject_is_the_same_subject(subject: Subject) -> None:
    assert Subject.from_json(json.loads(json.dumps(subject.to_json()))) == subject
