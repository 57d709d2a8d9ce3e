"""Which sounds a clip holds: tags by AudioSet's categories, and the share of speech."""

from soundmark.curation.tags.shares import Tagger, TagsError, TagShares

__all__ = ["TagShares", "Tagger", "TagsError"]
