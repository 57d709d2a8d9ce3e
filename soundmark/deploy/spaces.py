"""Which Spaces there are: the whole collection, and each mode as a Space of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from soundmark.benchmarks.globeaudio import GLOBEAUDIO_DATASET
from soundmark.benchmarks.savvy.source import DATASET as SAVVY_DATASET
from soundmark.benchmarks.tau.questions import DATASET as TAU_DATASET
from soundmark.benchmarks.tau.rows import CLIPS_DATASET as TAU_CLIPS_DATASET
from soundmark.types import SoundmarkError


class UnknownSpace(SoundmarkError):
    """A Space that is not among those that can be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """One Space.

    Attributes:
        name: as the command and the folder in `spaces/` call it.
        modes: ids of the modes that it shows while the variable MODES names none; empty for all.
        title, emoji, colours: of its card on the Hub.
        short_description: of at most 60 characters, which the Hub shows beside the title.
        about: what a visitor of its card reads first.
        tags: by which it is found.
        datasets: those of the Hub that it plays.
    """

    name: str
    modes: tuple[str, ...]
    title: str
    emoji: str
    colours: tuple[str, str]
    short_description: str
    about: str
    tags: tuple[str, ...]
    datasets: tuple[str, ...] = ()


TAU_DATASETS = (TAU_DATASET, TAU_CLIPS_DATASET)
COMMON_TAGS = ("audio", "benchmark", "game", "audio-language-models")

SPACES = (
    Space(
        name="all",
        modes=(),
        title="Soundmark",
        emoji="📍",
        colours=("blue", "green"),
        short_description="Play with sounds beside audio-language models",
        about=(
            "People and audio-language models answer the same questions about the same sounds: where on Earth was this "
            "recorded, what is this everyday sound of Taiwan, what was said and meant, where in the room is it? In the "
            "arena two anonymous models answer, and you vote."
        ),
        tags=("geolocation", "spatial-audio", "arena"),
        datasets=(*TAU_DATASETS, GLOBEAUDIO_DATASET, SAVVY_DATASET),
    ),
    Space(
        name="geo",
        modes=("geo",),
        title="Soundmark Places",
        emoji="🌍",
        colours=("blue", "green"),
        short_description="Hear a sound, find its place on the map",
        about=(
            "Listen to a sound, drop a pin where on Earth you think that it was recorded, and see how close you came, "
            "beside other people and audio-language models. The questions are those of AGL1K."
        ),
        tags=("geolocation", "map"),
    ),
    Space(
        name="tau",
        modes=("tau",),
        title="Soundmark Taiwan",
        emoji="🏮",
        colours=("red", "yellow"),
        short_description="What is this everyday sound of Taiwan?",
        about=(
            "Ten short sounds that somebody who lives in Taiwan knows: pick what each one means, and see how other "
            "people and audio-language models heard it. The questions are those of TAU."
        ),
        tags=("taiwan", "soundscape", "quiz"),
        datasets=TAU_DATASETS,
    ),
    Space(
        name="globeaudio",
        modes=("globeaudio",),
        title="Soundmark Languages",
        emoji="💬",
        colours=("purple", "indigo"),
        short_description="What was said, and what was meant, in six languages",
        about=(
            "Ten people speak in the languages that you know. Answer in their own language what was said and meant, "
            "and see how other people and audio-language models did. The questions are those of GlobeAudio."
        ),
        tags=("multilingual", "speech", "quiz"),
        datasets=(GLOBEAUDIO_DATASET,),
    ),
    Space(
        name="savvy",
        modes=("savvy",),
        title="Soundmark Directions",
        emoji="🧭",
        colours=("indigo", "blue"),
        short_description="Where in the room is the sound, and how far?",
        about=(
            "Hear a room through the microphones of a pair of glasses, and say where a sound is: by sector or in "
            "metres. Then see the scene from above, and what a pipeline of direction finding makes of it. The "
            "questions are those of SAVVY-Bench; its recordings may not be handed on, so simulated rooms are played."
        ),
        tags=("spatial-audio", "sound-localization"),
        datasets=(SAVVY_DATASET,),
    ),
    Space(
        name="arena",
        modes=("arena",),
        title="Soundmark Arena",
        emoji="🥊",
        colours=("pink", "purple"),
        short_description="Two anonymous models hear the same sound. You vote.",
        about=(
            "Two audio-language models that you do not know answer the same question about the same sound. Vote for "
            "the better answer; then see who they were, their ratings, and the truth."
        ),
        tags=("geolocation", "arena", "leaderboard"),
    ),
)


def find_space(name: str, titles: Mapping[str, str] = MappingProxyType({})) -> Space:
    """The Space of a name: one of those above, or that of a mode for which no card was written.

    Args:
        name: of the Space.
        titles: of all modes, by id.

    Raises:
        UnknownSpace: when there is none; the text names those that exist.
    """
    for space in SPACES:
        if space.name == name:
            return space
    if name in titles:
        return _plain_space(name, titles[name])
    known = [*(space.name for space in SPACES), *(mode for mode in titles if mode not in {one.name for one in SPACES})]
    raise UnknownSpace(f"There is no Space {name!r}. Name one of: {', '.join(known)}.")


def _plain_space(mode: str, title: str) -> Space:
    return Space(
        name=mode,
        modes=(mode,),
        title=f"Soundmark {title}",
        emoji="🔊",
        colours=("gray", "blue"),
        short_description=f"{title}: a game of listening"[:60],
        about=f"{title}: hear a sound, answer, and see how other people and audio-language models heard it.",
        tags=("listening",),
    )
