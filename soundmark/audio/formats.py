"""Which file formats are opened, what they are called, and which extensions they go by."""

from __future__ import annotations

FAMILY_OF_CONTAINER = {
    # as libsndfile names them
    "WAV": "wav", "WAVEX": "wav", "RF64": "wav", "W64": "w64", "FLAC": "flac", "OGG": "ogg", "MP3": "mp3",
    "AIFF": "aiff", "AU": "au", "CAF": "caf",
    # as ffmpeg names its demuxers
    "mov,mp4,m4a,3gp,3g2,mj2": "mp4", "aac": "aac", "matroska,webm": "webm", "asf": "asf", "aiff": "aiff",
    "wav": "wav", "w64": "w64", "flac": "flac", "ogg": "ogg", "mp3": "mp3", "au": "au", "caf": "caf", "amr": "amr",
    "ac3": "ac3", "eac3": "ac3", "wv": "wv", "tta": "tta", "ape": "ape", "avi": "avi", "mpegts": "mpegts",
    "mpeg": "mpeg", "flv": "flv",
}  # fmt: skip
"""Formats that carry recordings, by the names of the two decoders. Playlists, network streams, capture devices and
image formats, which ffmpeg also opens, are not among them: a file must never make the server read another one."""

_EXTENSIONS_OF_FAMILY = {
    "wav": ("wav", "wave", "bwf", "rf64"), "w64": ("w64",), "flac": ("flac",), "ogg": ("ogg", "oga", "opus", "spx"),
    "mp3": ("mp3", "mp2", "mpga"), "aiff": ("aiff", "aif", "aifc"), "au": ("au", "snd"), "caf": ("caf",),
    "mp4": ("m4a", "mp4", "m4b", "m4v", "mov", "3gp", "3g2"), "aac": ("aac",), "webm": ("webm", "mkv", "mka"),
    "asf": ("wma", "wmv", "asf"), "amr": ("amr",), "ac3": ("ac3", "eac3"), "wv": ("wv",), "tta": ("tta",),
    "ape": ("ape",), "avi": ("avi",), "mpegts": ("ts", "mts"), "mpeg": ("mpg", "mpeg"), "flv": ("flv",),
}  # fmt: skip

AUDIO_EXTENSIONS = frozenset(extension for group in _EXTENSIONS_OF_FAMILY.values() for extension in group)
"""Lower-case extensions, without the dot, of files that are expected to hold sound."""

_LOSSLESS_CODECS = frozenset({"flac", "alac", "alac_16", "alac_20", "alac_24", "alac_32", "wavpack", "tta", "ape"})
_LOSSLESS_PREFIXES = ("pcm_", "dpcm_")
_LOSSLESS_FLOAT = frozenset({"float", "double"})


def extension_matches(suffix: str, family: str) -> bool:
    """Whether a file suffix such as '.mp3' (or none at all) fits the family of the content."""
    extension = suffix.removeprefix(".").lower()
    return not extension or extension in _EXTENSIONS_OF_FAMILY.get(family, ())


def is_lossy(codec: str) -> bool:
    """Whether a coding changes samples; a coding not known here counts as lossy."""
    name = codec.lower()
    return not (name in _LOSSLESS_CODECS or name in _LOSSLESS_FLOAT or name.startswith(_LOSSLESS_PREFIXES))


_SNDFILE_SIGNATURES = (b"RIFF", b"RF64", b"riff", b"OggS", b"FORM", b".snd", b"caff")
"""Formats in which libsndfile finds the true length by itself."""

_OTHER_SIGNATURES = (
    b"fLaC", b"ID3", b"\x1a\x45\xdf\xa3", b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", b"wvpk", b"#!AMR", b"FLV\x01",
)  # fmt: skip


def is_for_sndfile(head: bytes) -> bool:
    """Whether a file's first 16 bytes are those of a format that libsndfile reads best."""
    return head.startswith(_SNDFILE_SIGNATURES)


def is_signed(head: bytes) -> bool:
    """Whether a file's first 16 bytes are those of a recording, so that it is damaged rather than something else."""
    if head.startswith(b"RIFF"):
        return head[8:12] in (b"WAVE", b"AVI ")
    return head.startswith(_SNDFILE_SIGNATURES + _OTHER_SIGNATURES) or head[4:8] == b"ftyp"
