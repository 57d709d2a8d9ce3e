"""The part of the spatial tab that analyses somebody's own recording: layout and wiring only."""

from __future__ import annotations

import logging
import os
import secrets
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import gradio as gr
from gradio.utils import get_upload_folder

from components.events import Updates, sentence
from components.note import note
from components.save_file import save_file
from components.spatial_stage import spatial_stage
from components.static_files import file_url
from components.texts import page_texts, said, say_class
from soundmark.audio import AudioError, PublishError
from soundmark.modes.savvy.own import (
    MAX_ARRAY_CHARS,
    OWN_ARRAY,
    OwnRecordingError,
    OwnResult,
    OwnWish,
    Progress,
    analyse,
    as_csv,
    as_json,
    read_wish,
)
from soundmark.modes.savvy.own_sound import OwnCopies, publish_own
from soundmark.modes.savvy.own_view import own_stage, summary_of
from soundmark.spatial.arrays import ARIA_CAD, BUILT_IN
from soundmark.spatial.errors import ArrayError
from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)

AT_ONCE = 2
"""Recordings analysed at the same time."""
KEPT_S = 3600.0
"""How long a session's tables can be saved, and its sound be heard."""
ANALYSIS_SHARE = 0.4
"""Of the time that it takes; the rest goes into the playable copies."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What is kept of the last analysis: the tables, as texts, and the playable copies."""

    csv: str = ""
    json: str = field(default="")
    copies: OwnCopies | None = None


def forget_sound(kept: object) -> None:
    """Delete the playable copies of an analysis that nobody sees any more."""
    if isinstance(kept, Saved) and kept.copies is not None:
        kept.copies.remove()


