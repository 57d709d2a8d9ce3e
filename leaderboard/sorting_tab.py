"""The owner's page that sorts errors of models into AGL1K's seven classes: wiring only."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import gradio as gr

from components.clip_player import clip_player
from components.note import note
from components.shell import PageTab
from components.static_files import file_url
from components.texts import said
from leaderboard.board import GEO_PACK
from leaderboard.error_cases import LABELS, MEANINGS
from leaderboard.error_figure import error_figure
from leaderboard.error_sorting import ErrorSorting
from leaderboard.visit import visit_of
from leaderboard.worded import button, worded
from soundmark.owner import ownership_of
from soundmark.services import Services
from soundmark.store.schema import ErrorType, GeoRow
from soundmark.types import SoundmarkError, Status

JsonValue = Mapping[str, object]
CHOICES = [(f"{LABELS[kind]}: {MEANINGS[kind]}", kind.value) for kind in ErrorType]
NOTHING_LEFT: JsonValue = {"key": "sorting_nothing_left"}
NOTHING_YET: JsonValue = {"key": "sorting_nothing_yet"}
MAX_PASSED = 500
QUIET: Mapping[str, Any] = MappingProxyType(
    {"api_visibility": "private", "show_progress": "hidden", "concurrency_limit": None}
)


def owner_tabs(services: Services) -> list[PageTab]:
    """What the leaderboard adds to the owner's page: a tab where the mode of places is switched on."""
    if not services.packs.has(GEO_PACK.mode):
        return []
    return [PageTab("errors", "Errors of models", SortingPage(services).build)]


class SortingPage:
    """The page. Each handler asks anew whether it serves the owner.

    Args:
        services: what the app gives.
    """

    def __init__(self, services: Services) -> None:
        self._sorting, self._ownership = ErrorSorting(services), ownership_of(services.settings)

    def build(self, tab: gr.Tab) -> None:
        """Build it in the open tab."""
        said([("h2", "sorting_title"), ("p", "sorting_lead")])
        model = worded(gr.Dropdown, "sorting_model", "sorting-model", choices=[])
        case = note(elem_id="sorting-case")
        player = clip_player(elem_id="sorting-clip")
        raw = worded(gr.Textbox, "sorting_raw", "sorting-raw", lines=6, max_lines=14, interactive=False)
        kind = worded(gr.Radio, "sorting_kind", "sorting-kind", choices=CHOICES)
        with gr.Row():
            keep = button("sorting_keep", "sorting-keep", size="lg", variant="primary")
            skip = button("sorting_pass", "sorting-pass", size="lg")
            back = button("sorting_back", "sorting-back", size="lg")
        told = note(elem_id="sorting-said")
        counted = note(elem_id="sorting-told")
        plot = gr.Plot(show_label=False, elem_id="sorting-figure", visible=False)
        at = gr.Textbox(visible=False)
        passed = gr.JSON([], visible=False)
        last = gr.Textbox(visible=False)
        figure, shown = [counted, plot], [case, player, raw, kind, at]
        tab.select(self._opened, [model], [model, *figure, *shown], **QUIET, trigger_mode="once")
        model.input(self._chosen, [model], [*shown, passed], **QUIET, trigger_mode="always_last")
        keep.click(self._kept, [model, at, kind, passed], [*figure, *shown, last, told], **QUIET, trigger_mode="once")
        skip.click(self._passed, [model, at, passed], [*shown, passed], **QUIET, trigger_mode="once")
        back.click(self._taken_back, [model, last], [*figure, *shown, last, told], **QUIET, trigger_mode="once")

    def _opened(self, label: object, request: gr.Request) -> tuple[Any, ...]:
        try:
            self._ownership.require(visit_of(request))
            labels = [one.label for one in self._sorting.shares() if one.errors]
            chosen = label if label in labels else next(iter(labels), None)
            return gr.update(choices=labels, value=chosen), *self._figure(), *self._case(chosen)
        except SoundmarkError as error:
            return gr.update(choices=[], value=None), {}, gr.update(visible=False), *_nothing(error.note)

    def _figure(self) -> tuple[Any, ...]:
        told: JsonValue = {}
        try:
            drawn = error_figure(self._sorting.shares())
        except SoundmarkError as error:
            drawn, told = None, error.note
        return told, gr.update(value=drawn, visible=drawn is not None)

    def _chosen(self, label: object, request: gr.Request) -> tuple[Any, ...]:
        return *self._guarded(label, (), request), []

    def _passed(self, label: object, at: object, passed: object, request: gr.Request) -> tuple[Any, ...]:
        seen = [*_texts(passed), str(at)][-MAX_PASSED:]
        return *self._guarded(label, seen, request), seen

    def _kept(self, label: object, at: object, kind: object, passed: object, request: gr.Request) -> tuple[Any, ...]:
        try:
            self._ownership.require(visit_of(request))
            if kind not in {one.value for one in ErrorType}:
                return _unchanged({"key": "sorting_choose_first"})
            self._sorting.keep(at, ErrorType(str(kind)))
        except SoundmarkError as error:
            return _unchanged(error.note)
        return *self._figure(), *self._guarded(label, _texts(passed), request), at, {"text": ""}

    def _taken_back(self, label: object, last: object, request: gr.Request) -> tuple[Any, ...]:
        try:
            self._ownership.require(visit_of(request))
            self._sorting.keep(last, None)
        except SoundmarkError as error:
            return _unchanged(error.note if last else {"key": "sorting_nothing_back"})
        return *self._figure(), *self._guarded(label, (), request), "", {"key": "sorting_taken_back"}

    def _guarded(self, label: object, passed: tuple[str, ...] | list[str], request: gr.Request) -> tuple[Any, ...]:
        try:
            self._ownership.require(visit_of(request))
            return self._case(label, passed)
        except SoundmarkError as error:
            return _nothing(error.note)

    def _case(self, label: object, passed: tuple[str, ...] | list[str] = ()) -> tuple[Any, ...]:
        row = self._sorting.next(label, passed)
        if row is None:
            return _nothing(NOTHING_LEFT if label else NOTHING_YET)
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


def _unchanged(told: JsonValue) -> tuple[Any, ...]:
    """Figure, case and the last one as they are, and a note."""
    return *[gr.skip()] * 8, told


def _nothing(told: JsonValue) -> tuple[Any, ...]:
    return told, {}, "", None, ""


def _texts(values: object) -> list[str]:
    return [value for value in values if isinstance(value, str)][-MAX_PASSED:] if isinstance(values, list) else []
