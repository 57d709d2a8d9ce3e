"""`questions` from descriptors to a pack: with a scripted model, stopped and taken up, and read back by the reader."""

from __future__ import annotations

import asyncio
import csv
import json
from pathlib import Path

import pytest

from soundmark.benchmarks.folder import read_choice_pack
from soundmark.cli import main
from soundmark.curation.questions.asking import Work, ask_model
from soundmark.curation.questions.descriptors import Descriptor
from soundmark.curation.questions.draft import Draft
from soundmark.curation.questions.drafting import Drafting
from soundmark.curation.questions.heard import Heard, TranscriptAdapter
from soundmark.curation.questions.leakage import Screening, report_of
from soundmark.curation.questions.table import read_table
from soundmark.models.request import Media, ModelRequest, Setting
from soundmark.models.transcription import Transcript
from tests.support.model_runs import AT_ONCE, FakeModel, an_endpoint, ok
from tests.support.model_server import Answer, Asked, Handler, model_server
from tests.support.packs import tone

OPTIONS = ["A metro", "A store", "A temple", "A school"]


def drafted(*questions: str) -> str:
    listed = [{"question": one, "options": OPTIONS, "answer": "A store", "hop_type": "Single-hop"} for one in questions]
    return json.dumps({"questions": listed})


MODELS = f"""
[[models]]
name = "writer"
adapter = "scripted"
[[models.script]]
when = "chime"
answers = ['{drafted("Where is it heard?", "What are people doing?")}']
[[models.script]]
answers = ["I would rather not"]

[[models]]
name = "reader"
adapter = "scripted"
[[models.script]]
when = "next door.*What are people doing"
answers = ["A store"]
[[models.script]]
answers = ["A"]
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "models.toml").write_text(MODELS)
    monkeypatch.setenv("MODELS_FILE", str(tmp_path / "models.toml"))
    (tmp_path / "clips").mkdir()
    for name in ("one.wav", "two.wav"):
        tone(tmp_path / "clips" / name, 0.2)
    rows = "file_name,description,licence\none.wav,store chime,CC0-1.0\ntwo.wav,a drum,CC0-1.0\n,x,\n"
    (tmp_path / "known.csv").write_text(rows)
    (tmp_path / "heard.csv").write_text("file_name,transcript\none.wav,The shop next door\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_from_descriptors_to_a_pack(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draft = ["questions", "draft", "known.csv", "--model", "writer", "--to", "t.csv", "--data", "data"]
    assert main(draft) == 1  # one row describes nothing, and one reply holds no questions
    printed = capsys.readouterr()
    assert "Drafted: 2 questions about 1 recording\n" in printed.out
    assert (
        "line 4, file_name: no file name" in printed.err and "two.wav: the model's reply cannot be read" in printed.err
    )
    assert main(draft) == 2 and "t.csv is there already" in capsys.readouterr().err

    text = (place / "t.csv").read_text("utf-8-sig").replace("Where is it heard?", "Where may it be?")
    (place / "t.csv").write_text(text, encoding="utf-8")
    assert main([*draft, "--resume"]) == 1
    assert "2 rows stay as they were" in capsys.readouterr().out
    assert main(["questions", "check", "t.csv"]) == 0 and "2 of them kept" in capsys.readouterr().out
    assert {one.question for one in read_table(place / "t.csv").drafts} == {
        "Where may it be?",
        "What are people doing?",
    }

    leakage = ["questions", "leakage", "t.csv", "--transcripts", "heard.csv", "--model", "reader", "--data", "data"]
    assert main([*leakage, "--to", "tested.csv", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["n_tested"] == 2 and found["n_blind"] == 0 and found["size"] == pytest.approx(1 / 64)
    rows = {one.question: one for one in read_table(place / "tested.csv").drafts}
    leaking = rows["What are people doing?"]
    assert (leaking.is_kept, leaking.more["leak"], leaking.more["leak_right"]) == (False, "yes", "5")
    assert float(leaking.more["leak_p_binomial"]) == pytest.approx(1 / 1024, abs=1e-6)
    assert main([*leakage, "--to", "tested.csv", "--new"]) == 2
    assert main([*leakage, "--to", "tested.csv", "--resume", "--replace"]) == 0
    assert "Tested: 2 of 2 questions, 5 answers each" in capsys.readouterr().out

    kept = rows["Where may it be?"].is_kept
    assert kept is (int(rows["Where may it be?"].more["leak_right"]) < 4)
    (place / "clips" / "metadata.csv").write_text("file_name,source,city\none.wav,freesound.org/1,Taipei\n")
    before = sorted((place / "clips").iterdir())
    packing = ["questions", "pack", "t.csv", "--clips", "clips"]
    assert main([*packing, "--to", "clips/out"]) == 2 and "lie in one another" in capsys.readouterr().err
    assert main([*packing, "--to", "out", "--licence", "cc0-1.0"]) == 0
    assert "Freesound" in capsys.readouterr().err and sorted((place / "clips").iterdir()) == before
    pack = read_choice_pack(place / "out")
    assert len(pack.questions) == 2 and not pack.report.left_out
    readme = (place / "out" / "README.md").read_text("utf-8")
    assert "license: cc0-1.0" in readme and "- en\n" in readme and "Freesound" in readme
    for question in pack.questions:
        assert question.choices[question.truth.choice_index] == "A store"
        assert question.tags == {"hop_type": "Single-hop"} and question.clip.licence == "CC0-1.0"
    written = (place / "out" / "metadata.csv").read_text("utf-8")
    assert "chime" not in written and "Taipei" not in written and "one.wav" not in written
    # Again over itself, and with a question whose recording has gone.
    with (place / "t.csv").open("a", encoding="utf-8") as file:
        file.write((place / "t.csv").read_text("utf-8-sig").splitlines()[1].replace("one.wav", "gone.wav") + "\n")
    assert main([*packing, "--to", "out", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["questions"] == 2 and len(found["problems"]) == 1 and "Freesound" in found["warnings"][0]


def test_two_reviewers(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["questions", "draft", "known.csv", "--model", "writer", "--to", "t.csv", "--data", "data"])
    assert main(["questions", "review", "t.csv", "--sheets", "sheets"]) == 0
    assert main(["questions", "review", "t.csv", "--sheets", "sheets"]) == 2  # what was filled in is never written over
    keys = {one.question_id: one.answer for one in read_table(place / "t.csv").drafts}
    for number, wrong in ((1, 1), (2, 0)):
        path = place / "sheets" / f"reviewer_{number}.csv"
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        assert not any(row["answer"] for row in rows) and "chime" not in path.read_text("utf-8-sig")
        for place_in_sheet, row in enumerate(rows):
            row["answer"] = "?" if place_in_sheet < wrong else keys[row["question_id"]].lower()
            row["verdict"] = "OK" if number == 1 else "never"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    capsys.readouterr()
    by = ["questions", "review", "t.csv", "--by", "sheets/reviewer_1.csv", "sheets/reviewer_2.csv"]
    assert main(by) == 1
    printed = capsys.readouterr()
    assert "Answers agree: 50.0%" in printed.out and "First reviewer right: 50.0%" in printed.out
    assert "Second reviewer right: 100.0%" in printed.out and "first ? ok, second" in printed.out
    assert printed.err.count("verdict: never is none of ok, fix, reject") == 2
    assert main([*by, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert len(found["disagreements"]) == 1 and found["disagreements"][0]["is_key_in_doubt"] is False


def test_nothing_is_asked_twice_after_a_stop(tmp_path: Path) -> None:
    """The process dies at the third recording; the next session asks what had no answer."""
    clips = [Descriptor(file_name=f"{n}.wav", description=f"chime {n}") for n in range(5)]
    drafting = Drafting(descriptors=clips, model="m")

    def work(model: FakeModel, *, resume: bool) -> Work:
        return Work(
            asks=drafting.asks(),
            open_endpoint=lambda: an_endpoint(model, concurrency=1),
            folder=tmp_path,
            is_readable=drafting.is_readable,
            resume=resume,
            rules=AT_ONCE,
        )

    first = FakeModel(lambda _: ok(drafted("Where is it?")))

    async def die() -> None:
        if first.asked.total() == 3:
            raise KeyboardInterrupt

    first.before = die
    with pytest.raises(KeyboardInterrupt):
        ask_model(work(first, resume=False))
    second = FakeModel(lambda _: ok(drafted("Where is it?")))
    done = ask_model(work(second, resume=True))
    assert first.asked.total() == second.asked.total() == 3 and len(drafting.read(done)[0]) == 5
    third = FakeModel()
    assert len(drafting.read(ask_model(work(third, resume=True)))[0]) == 5 and not third.asked


def a_question(number: int) -> Draft:
    return Draft(
        question_id=f"q-{number}",
        file_name="one.wav",
        question=f"Number {number}?",
        options=tuple(OPTIONS),
        answer_index=0,
    )


def test_a_model_that_likes_one_letter_leaks_no_more_often_than_theory_says(tmp_path: Path) -> None:
    """It says A to everything. In the table's order every question leaks; in drawn orders one in 64 is expected."""
    drafts = [a_question(number) for number in range(80)]
    for is_shuffled in (False, True):
        model = FakeModel(lambda _: ok("A"))
        screening = Screening(
            drafts=drafts, heard=Heard(by_file={"one.wav": "la la"}), model="m", is_shuffled=is_shuffled
        )
        folder = tmp_path / str(is_shuffled)
        done = ask_model(
            Work(asks=screening.asks(), open_endpoint=lambda model=model: an_endpoint(model), folder=folder)  # type: ignore[misc]
        )
        report = report_of(screening.screened(done))
        assert model.asked.total() == 400 and report.n_tested == 80 and sum(report.by_right) == 80
        # 80 / 64 = 1.25; 7 is more than four standard deviations away.
        assert report.n_leaking == 80 if not is_shuffled else report.n_leaking < 7