class OwnRecordingTab:
    """Upload, choices, progress, and what was heard.

    Args:
        public_dir: the served folder, for the playable copies.
        max_s: the longest recording that is analysed.
    """

    def __init__(self, public_dir: Path, max_s: float) -> None:
        self.public_dir = public_dir
        self.max_s = max_s
        with gr.Accordion(
            page_texts()("own_title"), open=False, elem_id="savvy-own", elem_classes=[say_class("own_title")]
        ):
            said([("p", "own_lead")])
            self.file = gr.File(label=page_texts()("own_file"), file_types=[".wav", ".flac"], elem_id="savvy-own-file")
            with gr.Row():
                self.array = gr.Radio(
                    [
                        *((page_texts()(f"own_array_{name}"), name) for name in sorted(BUILT_IN)),
                        (page_texts()("own_array_json"), OWN_ARRAY),
                    ],
                    value=ARIA_CAD.name,
                    label=page_texts()("own_array"),
                    elem_id="savvy-own-array",
                )
                self.mics = gr.Textbox(
                    label=page_texts()("own_mics"), placeholder="3,4,5,6", elem_id="savvy-own-mics", max_length=400
                )
            self.json = gr.Textbox(
                label=page_texts()("own_json"),
                lines=3,
                visible=False,
                max_length=MAX_ARRAY_CHARS,
                elem_id="savvy-own-json",
                placeholder='{"unit": "m", "microphones": [[-0.1, 0, 0], [0.1, 0, 0], [0, 0, 0.1]]}',
            )
            self.paper = gr.Checkbox(label=page_texts()("savvy_paper"), value=False, elem_id="savvy-own-paper")
            self.analyse = gr.Button(
                page_texts()("own_analyse"),
                variant="primary",
                elem_id="savvy-own-analyse",
                elem_classes=[say_class("own_analyse")],
            )
            self.limit = {"key": "own_limit", "params": {"n": f"{max_s / 60:g}"}}
            self.said = note(self.limit, elem_id="savvy-own-said")
            with gr.Column(visible=False) as self.found:
                self.stage = spatial_stage(elem_id="savvy-own-stage")
                with gr.Row():
                    self.to_csv = gr.Button(page_texts()("own_csv"), elem_id="savvy-own-csv")
                    self.to_json = gr.Button(page_texts()("own_save_json"), elem_id="savvy-own-save-json")
            self.save = save_file(elem_id="savvy-own-save")
            self.kept = gr.State(Saved(), time_to_live=KEPT_S, delete_callback=forget_sound)
        self._wire()

    def _wire(self) -> None:
        self.array.change(
            lambda name: gr.update(visible=name == OWN_ARRAY),
            [self.array],
            [self.json],
            api_visibility="private",
            show_progress="hidden",
        )
        analysed = self.analyse.click(
            self._analysed,
            [self.file, self.array, self.json, self.mics, self.paper, self.kept],
            [self.file, self.said, self.found, self.stage, self.kept],
            api_visibility="private",
            show_progress="full",
            show_progress_on=self.said,
            trigger_mode="once",
            concurrency_limit=AT_ONCE,
            concurrency_id="savvy-own",
        )
        analysed.failure(
            self._not_analysed,
            [self.file],
            [self.file, self.said, self.found],
            api_visibility="private",
            show_progress="hidden",
        )
        for button, name in ((self.to_csv, "csv"), (self.to_json, "json")):
            button.click(
                lambda kept, name=name: _file(kept, name),
                [self.kept],
                [self.save],
                api_visibility="private",
                show_progress="hidden",
            )

    def _analysed(  # noqa: PLR0917 - what Gradio calls has an argument for each input
        self,
        file: object,
        array: object,
        array_json: object,
        mics: object,
        is_paper: object,
        kept: object,
        progress: gr.Progress = gr.Progress(),  # noqa: B008 - how Gradio is told that progress is wanted
    ) -> Updates:
        try:
            wish, path = read_wish(array, array_json, mics, is_paper), uploaded(file)
            result, copies = self._heard(path, wish, progress)
        except SoundmarkError as error:
            raise gr.Error(sentence(_in_words(error)), print_exception=False) from error
        forget_sound(kept)
        return self._told(result, copies)

    def _heard(self, path: Path, wish: OwnWish, progress: Progress) -> tuple[OwnResult, OwnCopies | None]:
        """Directions and sound of an uploaded file, which is gone then.

        Raises:
            ArrayError: when it does not fit the microphones; the file is still there, for others to be chosen.
            OwnRecordingError, AudioError, RecordingError: as `analyse`.
        """
        is_to_stay = False
        try:
            result = analyse(path, wish, lambda share: progress(ANALYSIS_SHARE * share), self.max_s)
            return result, self._copies(path, result, progress)
        except ArrayError:
            is_to_stay = True
            raise
        finally:
            if not is_to_stay:
                forget(path)

    def _not_analysed(self, file: object) -> Updates:
        """Nothing of an earlier recording beside the name of this one, and no name of a file that is gone."""
        found: Updates = {self.said: self.limit, self.found: gr.update(visible=False)}
        try:
            uploaded(file)
        except OwnRecordingError:
            found[self.file] = None
        return found

    def _copies(self, path: Path, result: OwnResult, progress: Progress) -> OwnCopies | None:
        """The sound; a full disk costs nobody the directions."""
        try:
            return publish_own(
                path,
                result.ears,
                self.public_dir,
                peak=result.peak,
                max_s=self.max_s,
                on_progress=lambda share: progress(ANALYSIS_SHARE + (1 - ANALYSIS_SHARE) * share),
            )
        except (AudioError, PublishError) as error:
            log.warning("A recording cannot be heard. %s", error)
            return None

    def _told(self, result: OwnResult, copies: OwnCopies | None) -> Updates:
        notes = " ".join(result.notes)
        return {
            self.file: None,
            self.said: {"text": notes} if notes else summary_of(result),
            self.found: gr.update(visible=True),
            self.stage: own_stage(result, copies, file_url),
            self.kept: Saved(as_csv(result), as_json(result), copies),
        }


def uploaded(file: object) -> Path:
    """The file that was uploaded.

    Raises:
        OwnRecordingError: when there is none, or it is none of those that were uploaded here.
    """
    if not isinstance(file, str) or not file:
        raise OwnRecordingError(
            "Choose a recording first: a wav or flac file with a channel for each microphone.", key="err_own_none"
        )
    folder, path = Path(get_upload_folder()).resolve(), Path(os.path.realpath(file))
    if folder not in path.parents or not path.is_file():
        raise OwnRecordingError("This recording is not here any more. Please upload it again.", key="err_own_gone")
    return path


def forget(path: Path) -> None:
    """Remove an uploaded file, and the folder that was made for it."""
    path.unlink(missing_ok=True)
    if path.parent.parent == Path(get_upload_folder()).resolve():
        shutil.rmtree(path.parent, ignore_errors=True)


def _in_words(error: SoundmarkError) -> SoundmarkError:
    """An error that every reader understands: what is wrong in their language, details as the pipeline has them."""
    if error.key:
        return error
    if isinstance(error, ArrayError):
        return OwnRecordingError("The microphones cannot be used. {why}", key="err_own_array", why=str(error))
    return OwnRecordingError("The recording cannot be analysed. {why}", key="err_own_recording", why=str(error))


def _file(kept: object, kind: str) -> dict[str, str]:
    """A table to be saved; nothing when there is none any more."""
    text = (kept.csv if kind == "csv" else kept.json) if isinstance(kept, Saved) else ""
    return {"key": secrets.token_hex(8) if text else "", "name": f"directions.{kind}", "text": text}
