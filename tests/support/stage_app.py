"""A page with nothing but the two spatial widgets: `python -m tests.support.stage_app`.

Each button asks one question, every time as a new round with an id of its own ('three-1', 'three-2'); "again" sends the
stage of the round that is there once more. The first answer of the case 'refused' is refused. What others answer is
made up.
"""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import gradio as gr

from components.events import on
from components.page import ticket_component
from components.shell import page, serve_page
from components.spatial_answer import spatial_answer
from components.spatial_stage import spatial_stage
from tests.support.stage_scene import Json, Scene

QUADRANTS = [("front-left", -90, 0), ("front-right", 0, 90), ("back-left", 180, -90), ("back-right", 90, 180)]
THIRDS = [("left", -120, 0), ("right", 0, 120), ("back", 120, -120)]
CASES = ("three", "distance", "quadrants", "film", "long", "refused", "silent")
WHY = "from the sound at the microphones"


def case_of(round_id: object) -> str:
    """The case that a round asks."""
    return str(round_id).split("-", maxsplit=1)[0]


def answer_value(round_id: str, scene: Scene) -> Json:
    """The open question of a round."""
    case = case_of(round_id)
    value: Json = {"round": round_id, "phase": "ask", "options": None, "standing": None, "max_m": None}
    if case == "distance":
        return value | {"kind": "distance", "prompt": "How far away is the ceramic speaker from you?", "max_m": 10}
    is_exo = case == "quadrants"
    where = "Imagine standing at the lamp and facing the sofa. " if is_exo else ""
    return value | {
        "kind": "direction",
        "prompt": f"{where}Where is the ceramic speaker between 0:10 and 0:20?",
        "options": [
            {"text": text, "from_deg": low, "to_deg": high} for text, low, high in (QUADRANTS if is_exo else THIRDS)
        ],
        "standing": {"at": "the lamp", "facing": "the sofa"} if is_exo else None,
    }


def told_value(asked: Json, given: Json, scene: Scene) -> Json:
    """The same question after the answer."""
    truth_deg, truth_m = scene.exo() if case_of(asked["round"]) == "quadrants" else scene.ego()
    right = 1 if case_of(asked["round"]) == "quadrants" else 0
    others: list[Json] = [
        {"kind": "human", "name": "Somebody", "position": 1, "metres": 3.2, "status": "ok", "why": None},
        {"kind": "model", "name": "A model with a rather long name 7B", "position": 0, "metres": 1.1, "status": "ok",
         "why": "It heard <b>speech</b> on the left."},
        {"kind": "model", "name": "Silent model", "position": None, "metres": None, "status": "unparsed", "why": None},
        {"kind": "baseline", "name": "Pipeline", "position": 1, "metres": 2.9, "status": "ok", "why": WHY},
    ]  # fmt: skip
    return asked | {
        "phase": "told", "status": "ok" if given["position"] is not None or given["metres"] is not None else "skipped",
        "chosen": given["position"], "right": right if asked["options"] else None, "true_deg": truth_deg,
        "answered_m": given["metres"], "true_m": truth_m, "others": others, "is_last": False,
        "credit": {"is_synthetic": True, "source": "", "licence": "CC0-1.0"},
    }  # fmt: skip


def build(folder: Path) -> gr.Blocks:
    """The page."""
    scene = Scene(folder=folder / "scene", duration_s=60).write()
    long_scene = Scene(folder=folder / "long", duration_s=300)
    refused: set[str] = set()
    numbers = itertools.count(1)

    def scene_of(case: str) -> Scene:
        if case != "long":
            return scene
        return long_scene if long_scene.folder.exists() else long_scene.write()

    def stage_of(round_id: str) -> Json:
        case = case_of(round_id)
        stage = scene_of(case).stage(round_id, is_told=case == "long", with_film=case == "film")
        return stage | {"prompt": answer_value(round_id, scene)["prompt"], "is_silent": case == "silent"}

    def ask(case: str) -> tuple[Json, Json]:
        round_id = f"{case}-{next(numbers)}"
        return stage_of(round_id), answer_value(round_id, scene)

    def answered(_ticket: object, heard: Json, card: Json) -> tuple[Json, Json, Json]:
        round_id = str(card["round"])
        case = case_of(round_id)
        given = card["answer"]
        assert isinstance(given, dict)
        if case == "refused" and case not in refused:
            refused.add(case)
            raise gr.Error("Not now.")
        told = scene_of(case).stage(round_id, is_told=True, is_exo=case == "quadrants", with_film=case == "film")
        kept = {"round": round_id, "answer": given, "listened_s": heard.get("listened_s"), "plays": heard.get("plays")}
        return told, told_value(answer_value(round_id, scene), given, scene), kept

    with page() as blocks:
        ticket = ticket_component()
        with gr.Row():
            buttons = [gr.Button(case, elem_id=f"ask-{case}", size="sm", min_width=60) for case in CASES]
            again = gr.Button("again", elem_id="ask-again", size="sm", min_width=60)
        stage = spatial_stage(None, elem_id="stage")
        card = spatial_answer(None, elem_id="answer")
        got = gr.JSON(elem_id="got")
        for case, button in zip(CASES, buttons, strict=True):
            on(button.click, lambda case=case: ask(case), [], [stage, card])
        on(again.click, lambda shown: stage_of(str(shown["round"])), [card], [stage])
        on(card.answer, answered, [ticket, stage, card], [stage, card, got], has_ticket=True)
        on(card.next, lambda: ask("distance"), [], [stage, card])
    return blocks


if __name__ == "__main__":
    serve_page(build(Path(os.environ["DATA_DIR"])))
