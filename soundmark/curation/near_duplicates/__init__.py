"""Recordings that are there twice: also re-encoded, cut, louder or softer, or as a part of another."""

from soundmark.curation.near_duplicates.find import find_near_duplicates, groups_of
from soundmark.curation.near_duplicates.fingerprint import Fingerprint, fingerprint
from soundmark.curation.near_duplicates.match import NearDuplicate

__all__ = ["Fingerprint", "NearDuplicate", "find_near_duplicates", "fingerprint", "groups_of"]