def test_silence_is_asked_blind_and_what_is_not_known_is_not_asked(tmp_path: Path) -> None:
    drafts = [a_question(1), Draft(**{**_fields(a_question(2)), "file_name": "two.wav"})]  # type: ignore[arg-type]
    screening = Screening(drafts=drafts, heard=Heard(by_file={"one.wav": ""}), model="m")
    requests = [ask.compose() for ask in screening.asks()]
    assert {one.setting for one in requests} == {Setting.BLIND} and len(requests) == 5
    model = FakeModel(lambda _: ok("I cannot hear it"))
    done = ask_model(Work(asks=screening.asks(), open_endpoint=lambda: an_endpoint(model), folder=tmp_path))
    first, second = screening.screened(done)
    assert first.n_unread == 5 and first.test is not None and first.test.n_right == 0
    assert second.test is None and second.marked().more["leak"] == "untested" and second.marked().is_kept


def _fields(draft: Draft) -> dict[str, object]:
    return {name: getattr(draft, name) for name in Draft.__dataclass_fields__}


def test_a_transcriber_can_be_asked() -> None:
    class Ears:
        async def transcribe(self, media: Media, *, timeout_s: float) -> Transcript:
            return Transcript(text="", language="zh")

        async def close(self) -> None:
            return None

    sound = Media(data=b"RIFF", mime_type="audio/wav", form="wav")
    reply = asyncio.run(TranscriptAdapter(Ears()).ask(ModelRequest(text="", media=(sound,)), timeout_s=1))
    assert reply.text == "" and reply.details["language"] == "zh"


