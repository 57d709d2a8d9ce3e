"""The modes to show: those that are enabled, and that of the folder of questions that is set."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from soundmark.agents.game import AgentGame
from soundmark.agents.quiz import quiz_for_agents
from soundmark.benchmarks import read_choice_pack
from soundmark.benchmarks.hops import HOP_KEYS
from soundmark.benchmarks.outline import Outline, outline_of
from soundmark.benchmarks.pack_title import title_of
from soundmark.games.opening import audit_cache_of
from soundmark.mode import Mode
from soundmark.pack_loader import AnyPack, Progress
from soundmark.quiz.config import QuizConfig
from soundmark.quiz.of_pack import MODE_ID, quiz_of_pack
from soundmark.registry import UnknownMode, enabled_modes
from soundmark.services import Services
from soundmark.settings import Settings
from soundmark.types import QuestionKind
from soundmark.variables import SettingsError

log = logging.getLogger(__name__)

PLAYED_IN = {QuestionKind.GEO: "geo", QuestionKind.CHOICE: MODE_ID, QuestionKind.SPATIAL: "savvy"}
"""The mode that plays a folder of a kind. Places and spatial questions take the place of the benchmark's own."""


def modes_to_show(settings: Settings) -> list[Mode]:
    """The modes in the order of their tabs: what plays the folder that is set comes first.

    Raises:
        PackError: when nothing in that folder can be played; a sentence names what is wrong.
        UnknownMode: when `MODES` names one that is not there.
        ModeError: when a mode's folder does not hold what it should.
        SettingsError: when the data folder cannot be written.
    """
    folder = settings.clips_dir
    outline = Outline(kinds=()) if folder is None else outline_of(folder)
    played_in = {PLAYED_IN[kind] for kind in outline.kinds}
    own = [pack_mode(folder, outline, settings)] if folder is not None and MODE_ID in played_in else []
    if MODE_ID in settings.modes and not own:
        raise UnknownMode(f"MODES names '{MODE_ID}', which plays a folder of multiple-choice questions. Set CLIPS_DIR.")
    named = [name for name in settings.modes if name != MODE_ID]
    shown = enabled_modes(named) if named or not settings.modes else []
    shown += [mode for mode in own if not settings.modes or mode.mode_id in settings.modes]
    for missing in sorted(played_in - {mode.mode_id for mode in shown}):
        log.warning("Nobody can play %s: MODES leaves out %s.", folder, missing)
    return sorted(shown, key=lambda mode: (mode.mode_id not in played_in, mode.order))


def pack_mode(folder: Path, outline: Outline, settings: Settings) -> Mode:
    """The quiz of a folder of multiple-choice questions, under the folder's own title."""
    title = title_of(folder)
    quiz = quiz_of_pack(title, outline.choices, hops=HOP_KEYS)
    return Mode(
        mode_id=MODE_ID,
        title=quiz.name,
        order=0,
        build_tab=partial(_build_tab, quiz.config),
        open_pack=partial(_open_pack, folder),
        for_agents=partial(_for_agents, quiz.config),
        quiz=quiz.config,
        texts_dir=_written(quiz.texts, settings.data_dir / "texts" / MODE_ID),
    )


def _written(texts: Mapping[str, str], folder: Path) -> Path:
    """The folder, with these texts in it as the page reads them.

    Raises:
        SettingsError: when they cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "en.json").write_text(json.dumps(texts, ensure_ascii=False), encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{folder} cannot be written ({error.strerror}). Check DATA_DIR.") from error
    return folder


def _build_tab(config: QuizConfig, services: Services) -> None:
    from soundmark.modes.quiz import build_quiz_tab

    build_quiz_tab(services, config)


def _open_pack(folder: Path, settings: Settings, on_progress: Progress) -> AnyPack:
    return read_choice_pack(folder, audit_cache=audit_cache_of(settings, folder), on_progress=on_progress)


def _for_agents(config: QuizConfig, services: Services) -> AgentGame:
    return quiz_for_agents(services, config)
