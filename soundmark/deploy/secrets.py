"""Nothing that looks like a secret leaves this machine in a Space's files, which anybody can read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from soundmark.types import SoundmarkError

SHORTEST = 8
"""A shorter value, as `none`, stands in many files by chance."""
SHAPES = {
    "a token of the Hub": re.compile(rb"\bhf_[A-Za-z0-9]{30,}\b"),
    "a key of OpenAI or of an endpoint like it": re.compile(rb"\bsk-[A-Za-z0-9_-]{24,}\b"),
    "a key of Google": re.compile(rb"\bAIza[A-Za-z0-9_-]{35}\b"),
    "a private key": re.compile(rb"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
}


class SecretFound(SoundmarkError):
    """A file to be published holds a secret."""


def refuse_secrets(files: Mapping[str, bytes], known: Iterable[str] = ()) -> None:
    """Let files pass that hold no secret.

    Args:
        files: contents by path.
        known: the values of secrets of this machine.

    Raises:
        SecretFound: when one does; the text names the file and not the secret.
    """
    values = {value.encode() for value in known if len(value) >= SHORTEST}
    for path, content in files.items():
        if any(value in content for value in values):
            raise SecretFound(
                f"{path} holds a secret of this machine. Take it out; a Space's secrets go into its settings."
            )
        for what, shape in SHAPES.items():
            if shape.search(content):
                raise SecretFound(f"{path} holds {what}. Take it out; a Space's secrets go into its settings.")
