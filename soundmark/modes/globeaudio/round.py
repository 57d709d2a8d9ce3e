"""What makes the quiz in six languages: which languages a player knows, and its questions."""

from __future__ import annotations

from soundmark.benchmarks import ChoicePack, read_choice_pack
from soundmark.benchmarks.demo import DEMO_GLOBEAUDIO, demo_globeaudio_folder
from soundmark.games.opening import audit_cache_of, published_or_demo
from soundmark.pack_loader import AnyPack, Progress
from soundmark.quiz.config import Filter, QuizConfig
from soundmark.settings import Settings

CONFIG = QuizConfig(
    mode="globeaudio",
    title_key="quiz_globeaudio_title",
    lead_key="quiz_globeaudio_lead",
    prompt_id="globeaudio-people-1",
    filters=(
        Filter(
            tag="language",
            label_key="languages_you_know",
            values={
                "en": "name_en",
                "zh-Hans": "name_zh_hans",
                "en-SG": "name_en_sg",
                "ru": "name_ru",
                "th": "name_th",
                "bn": "name_bn",
            },
            asks_level=True,
        ),
    ),
    groups=("language",),
    macro_mean_of="language",
)


def open_pack(settings: Settings, on_progress: Progress) -> AnyPack:
    """GlobeAudio when it can be had, else the built-in demo questions.

    Raises:
        PackError: when not even the demo can be read.
    """

    def demo() -> ChoicePack:
        folder = demo_globeaudio_folder()
        cache = audit_cache_of(settings, folder)
        return read_choice_pack(folder, name=DEMO_GLOBEAUDIO, audit_cache=cache, on_progress=on_progress)

    return published_or_demo("globeaudio", settings, demo)
