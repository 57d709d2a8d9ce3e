"""Decoding (one way in), levels, and tag-free playable copies."""

from soundmark.audio.decode import DEFAULT_MAX_DURATION_S, decode
from soundmark.audio.errors import AudioError, AudioReason, PublishError
from soundmark.audio.measure import Levels, levels, waveform_peaks
from soundmark.audio.publish import Published, is_prepared, prepare_copy, publish_bytes, publish_copy, publish_image
from soundmark.audio.sound import Sound
from soundmark.audio.sweep import sweep_cache, sweep_published

__all__ = [
    "DEFAULT_MAX_DURATION_S",
    "AudioError",
    "AudioReason",
    "Levels",
    "PublishError",
    "Published",
    "Sound",
    "decode",
    "is_prepared",
    "levels",
    "prepare_copy",
    "publish_bytes",
    "publish_copy",
    "publish_image",
    "sweep_cache",
    "sweep_published",
    "waveform_peaks",
]
