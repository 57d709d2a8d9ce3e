"""The owner's page that sorts errors of models into AGL1K's seven classes, and the figure of it: wiring only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gradio as gr

from components.clip_player import clip_player
from components.note import note
from components.prose import prose
from components.static_files import file_url
from leaderboard.error_cases import LABELS, MEANINGS
from leaderboard.error_figure import PAPER_SAYS, error_figure
from leaderboard.error_sorting import ErrorSorting
from leaderboard.visit import visit_of
from soundmark.owner import ownership_of
from soundmark.services import Services
from soundmark.store.schema import ErrorType, GeoRow
from soundmark.types import SoundmarkError, Status

JsonValue = Mapping[str, object]
CHOICES = [(f"{LABELS[kind]}: {MEANINGS[kind]}", kind.value) for kind in ErrorType]
NOTHING_LEFT = "Every error of this model has a class."
MAX_PASSED = 500


class SortingPart:
    """The figure for everybody, and below it the page that only the owner sees and may use.

    Args:
        services: what the app gives.
        name: of the board, for ids.
        quiet: how all events of the tab are registered.
    """

    def __init__(self, services: Services, name: str, quiet: Mapping[str, Any]) -> None:
        self._sorting, self._ownership = ErrorSorting(services), ownership_of(services.settings)
        with gr.Accordion("Why models name the wrong country", open=False, elem_id=f"{name}-errors") as drawer:
            told = note(elem_id=f"{name}-errors-told")
            plot = gr.Plot(show_label=False, elem_id=f"{name}-errors-figure", visible=False)
            prose(PAPER_SAYS)
            with gr.Column(visible=False, elem_id=f"{name}-sorting") as page:
                prose("**Sort errors.** Only the owner of this deployment sees this. What you say goes to the log.")
                model = gr.Dropdown([], label="Model", elem_id=f"{name}-sorting-model")
                case = note(elem_id=f"{name}-sorting-case")
                player = clip_player(elem_id=f"{name}-sorting-clip")
                raw = gr.Textbox(
                    label="What the model said", lines=6, max_lines=14, interactive=False, elem_id=f"{name}-sorting-raw"
                )
                kind = gr.Radio(CHOICES, label="Why it went wrong", elem_id=f"{name}-sorting-kind")
                with gr.Row():
                    keep = gr.Button("Keep and go on", variant="primary", elem_id=f"{name}-sorting-keep")
                    skip = gr.Button("Pass over", elem_id=f"{name}-sorting-pass")
                    back = gr.Button("Take the last one back", elem_id=f"{name}-sorting-back")
                said = note(elem_id=f"{name}-sorting-said")
                at = gr.Textbox(visible=False)
                passed = gr.JSON([], visible=False)
                last = gr.Textbox(visible=False)
        figure, shown = [told, plot], [case, player, raw, kind, at]
        drawer.expand(self._opened, [model], [page, model, *figure, *shown], **quiet, trigger_mode="once")
        model.input(self._chosen, [model], [*shown, passed], **quiet, trigger_mode="always_last")
        keep.click(self._kept, [model, at, kind, passed], [*figure, *shown, last, said], **quiet, trigger_mode="once")
        skip.click(self._passed, [model, at, passed], [*shown, passed], **quiet, trigger_mode="once")
        back.click(self._taken_back, [model, last], [*figure, *shown, last, said], **quiet, trigger_mode="once")

    def _owns(self, request: gr.Request) -> bool:
        return self._ownership.is_owner(visit_of(request))

    def _opened(self, label: object, request: gr.Request) -> tuple[Any, ...]:
        owns = self._owns(request)
        try:
            labels = [one.label for one in self._sorting.shares() if one.errors]
            chosen = label if label in labels else next(iter(labels), None)
            rest = self._case(chosen) if owns else _nothing("")
        except SoundmarkError as error:
            labels, chosen, rest = [], None, _nothing(str(error))
        shown = gr.update(choices=labels, value=chosen) if owns else gr.update()
        return gr.update(visible=owns), shown, *self._figure(owns), *rest

    def _figure(self, owns: bool) -> tuple[Any, ...]:
        try:
            drawn, text = error_figure(self._sorting.shares()), ""
        except SoundmarkError as error:
            drawn, text = None, str(error)
        if drawn is None:
            text = text or "No error of a model has been sorted here yet." + ("" if owns else " The owner can do that.")
        return {"text": text}, gr.update(value=drawn, visible=drawn is not None)

    def _chosen(self, label: object, request: gr.Request) -> tuple[Any, ...]:
        return *self._guarded(label, (), request), []

    def _passed(self, label: object, at: object, passed: object, request: gr.Request) -> tuple[Any, ...]:
        seen = [*_texts(passed), str(at)][-MAX_PASSED:]
        return *self._guarded(label, seen, request), seen

    def _kept(self, label: object, at: object, kind: object, passed: object, request: gr.Request) -> tuple[Any, ...]:
        try:
            self._ownership.require(visit_of(request))
            if kind not in {one.value for one in ErrorType}:
                return _unchanged("Choose a class first.")
            self._sorting.keep(at, ErrorType(str(kind)))
        except SoundmarkError as error:
            return _unchanged(str(error))
        return *self._figure(owns=True), *self._guarded(label, _texts(passed), request), at, {"text": ""}

    def _taken_back(self, label: object, last: object, request: gr.Request) -> tuple[Any, ...]:
        try:
            self._ownership.require(visit_of(request))
            self._sorting.keep(last, None)
        except SoundmarkError as error:
            return _unchanged(str(error) if last else "There is nothing to take back.")
        return *self._figure(owns=True), *self._guarded(label, (), request), "", {"text": "Taken back."}

    def _guarded(self, label: object, passed: tuple[str, ...] | list[str], request: gr.Request) -> tuple[Any, ...]:
        try:
            self._ownership.require(visit_of(request))
            return self._case(label, passed)
        except SoundmarkError as error:
            return _nothing(str(error))

    def _case(self, label: object, passed: tuple[str, ...] | list[str] = ()) -> tuple[Any, ...]:
        row = self._sorting.next(label, passed)
        if row is None:
            return _nothing(NOTHING_LEFT if label else "No model has named a wrong country yet.")
        suggested = ErrorType.REFUSAL.value if row.status is Status.REFUSED else None
        return {"text": self._sorting.told(row)}, self._clip(row), row.raw_answer or "", suggested, row.response_id

    def _clip(self, row: GeoRow) -> JsonValue:
        published = self._sorting.clip(row)
        if published is None:
            return {}
        return {
            "id": published.name,
            "src": file_url(published.path),
            "duration_s": round(published.duration_s, 2),
            "peaks": list(published.waveform),
        }


def _unchanged(text: str) -> tuple[Any, ...]:
    """Figure, case and the last one as they are, and a sentence."""
    return *[gr.skip()] * 8, {"text": text}


def _nothing(text: str) -> tuple[Any, ...]:
    return {"text": text}, {}, "", None, ""


def _texts(values: object) -> list[str]:
    return [value for value in values if isinstance(value, str)][-MAX_PASSED:] if isinstance(values, list) else []
