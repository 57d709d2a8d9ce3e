"""A speaker that marks whatever is said through it."""

from __future__ import annotations

from soundmark.types import Note


class Marked:
    """Says everything in brackets, so that what is not said through it shows."""

    def word(self, text: str, /) -> str:
        """A fixed word."""
        return f"[{text}]" if text else ""

    def note(self, note: Note, /) -> str:
        """A note."""
        return f"[{note['text']}]"
