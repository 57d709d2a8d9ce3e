"""What is said in recordings: out of a file of transcripts, or by a transcribing model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType

from soundmark.audio.errors import shown
from soundmark.curation.questions.asking import Done
from soundmark.curation.questions.cells import read_cells
from soundmark.curation.questions.draft import Draft, Problem, QuestionsError, digest
from soundmark.evaluation.asker import Endpoint
from soundmark.evaluation.batch import Ask
from soundmark.evaluation.pace import Paces
from soundmark.evaluation.wish import model_identity, price_of
from soundmark.models.media import read_sound
from soundmark.models.model_file import ModelFile
from soundmark.models.reply import ModelFailure, Reply
from soundmark.models.request import ModelRequest
from soundmark.models.spec import AdapterKind, ModelSpec
from soundmark.models.transcription import OpenAITranscriber, Transcriber
from soundmark.types import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """Transcripts. An empty one means that nothing is said; one that is not there, that nobody knows.

    Attributes:
        by_question, by_file: by the question's id, which is stronger, and by the recording's name.
        problems: rows and recordings without one.
    """

    by_question: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    by_file: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    problems: tuple[Problem, ...] = ()

    def of(self, draft: Draft) -> str | None:
        """What is said in the recording of a question; None when that is not known."""
        return self.by_question.get(draft.question_id, self.by_file.get(draft.file_name))


def read_heard(path: Path) -> Heard:
    """Read transcripts.

    Args:
        path: `.csv` or `.jsonl` with the column transcript, and file_name or question_id. An empty cell is a
            recording in which nothing is said.

    Raises:
        QuestionsError: when it cannot be read, or holds none.
    """
    records, problems = read_cells(path, ("transcript",))
    by_question: dict[str, str] = {}
    by_file: dict[str, str] = {}
    for record in records:
        names = {c: record.cells.get(c, "").strip() for c in ("question_id", "file_name")}
        if "transcript" not in record.cells or not any(names.values()):
            problems.append(Problem(f"line {record.line}", "", "it needs a transcript, and a file_name or question_id"))
            continue
        column, found = ("question_id", by_question) if names["question_id"] else ("file_name", by_file)
        text = record.cells["transcript"].strip()
        if found.setdefault(names[column], text) != text:
            problems.append(Problem(f"line {record.line}", column, f"{shown(names[column])} has another transcript"))
    if not by_question and not by_file:
        raise QuestionsError(f"{shown(path.name)} names no recordings. Add file_name or question_id to its rows.")
    return Heard(by_question=by_question, by_file=by_file, problems=tuple(problems))


class TranscriptAdapter:
    """A transcriber as something that can be asked: the reply's text is the transcript, which may be empty."""

    endpoint_kind = "transcription"

    def __init__(self, transcriber: Transcriber) -> None:
        self._transcriber = transcriber

    async def ask(self, request: ModelRequest, *, timeout_s: float) -> Reply:
        """The transcript of the request's one sound.

        Raises:
            ModelFailure: when there is none.
        """
        found = await self._transcriber.transcribe(request.media[0], timeout_s=timeout_s)
        return Reply(status=Status.OK, text=found.text, usage=found.usage, details={"language": found.language})

    async def stream(self, request: ModelRequest, *, timeout_s: float) -> AsyncIterator[str | Reply]:
        """The transcript in one piece.

        Raises:
            ModelFailure: when there is none.
        """
        yield await self.ask(request, timeout_s=timeout_s)

    async def close(self) -> None:
        """Let go of connections."""
        await self._transcriber.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcribing:
    """Recordings that a model is to transcribe, each once.

    Attributes:
        file_names: of the recordings.
        folder: in which they are.
        spec: the transcriber.
        models: its file.
    """

    file_names: Iterable[str]
    folder: Path
    spec: ModelSpec
    models: ModelFile

    def asks(self) -> list[Ask]:
        """A request a recording.

        Raises:
            QuestionsError: when the model is no transcriber.
        """
        if self.spec.adapter is not AdapterKind.TRANSCRIPTION:
            raise QuestionsError(
                f'Model "{self.spec.name}" is no transcriber. Name one whose adapter is "transcription", or give a '
                "file with --transcripts."
            )
        return [Ask(key=self._key(name), name=name, compose=partial(self._request, name)) for name in self._names()]

    def open_endpoint(self) -> Endpoint:
        """The transcriber, ready to be asked at its pace. Call it in the event loop that will ask it."""
        return Endpoint(
            name=self.spec.name,
            identity=model_identity(self.spec, self.models),
            adapter=TranscriptAdapter(OpenAITranscriber(self.spec)),
            pace=Paces([self.spec]).of(self.spec),
            price=price_of(self.spec, self.models),
            timeout_s=self.spec.limits.timeout_s,
        )

    def read(self, done: Done) -> Heard:
        """The transcripts that came, and which did not."""
        found = {name: done.text_of(self._key(name)) for name in self._names()}
        problems: list[Problem] = []
        for name, text in found.items():
            failed = done.answered.get(self._key(name))
            if text is None:
                why = "it was not transcribed" if failed is None else failed.failure_text
                problems.append(Problem(name, "", why))
        known = {name: text.strip() for name, text in found.items() if text is not None}
        return Heard(by_file=known, problems=tuple(problems))

    def _names(self) -> list[str]:
        return list(dict.fromkeys(self.file_names))

    def _request(self, name: str) -> ModelRequest:
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder.resolve()):
            raise ModelFailure(f"{shown(name)} is a link out of the folder.", reason="media")
        return ModelRequest(text="", media=(read_sound(path, self.spec.audio, self.spec.limits),))

    def _key(self, name: str) -> str:
        """Names the recording by its size and time too: one that was replaced is transcribed anew."""
        try:
            stat = (self.folder / name).stat()
            state = f"{stat.st_size} {stat.st_mtime_ns}"
        except OSError:
            state = ""
        return digest("transcript", model_identity(self.spec, self.models), name, state)
