"""Long recordings cut at their pauses into clips of 20 to 40 s (GlobeAudio, section 2.3)."""

from soundmark.curation.segments.find import find_segments
from soundmark.curation.segments.part import read_part
from soundmark.curation.segments.settings import Segment, SegmentError, SegmentSettings

__all__ = ["Segment", "SegmentError", "SegmentSettings", "find_segments", "read_part"]