class Ears(Handler):
    """Hears the same words in every recording."""

    def answer_to(self, asked: Asked) -> Answer:
        assert asked.path == "/v1/audio/transcriptions" and b"one.wav" not in asked.raw
        return Answer(body={"text": "The shop next door"})


def test_recordings_are_transcribed_once(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["questions", "draft", "known.csv", "--model", "writer", "--to", "t.csv", "--data", "data"])
    lost = (place / "t.csv").read_text("utf-8-sig").splitlines()[1].replace("one.wav", "gone.wav")
    with (place / "t.csv").open("a", encoding="utf-8") as file:
        file.write(f"q-lost,{lost.split(',', 1)[1]}\n")
    with model_server(Ears) as server:
        with (place / "models.toml").open("a") as file:
            file.write(
                f'[[models]]\nname = "ears"\nadapter = "transcription"\nendpoint = "{server.address}/v1"\nmodel = "w"\n'
            )
        command = ["questions", "leakage", "t.csv", "--transcriber", "ears", "--clips", "clips", "--model", "reader"]
        for n_times in (1, 2):
            assert main([*command, "--to", f"tested{n_times}.csv", "--data", "data"]) == 1
            printed = capsys.readouterr()
            assert "Tested: 2 of 3" in printed.out and "gone.wav" in printed.err and "no transcript" in printed.err
        assert len(server.asked) == 1
    assert main(["questions", "leakage", "t.csv", "--transcriber", "reader", *command[5:], "--to", "x.csv"]) == 2
    assert "is no transcriber" in capsys.readouterr().err
