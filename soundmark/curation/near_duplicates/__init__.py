"""Recordings that are there twice: also re-encoded, cut, louder or softer, or as a part of another."""

from soundmark.curation.near_duplicates.among import Candidate, Member, NearDuplicatesFound, near_duplicates_among
from soundmark.curation.near_duplicates.as_text import fingerprint_of_text, fingerprint_text
from soundmark.curation.near_duplicates.find import find_near_duplicates, groups_of
from soundmark.curation.near_duplicates.fingerprint import Fingerprint, fingerprint
from soundmark.curation.near_duplicates.match import NearDuplicate

__all__ = [
    "Candidate", "Fingerprint", "Member", "NearDuplicate", "NearDuplicatesFound", "find_near_duplicates", "fingerprint",
    "fingerprint_of_text", "fingerprint_text", "groups_of", "near_duplicates_among",
]  # fmt: skip
