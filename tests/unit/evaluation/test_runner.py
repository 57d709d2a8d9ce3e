"""A run asks each question once, keeps every answer with its status, and can be stopped and taken up anywhere."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from collections import Counter
from pathlib import Path

import pytest

from soundmark.evaluation.ledger import open_ledger
from soundmark.evaluation.ledger_file import LedgerError
from soundmark.evaluation.retry import RetryRules
from soundmark.evaluation.runner import Runner
from soundmark.evaluation.second import SecondReader
from soundmark.models.price import Price
from soundmark.models.reply import ModelFailure, Reply
from soundmark.models.request import Media, ModelRequest
from soundmark.types import Status
from tests.support.model_runs import AT_ONCE, SOUND, FakeModel, a_plan, a_task, an_endpoint, logged, ok, run, usage

PRICE = Price(usd_per_million_input_tokens=1000.0, usd_per_million_output_tokens=1000.0)
"""A tenth of a cent for a token."""


def failure(reason: str = "http_500", **more: object) -> ModelFailure:
    return ModelFailure(f"It failed: {reason}.", reason=reason, **({"is_retryable": True} | more))  # type: ignore[arg-type]


def test_every_question_is_asked_once_and_every_answer_logged_with_its_status(tmp_path: Path) -> None:
    said = iter(["A", "no", "hm", "B", "A"])
    plan = a_plan(FakeModel(lambda _: ok(next(said))), limits={"concurrency": 1})
    outcome = run(plan, tmp_path)
    rows = logged(tmp_path, "choice")
    assert [row.status for row in rows] == ["ok", "refused", "unparsed", "ok", "ok"]
    # The truths of the five questions are A A B B C.
    assert [row.score for row in rows] == [1, 0, 0, 1, 0]
    assert [row.correct for row in rows] == [True, False, False, True, False]
    assert {row.responder_kind for row in rows} == {"model"}
    assert [row.raw_answer for row in rows] == ["A", "no", "hm", "B", "A"]
    assert {(row.setting, row.prompt_id, row.parser_version, row.responder_id) for row in rows} == {
        ("audio", "test-1", "test-parser-1", "fake-1")
    }
    (run_row,) = logged(tmp_path, "runs")
    assert {row.run_id for row in rows} == {run_row.run_id}
    counts = run_row.answer_count, run_row.ok_count, run_row.refused_count, run_row.unparsed_count, run_row.error_count
    assert counts == (5, 3, 1, 1, 0)
    assert run_row.score_mean == pytest.approx(2 / 5)
    assert run_row.is_complete and outcome.stopped_because == ""
    assert run_row.endpoint_kind == "fake" and json.loads(run_row.parameters_json) == {
        "max_tokens": 10,
        "temperature": 0,
    }


def test_a_row_says_what_was_sent_and_how_it_was_read(tmp_path: Path) -> None:
    model = FakeModel(lambda _: ok("A", usage=usage(320, 1), reasoning="I hear a train.", model_revision="fake-2026"))
    run(a_plan(model, 1), tmp_path)
    (row,) = logged(tmp_path, "choice")
    extra = json.loads(row.extra_json)
    medium = Media(data=SOUND, mime_type="audio/wav", form="x")
    assert extra["media"] == [
        {"sha256": medium.sha256, "bytes": 64, "form": "wav 16000 Hz mono 10.0 s", "seconds": 10.0}
    ]
    assert (extra["rule"], extra["matched"]) == ("whole_letter", "A")
    assert (extra["input_tokens"], extra["output_tokens"]) == (320, 1)
    assert extra["reasoning"] == "I hear a train." and extra["model_revision"] == "fake-2026"
    assert extra["prompt_sha256"] == a_task().prompt_sha256


def test_shuffled_choices_are_scored_by_the_benchmarks_numbers(tmp_path: Path) -> None:
    from soundmark.evaluation.items import items_of
    from tests.support.choices import question

    items = items_of([question(number) for number in range(40)], shuffle_seed=7)
    assert {item.order for item in items} != {(0, 1, 2, 3)}
    run(a_plan(FakeModel(), items=items), tmp_path)
    rows = logged(tmp_path, "choice")
    by_id = {item.question.question_id: item for item in items}
    for row in rows:
        item = by_id[row.question_id]
        assert row.choice_order == list(item.order)
        assert row.choice_index == item.order[0], "A is the first choice shown"
        assert row.correct == (item.order[0] == row.true_index)
    first_places = Counter(item.order[0] for item in items)
    assert set(first_places) == {0, 1, 2, 3}


def test_a_recording_that_cannot_be_had_is_an_error_and_nothing_is_asked(tmp_path: Path) -> None:
    def no_media() -> tuple[Media, ...]:
        raise ModelFailure("The recording cannot be decoded.", reason="media")

    model = FakeModel()
    run(a_plan(model, 3, task=a_task(media=no_media)), tmp_path)
    assert model.asked.total() == 0
    rows = logged(tmp_path, "choice")
    assert [(row.status, row.status_reason, row.score, row.correct) for row in rows] == [
        ("error", "media", None, None)
    ] * 3
    (run_row,) = logged(tmp_path, "runs")
    assert (run_row.error_count, run_row.score_mean, run_row.is_complete) == (3, None, True)


def test_a_failure_is_tried_again_and_stays_an_error_after_the_last_try(tmp_path: Path) -> None:
    model = FakeModel(lambda _: failure())
    run(a_plan(model, 2, rules=RetryRules(failures=3, first_s=0.0)), tmp_path)
    assert list(model.asked.values()) == [4, 4]
    rows = logged(tmp_path, "choice")
    assert [(row.status, row.status_reason, row.score, row.raw_answer) for row in rows] == [
        ("error", "http_500", None, None)
    ] * 2
    assert all(json.loads(row.extra_json)["failed_tries"] == 3 for row in rows)


def test_what_is_not_retryable_is_asked_once(tmp_path: Path) -> None:
    model = FakeModel(lambda _: failure("http_400", is_retryable=False))
    run(a_plan(model, 2), tmp_path)
    assert list(model.asked.values()) == [1, 1]


def test_a_reply_that_cannot_be_read_is_asked_for_again_as_often_as_prescribed(tmp_path: Path) -> None:
    model = FakeModel(lambda _: ok("hm", usage=usage(10, 1)))
    run(a_plan(model, 1, rules=RetryRules(invalid=3, first_s=0.0)), tmp_path)
    assert list(model.asked.values()) == [4]
    (row,) = logged(tmp_path, "choice")
    extra = json.loads(row.extra_json)
    assert (row.status, extra["invalid_tries"], extra["input_tokens"]) == ("unparsed", 3, 40), "all four were paid"


def test_a_refusal_is_an_answer_and_not_asked_again(tmp_path: Path) -> None:
    model = FakeModel(lambda _: Reply(status=Status.REFUSED, text="", reason="content_filter"))
    run(a_plan(model, 1, rules=RetryRules(invalid=3)), tmp_path)
    assert list(model.asked.values()) == [1]
    (row,) = logged(tmp_path, "choice")
    assert (row.status, row.status_reason, row.score) == ("refused", "content_filter", 0)


def test_a_wrong_key_ends_the_run_at_once_and_the_question_is_left_for_later(tmp_path: Path) -> None:
    model = FakeModel(lambda _: failure("http_401", is_retryable=False, stops_run=True))
    outcome = run(a_plan(model, 50, limits={"concurrency": 1}), tmp_path)
    assert model.asked.total() == 1
    assert outcome.stopped_because == "It failed: http_401."
    assert logged(tmp_path, "choice") == []
    model.answering = lambda _: ok("A")
    assert run(a_plan(model, 50), tmp_path, resume=True).run.is_complete
    assert len(logged(tmp_path, "choice")) == 50


def test_an_endpoint_that_is_down_ends_the_run_before_every_question_is_an_error(tmp_path: Path) -> None:
    model = FakeModel(lambda _: failure("connection"))
    outcome = run(a_plan(model, 200, rules=RetryRules(failures=0), limits={"concurrency": 1}), tmp_path)
    assert "20 questions in a row" in outcome.stopped_because
    assert len(logged(tmp_path, "choice")) == 20
    model.answering = lambda _: ok("A")
    outcome = run(a_plan(model, 200, retries_errors=True), tmp_path, resume=True)
    assert Counter(row.status for _, _, row in outcome.answers) == {Status.OK: 200}


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    model = FakeModel()
    calls = itertools.count()
    stopping: list[Runner] = []

    async def stop_at_seven() -> None:
        if next(calls) == 7:
            stopping[0].stop.because("Interrupted.")

    model.before = stop_at_seven
    outcome = run(a_plan(model, 20), tmp_path, prepare=stopping.append)
    assert outcome.stopped_because == "Interrupted." and not outcome.run.is_complete
    assert 7 < len(outcome.answers) < 20
    model.before = None
    again = run(a_plan(model, 20), tmp_path, resume=True)
    assert set(model.asked.values()) == {1} and len(model.asked) == 20
    assert [item.question.question_id for item, _, _ in again.answers] == [f"secret_question_{n}" for n in range(20)]
    first, second = logged(tmp_path, "runs")
    assert second.continues_run_id == first.run_id and second.is_complete and not first.is_complete
    assert first.answer_count + second.answer_count == 20
    rows = logged(tmp_path, "choice")
    assert Counter(row.run_id for row in rows) == {first.run_id: first.answer_count, second.run_id: second.answer_count}


def test_a_limit_can_be_raised_and_what_was_answered_is_not_asked_again(tmp_path: Path) -> None:
    model = FakeModel()
    run(a_plan(model, 3), tmp_path)
    run(a_plan(model, 10), tmp_path, resume=True)
    assert set(model.asked.values()) == {1} and len(model.asked) == 10


def test_another_recording_prompt_or_parameter_is_asked_anew(tmp_path: Path) -> None:
    model = FakeModel()
    run(a_plan(model, 2, task=a_task(clip_sha256=lambda _: "a" * 64)), tmp_path)
    run(a_plan(model, 2, task=a_task(clip_sha256=lambda _: "a" * 64)), tmp_path, resume=True)
    assert model.asked.total() == 2
    run(a_plan(model, 2, task=a_task(clip_sha256=lambda _: "b" * 64)), tmp_path, resume=True)
    assert model.asked.total() == 4
    run(a_plan(model, 2, task=a_task(parameters={"temperature": 1})), tmp_path, resume=True)
    assert model.asked.total() == 6


def test_an_unfinished_run_is_not_paid_for_again_by_mistake(tmp_path: Path) -> None:
    model = FakeModel(lambda _: failure("quota", stops_run=True))
    run(a_plan(model, 2), tmp_path)
    with pytest.raises(LedgerError, match="--resume"):
        run(a_plan(model, 2), tmp_path)
    model.answering = lambda _: ok("A")
    assert run(a_plan(model, 2), tmp_path, anew=True).run.is_complete
    assert run(a_plan(model, 2), tmp_path).run.is_complete, "a finished one may be repeated"


def test_two_processes_on_one_run_are_refused(tmp_path: Path) -> None:
    ledger = open_ledger(tmp_path / "runs")
    with pytest.raises(LedgerError, match="Another process"):
        open_ledger(tmp_path / "runs", resume=True)
    ledger.close()
    open_ledger(tmp_path / "runs", resume=True).close()


def test_what_was_in_flight_at_a_kill_is_asked_once_more_and_nothing_else(tmp_path: Path) -> None:
    model = FakeModel()
    run(a_plan(model, 6), tmp_path)
    path = tmp_path / "runs" / "0001.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    answered = [number for number, line in enumerate(lines) if b'"event":"answered"' in line]
    # A kill after four answers: later lines are not there, and the last one is torn.
    path.write_bytes(b"".join(lines[: answered[3] + 1]) + lines[answered[3] + 1][:25])
    (tmp_path / "journal.sqlite").unlink()
    for rest in tmp_path.glob("journal.sqlite-*"):
        rest.unlink()
    outcome = run(a_plan(model, 6), tmp_path, resume=True)
    assert sorted(model.asked.values()) == [1, 1, 1, 1, 2, 2]
    assert len(logged(tmp_path, "choice")) == 6, "answers that were in the run log only are logged now"
    died, last = logged(tmp_path, "runs")
    assert (died.answer_count, died.is_complete, last.answer_count) == (4, False, 2)
    assert last.continues_run_id == died.run_id and outcome.run.run_id == last.run_id


def test_memory_is_flat_no_more_sounds_are_made_than_are_sent_at_once(tmp_path: Path) -> None:
    made = 0

    def media() -> tuple[Media, ...]:
        nonlocal made
        made += 1
        return (Media(data=SOUND, mime_type="audio/wav", form="wav", duration_s=1.0),)

    model = FakeModel()
    ahead: list[int] = []

    async def look() -> None:
        ahead.append(made - model.asked.total())
        await asyncio.sleep(0.001)

    model.before = look
    run(a_plan(model, 40, task=a_task(media=media), limits={"concurrency": 3}), tmp_path)
    assert model.most_open <= 3 and max(ahead) <= 3


def test_the_budget_is_never_exceeded_whatever_is_in_flight(tmp_path: Path) -> None:
    model = FakeModel(lambda _: ok("A", usage=usage(100, 10)))
    outcome = run(a_plan(model, 50, price=PRICE, max_usd=3.0, limits={"concurrency": 8}), tmp_path)
    assert "--max-usd" in outcome.stopped_because
    spent = outcome.spent.cost_usd
    assert spent is not None and 0 < spent <= 3.0
    assert spent == pytest.approx(0.11 * model.asked.total())
    more = run(a_plan(model, 50, price=PRICE, max_usd=3.0), tmp_path, resume=True)
    assert more.spent.cost_usd is not None and more.spent.cost_usd <= 3.0, "the limit is that of the whole run"
    done = run(a_plan(model, 50, price=PRICE, max_usd=100.0), tmp_path, resume=True)
    assert done.run.is_complete and set(model.asked.values()) == {1}


def test_a_timeout_may_have_been_charged_and_counts_against_the_budget(tmp_path: Path) -> None:
    model = FakeModel(lambda _: failure("timeout"))
    plan = a_plan(
        model, 50, price=PRICE, max_usd=1.0, rules=RetryRules(failures=2, first_s=0.0), limits={"concurrency": 1}
    )
    outcome = run(plan, tmp_path)
    assert "--max-usd" in outcome.stopped_because and model.asked.total() < 5


def test_another_model_reads_too_and_its_reading_stands_beside(tmp_path: Path) -> None:
    reader = FakeModel(lambda request: ok("B" if "I take the second" in request.text else "NONE", usage=usage(5, 1)))
    second = SecondReader(endpoint=an_endpoint(reader, name="reader-1"), rules=AT_ONCE)
    said = iter(["I take the second", "mumble", "no"])
    plan = a_plan(FakeModel(lambda _: ok(next(said))), 3, second=second, limits={"concurrency": 1})
    run(plan, tmp_path)
    rows = logged(tmp_path, "choice")
    assert [row.status for row in rows] == ["unparsed", "unparsed", "refused"]
    found = [json.loads(row.extra_json)["second_reading"] for row in rows]
    assert found[0] == {"model": "reader-1", "status": "ok", "answer": 1, "raw": "B"}
    assert [one["status"] for one in found] == ["ok", "unparsed", "unparsed"]
    asked: ModelRequest = reader.requests[0]
    assert "B. word 0 beta" in asked.text and "number 0" not in asked.text, (
        "it sees choices and reply, not the question"
    )


def test_a_full_disk_ends_the_run_with_a_sentence_and_half_a_line_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = FakeModel()
    sync = os.fsync
    calls = itertools.count()

    def full(descriptor: int) -> None:
        if next(calls) == 5:
            raise OSError(28, "No space left on device")
        sync(descriptor)

    monkeypatch.setattr("soundmark.evaluation.ledger_file.os.fsync", full)
    outcome = run(a_plan(model, 10, limits={"concurrency": 1}), tmp_path)
    assert "No space left" in outcome.stopped_because and "--resume" in outcome.stopped_because
    run(a_plan(model, 10), tmp_path, resume=True)
    assert len(logged(tmp_path, "choice")) == 10
    assert max(model.asked.values()) <= 2
