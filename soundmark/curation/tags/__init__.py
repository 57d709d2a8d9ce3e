"""Which sounds a clip holds: tags by AudioSet's categories, and the share of speech."""

from soundmark.curation.tags.efficientat import EfficientAt
from soundmark.curation.tags.shares import Tagger, TagsError, TagShares
from soundmark.curation.tags.speech import Span, SpeechDetector
from soundmark.curation.tags.tag_file import TagFile, read_tag_file
from soundmark.curation.tags.windows import WindowSettings

__all__ = [
    "EfficientAt", "Span", "SpeechDetector", "TagFile", "TagShares", "Tagger", "TagsError", "WindowSettings",
    "read_tag_file",
]  # fmt: skip
