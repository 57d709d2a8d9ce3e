"""What can be wrong with the tables, judgements and weights of localizability."""

from __future__ import annotations

from soundmark.types import SoundmarkError


class LocalizabilityError(SoundmarkError):
    """Something that localizability cannot be computed from; the text names it and says what to do."""
