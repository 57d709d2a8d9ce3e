"""A Space's card: the README.md whose head tells the Hub what to run."""

from __future__ import annotations

import re
from pathlib import Path

from soundmark.deploy.spaces import COMMON_TAGS, Space
from soundmark.types import SoundmarkError

PYTHON_VERSION = "3.11"
LOGIN_MINUTES = 7 * 24 * 60
"""How long a login lasts: a week, so that a player of the daily game logs in once."""
PINNED_GRADIO = re.compile(r"^gradio(?:\[[a-z,]+\])?==([0-9.]+)$", re.MULTILINE)
THUMBNAIL = "thumbnail.png"


class CardError(SoundmarkError):
    """A card that cannot be written."""


def gradio_version(requirements: str) -> str:
    """The version of Gradio that a requirements file pins.

    Raises:
        CardError: when it pins none.
    """
    found = PINNED_GRADIO.search(requirements)
    if found is None:
        raise CardError("requirements.txt pins no version of gradio. Write gradio==6.31.0 or another one exactly.")
    return found[1]


def card(space: Space, *, requirements: str, repo: str = "") -> str:
    """The card of a Space.

    Args:
        space: which one.
        requirements: text of its requirements file, whose Gradio the Hub is to run.
        repo: owner/name on the Hub. A card's thumbnail needs a whole address, so that without it there is none.

    Raises:
        CardError: when the requirements pin no version of Gradio.
    """
    return f"---\n{_head(space, gradio_version(requirements), repo)}---\n\n{_body(space)}"


def _head(space: Space, sdk_version: str, repo: str) -> str:
    import yaml

    fields: dict[str, object] = {
        "title": space.title,
        "emoji": space.emoji,
        "colorFrom": space.colours[0],
        "colorTo": space.colours[1],
        "sdk": "gradio",
        "sdk_version": sdk_version,
        "python_version": PYTHON_VERSION,
        "app_file": "app.py",
        "license": "apache-2.0",
        "short_description": space.short_description,
        "fullWidth": True,
        "hf_oauth": True,
        "hf_oauth_expiration_minutes": LOGIN_MINUTES,
        "tags": [*COMMON_TAGS, *space.tags],
    }
    if space.datasets:
        fields["datasets"] = list(space.datasets)
    if repo:
        fields["thumbnail"] = f"https://huggingface.co/spaces/{repo}/resolve/main/{THUMBNAIL}"
    return str(yaml.safe_dump(fields, sort_keys=False, allow_unicode=True, width=1000))


def _body(space: Space) -> str:
    starts = (
        f"this Space starts with `{','.join(space.modes)}`" if space.modes else "this Space starts with all of them"
    )
    text = (Path(__file__).parent / "card_body.md").read_text(encoding="utf-8")
    return text.format(title=space.title, about=space.about, name=space.name, starts=starts)
