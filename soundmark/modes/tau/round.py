"""What makes the quiz on sounds of Taiwan: its filters, its one question to the player, and its questions."""

from __future__ import annotations

from soundmark.benchmarks import ChoicePack, read_choice_pack
from soundmark.benchmarks.demo import DEMO_TAU, demo_tau_folder
from soundmark.benchmarks.hops import HOP_KEYS
from soundmark.games.opening import audit_cache_of, published_or_demo
from soundmark.pack_loader import AnyPack, Progress
from soundmark.quiz.config import Ask, Filter, QuizConfig
from soundmark.settings import Settings

CATEGORIES = (
    "Retail", "Cultural", "Announcement", "Education", "Transit", "Media", "Entertainment", "Nature", "Emergency",
    "Payment",
)  # fmt: skip
"""The ten kinds of sound (TAU, section 3.2), as the published rows spell them."""

CONFIG = QuizConfig(
    mode="tau",
    title_key="quiz_tau_title",
    lead_key="quiz_tau_lead",
    prompt_id="tau-people-1",
    filters=(
        Filter(tag="category", label_key="about_which", values={one: f"name_{one.lower()}" for one in CATEGORIES}),
        Filter(tag="hop_type", label_key="about_hops", values=HOP_KEYS),
    ),
    asks=(Ask(name="lived_in_taiwan", label_key="lived_in_taiwan", values={"yes": "yes", "no": "no"}),),
    groups=("hop_type",),
)
"""The benchmark compares people who know Taiwan with models and with people who do not, so players may say which."""


def open_pack(settings: Settings, on_progress: Progress) -> AnyPack:
    """TAU when it can be had, else the built-in demo questions.

    Raises:
        PackError: when not even the demo can be read.
    """

    def demo() -> ChoicePack:
        folder = demo_tau_folder()
        cache = audit_cache_of(settings, folder)
        return read_choice_pack(folder, name=DEMO_TAU, audit_cache=cache, on_progress=on_progress)

    return published_or_demo("tau", settings, demo)
