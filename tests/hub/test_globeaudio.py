"""GlobeAudio in its published form comes from a Hub to the right questions, and each question to its own sound."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest
from huggingface_hub import get_session

from soundmark.benchmarks.clips import ClipUnavailable
from soundmark.benchmarks.fetch import FetchError, FetchReason, FileCache, HubDataset
from soundmark.benchmarks.globeaudio import GLOBEAUDIO_DATASET, GlobeAudio, open_globeaudio, read_globeaudio
from soundmark.benchmarks.report import FindingKind
from soundmark.settings import Secret, read_settings
from tests.support.globeaudio_repo import CONFIGS, Row, Shape, globeaudio_files, parquet, right_choice, rows_of, wav
from tests.support.loopback.published import publish_dataset
from tests.support.loopback_hub import RunningHub
from tests.support.stream_published import stream_published
from tests.support.waiting import wait_until

SHAPE = Shape()
OpenDataset = Callable[..., HubDataset]
Read = Callable[..., GlobeAudio]


@pytest.fixture
def open_dataset(server: RunningHub, tmp_path: Path) -> OpenDataset:
    def make(**changes: object) -> HubDataset:
        options: dict[str, object] = {"revision": "main", "state_dir": tmp_path / "state", "endpoint": server.endpoint}
        return HubDataset(GLOBEAUDIO_DATASET, **(options | changes))  # type: ignore[arg-type]

    return make


@pytest.fixture
def read(open_dataset: OpenDataset, tmp_path: Path) -> Read:
    def make(**changes: object) -> GlobeAudio:
        cache = FileCache(tmp_path / "clips", max_bytes=50_000_000)
        return read_globeaudio(open_dataset(**changes), cache, index_dir=tmp_path / "index")

    return make


@pytest.fixture
def published(server: RunningHub) -> str:
    return publish_dataset(server.store, GLOBEAUDIO_DATASET, globeaudio_files(SHAPE))


def test_every_row_becomes_its_question(published: str, read: Read) -> None:
    pack = read().pack
    assert pack.revision == published
    assert pack.report.left_out == ()
    by_config = {config: [q for q in pack.questions if q.tags["config"] == config] for config in CONFIGS}
    for config, questions in by_config.items():
        rows = rows_of(config, SHAPE)
        assert [q.prompt for q in questions] == [row.question for row in rows]
        assert [q.choices for q in questions] == [row.options for row in rows]
        assert [q.truth.choice_index for q in questions] == [right_choice(config, n) for n in range(len(rows))]
    assert {config: questions[0].language for config, questions in by_config.items()} == {
        "en": "en", "zh": "zh-Hans", "sg": "en-SG", "ru": "ru", "th": "th", "bn": "bn",
    }  # fmt: skip
    assert len({q.question_id for q in pack.questions}) == len(pack.questions) == 6 * 12
    assert {q.clip.licence for q in pack.questions} == {"CC-BY-NC-4.0"}


def test_texts_are_read_without_the_sound(server: RunningHub, read: Read) -> None:
    large = Shape(shards=1, groups_per_shard=3, rows_per_group=3, seconds=10.0, configs=CONFIGS[:2])
    files = globeaudio_files(large)
    publish_dataset(server.store, GLOBEAUDIO_DATASET, files)
    globe = read()
    assert len(globe.pack.questions) == 18
    ranges = [entry for entry in server.controls.log if "/resolve/" in entry.path]
    assert len(ranges) <= 2 * 5, "a footer and the texts of three row groups, twice"
    assert sum(map(len, files.values())) > 15_000_000, "and that is not read"


def test_each_clip_is_its_own_sound(published: str, read: Read) -> None:
    globe = read()
    sounds = {(config, n): row.sound for config in CONFIGS for n, row in enumerate(rows_of(config, SHAPE))}
    numbers = dict.fromkeys(CONFIGS, 0)
    for question in globe.pack.questions:
        config = question.tags["config"]
        found = globe.pack.clips.fetch(question.clip)
        assert found.path.read_bytes() == sounds[config, numbers[config]]
        numbers[config] += 1


def test_questions_of_a_row_group_share_a_block(published: str, read: Read) -> None:
    pool = read().pool
    assert [len(block.clips) for block in pool.blocks] == [3] * 24
    assert {block.group for block in pool.blocks} == set(CONFIGS)
    for block in pool.blocks:
        assert all(pool.block_of(key) is block for key in block.keys)


def test_the_commit_is_kept_when_the_owner_changes_the_data(
    server: RunningHub, published: str, read: Read, open_dataset: OpenDataset
) -> None:
    read()
    changed = [Row(question="New?", options=("a", "b", "c", "d"), target="A", sound=wav(0.1, 7))]
    files = {"data/en/en-00000-of-00002.parquet": parquet(changed, 1)}
    newest = publish_dataset(server.store, GLOBEAUDIO_DATASET, files)
    assert read().pack.revision == published
    assert read(revision=newest).pack.questions[0].prompt == "New?"
    assert open_dataset(revision=newest).commit() == newest


def test_offline_plays_what_is_here(published: str, read: Read) -> None:
    with pytest.raises(FetchError, match="HF_HUB_OFFLINE"):
        read(offline=True)
    globe = read()
    first, last = globe.pack.questions[0], globe.pack.questions[-1]
    globe.pool.fetch(first.clip)
    offline = read(offline=True)
    assert offline.pack.questions == globe.pack.questions
    assert offline.pool.fetch(first.clip).path.exists()
    with pytest.raises(ClipUnavailable, match="offline"):
        offline.pool.fetch(last.clip)


def test_bad_rows_are_reported_and_the_others_kept(server: RunningHub, read: Read) -> None:
    sound = wav(0.1, 8)
    digits = ("2", "3", "4", "1")
    cases = [
        (("yes", "no", "both", "none"), "no", None),
        (digits, "2", FindingKind.BAD_ANSWER),
        (("yes", "no", "both", "none"), "perhaps", FindingKind.BAD_ANSWER),
        (("yes", "no", "both", "none"), "5", FindingKind.BAD_ANSWER),
        (("yes", "yes", "both", "none"), "C", FindingKind.BAD_VALUE),
        (("yes", "", "both", "none"), "A", FindingKind.BAD_VALUE),
        (("yes", "no", "both", "none"), "", FindingKind.BAD_ANSWER),
        (("yes", "no", "both", "none"), "option4", None),
    ]
    rows = [Row(question=f"Q{n}", options=o, target=t, sound=sound) for n, (o, t, _) in enumerate(cases)]
    publish_dataset(server.store, GLOBEAUDIO_DATASET, {"data/en/en-00000-of-00001.parquet": parquet(rows, 4)})
    globe = read()
    found = {finding.subject: finding.kind for finding in globe.pack.report.left_out}
    wanted = {f"en row {n}": kind for n, (_, _, kind) in enumerate(cases) if kind is not None}
    assert {name: kind for name, kind in found.items() if name.startswith("en row")} == wanted
    assert [q.prompt for q in globe.pack.questions] == ["Q0", "Q7"]
    assert [q.truth.choice_index for q in globe.pack.questions] == [1, 3]
    assert [q.question_id[:8] for q in globe.pack.questions] == ["en-00000", "en-00007"], "rows keep their numbers"
    assert globe.pool.fetch(globe.pack.questions[1].clip).path.read_bytes() == sound
    assert {name for name in found if name.startswith("configuration")} == {f"configuration {c}" for c in CONFIGS[1:]}


def test_one_split_by_another_name_is_taken_with_a_remark(server: RunningHub, read: Read) -> None:
    rows = rows_of("en", SHAPE)
    publish_dataset(server.store, GLOBEAUDIO_DATASET, {"data/en/test-00000-of-00001.parquet": parquet(rows, 6)})
    globe = read()
    assert len(globe.pack.questions) == 12
    assert any("no split train" in remark and "test" in remark for remark in globe.remarks)
    assert any("12 questions in en" in remark and "1274" in remark for remark in globe.remarks)


@pytest.mark.parametrize(
    ("fault", "token", "reason", "words"),
    [
        ({"status": 403, "headers": {"X-Error-Code": "GatedRepo"}}, "", "terms", ["log in", "accept", "HF_TOKEN"]),
        ({"status": 403, "headers": {"X-Error-Code": "GatedRepo"}}, "hf_x-1", "terms", ["accept them", "account"]),
        ({"status": 401, "headers": {"X-Error-Code": "GatedRepo"}}, "", "terms", ["HF_TOKEN"]),
        ({"status": 401, "message": "Invalid credentials in Authorization header"}, "hf_x-1", "no_access", ["401"]),
        ({"status": 503, "times": 99}, "", "busy", ["few minutes"]),
        ({"status": 404, "headers": {"X-Error-Code": "RevisionNotFound"}}, "", "missing", ["BENCHMARK_REVISIONS"]),
        ({"when": "drop_before", "times": 99}, "", "no_network", ["network"]),
    ],
)
def test_a_refusal_is_one_sentence_that_says_what_to_do(
    server: RunningHub, published: str, read: Read, fault: dict[str, object], token: str, reason: str, words: list[str]
) -> None:
    server.controls.set_faults([{"match": "/api/datasets", "when": "before"} | fault])
    with pytest.raises(FetchError) as caught:
        read(token=Secret(token))
    assert caught.value.reason is FetchReason(reason)
    text = str(caught.value)
    assert all(word in text for word in words), text
    assert "Traceback" not in text and "\n" not in text


@pytest.mark.parametrize(
    ("token", "reason", "words"),
    [("", FetchReason.NO_TOKEN, "HF_TOKEN"), ("hf_x-1", FetchReason.MISSING, "Check its name")],
)
def test_a_dataset_that_is_not_there_is_told_from_a_gated_one(
    server: RunningHub, read: Read, token: str, reason: FetchReason, words: str
) -> None:
    # To whom it does not know the Hub says the same of private datasets and of those that are not there.
    with pytest.raises(FetchError) as caught:
        read(token=Secret(token))
    assert caught.value.reason is reason
    assert GLOBEAUDIO_DATASET in str(caught.value)
    assert words in str(caught.value)


def test_no_machine_at_the_address(read: Read) -> None:
    with pytest.raises(FetchError) as caught:
        read(endpoint="http://127.0.0.1:9")
    assert caught.value.reason is FetchReason.NO_NETWORK


def test_questions_are_equal_between_two_readings(published: str, read: Read) -> None:
    first, second = read().pack.questions, read().pack.questions
    assert [dataclasses.asdict(q) for q in first] == [dataclasses.asdict(q) for q in second]


@pytest.mark.long
def test_datasets_streams_the_same_rows(server: RunningHub, published: str, read: Read) -> None:
    """The published way to read it, `load_dataset(..., streaming=True)`, and ours agree."""
    streamed = stream_published(server.endpoint, GLOBEAUDIO_DATASET, ["en", "sg"], published)
    globe = read()
    for config, rows in streamed.items():
        questions = [question for question in globe.pack.questions if question.tags["config"] == config]
        assert [question.prompt for question in questions] == [row["question"] for row in rows]
        assert [question.choices for question in questions] == [
            tuple(row[f"option{number}"] for number in range(1, 5)) for row in rows
        ]
        assert [globe.pool.fetch(question.clip).sha256 for question in questions] == [row["audio"] for row in rows]


def fill(server: RunningHub, *, in_small_pages: bool) -> list[Row]:
    """One row group of eight clips of a megabyte each."""
    rows = [Row(question=f"Q{n}", options=("a", "b", "c", "d"), target="A", sound=wav(12.0, n)) for n in range(8)]
    shard = parquet(rows, 8, in_small_pages=in_small_pages)
    publish_dataset(server.store, GLOBEAUDIO_DATASET, {"data/en/en-00000-of-00001.parquet": shard})
    return rows


def test_a_row_group_in_small_pages_is_read_no_further_than_needed(server: RunningHub, read: Read) -> None:
    rows = fill(server, in_small_pages=True)
    globe = read()
    told: list[int] = []
    found = globe.pool.fetch(globe.pack.questions[0].clip, lambda done, _: told.append(done))
    assert found.path.read_bytes() == rows[0].sound
    assert told[-1] >= len(rows[0].sound)
    here = [globe.pool.at_hand(question.clip) is not None for question in globe.pack.questions]
    assert sum(here) <= 4, "the rest is not read yet"
    for question, row in zip(globe.pack.questions, rows, strict=True):
        assert globe.pool.fetch(question.clip).path.read_bytes() == row.sound


def test_a_row_group_in_one_page_is_kept_whole_at_once(server: RunningHub, read: Read) -> None:
    """Else it would stay in memory until somebody asks for the next clip."""
    rows = fill(server, in_small_pages=False)
    globe = read()
    globe.pool.fetch(globe.pack.questions[0].clip)
    for question, row in zip(globe.pack.questions, rows, strict=True):
        found = globe.pool.at_hand(question.clip)
        assert found is not None
        assert found.path.read_bytes() == row.sound


def test_the_settings_choose_revision_room_and_place(server: RunningHub, published: str, tmp_path: Path) -> None:
    variables = {"DATA_DIR": str(tmp_path / "data"), "HF_ENDPOINT": server.endpoint, "CLIP_CACHE_GB": "1",
                 "BENCHMARK_REVISIONS": f"globeaudio={published}"}  # fmt: skip
    globe = open_globeaudio(read_settings(variables))
    assert globe.pack.revision == published
    globe.pool.fetch(globe.pack.questions[0].clip)
    assert globe.pool.statistics().max_bytes == 1_000_000_000
    offline = open_globeaudio(read_settings(variables | {"HF_HUB_OFFLINE": "1"}))
    assert offline.pool.fetch(globe.pack.questions[0].clip).path.is_relative_to(tmp_path / "data")
    offline.pool.start()
    assert wait_until(lambda: "HF_HUB_OFFLINE" in offline.pool.statistics().trouble, 20)
    offline.pool.close()


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ({"when": "before", "status": 403, "headers": {"X-Error-Code": "GatedRepo"}}, "terms"),
        ({"when": "before", "status": 404, "headers": {"X-Error-Code": "EntryNotFound"}}, "missing"),
        ({"when": "before", "status": 401, "message": "Invalid credentials"}, "no_access"),
    ],
)
def test_files_that_are_refused(
    server: RunningHub, published: str, read: Read, fault: dict[str, object], reason: str
) -> None:
    """The listing may be public while the files are not."""
    server.controls.set_faults([{"match": "/resolve/", "times": 999} | fault])
    with pytest.raises(FetchError) as caught:
        read()
    assert caught.value.reason is FetchReason(reason)


def test_a_connection_that_breaks_while_clips_are_read_is_tried_again(
    server: RunningHub, published: str, read: Read
) -> None:
    globe = read()
    server.controls.set_faults([{"match": "/resolve/", "when": "drop_before", "times": 1}])
    assert globe.pool.fetch(globe.pack.questions[0].clip).path.read_bytes() == rows_of("en", SHAPE)[0].sound


def test_the_shared_client_has_time_limits(published: str, read: Read) -> None:
    read()
    limits = get_session().timeout
    assert None not in (limits.connect, limits.read, limits.write, limits.pool)
