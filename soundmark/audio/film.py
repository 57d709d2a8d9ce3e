"""A silent film of a recording for the page: small, without tags, its times those of the sound that is played.

Every picture is encoded anew, so that nothing of the source but its pictures goes in.
"""

from __future__ import annotations

import hashlib
import json
import os
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.audio._copies import cannot_write, facts_path, neutralise
from soundmark.audio.errors import AudioError, AudioReason, shown
from soundmark.whole_file import whole_file

if TYPE_CHECKING:
    from av.container import InputContainer, OutputContainer
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream

FORMAT_VERSION = "mp4v1"
"""Changes with every change of the rules below, so that films made by older rules are not used again."""
WIDEST_PX = 480
FRAMES_PER_S = 10
KEY_FRAME_EVERY = FRAMES_PER_S
"""A key frame each second: a browser can go to any time at once."""
_OPTIONS = {"preset": "veryfast", "crf": "28", "tune": "fastdecode"}
_TICKS_PER_S = 1000
_SMALLEST_PX = 2


def film_digest(path: Path, start_s: float, end_s: float | None) -> str:
    """Names a part of a film for good; as films are large, by path, size and time of change.

    Raises:
        AudioError: when there is no such file.
    """
    try:
        state = path.stat()
    except OSError as error:
        raise _unusable(path, "cannot be read") from error
    named = f"{path}\x1f{state.st_size}\x1f{state.st_mtime_ns}\x1f{start_s:.3f}\x1f{end_s}"
    return hashlib.sha256(named.encode()).hexdigest()


def film_in_cache(digest: str, cache_dir: Path) -> Path | None:
    """A finished film of the private cache, marked as used now."""
    target = _target(digest, cache_dir)
    if not target.is_file():
        return None
    try:
        os.utime(facts_path(target))
    except OSError:
        return None
    return target


def prepare_film(path: Path, start_s: float, end_s: float | None, cache_dir: Path) -> Path:
    """Encode a part of a film unless the cache has it. It takes seconds to a minute.

    Args:
        path: of the film.
        start_s: where the part begins, in seconds of the film; there the new one has time 0.
        end_s: where it ends; None for the end.
        cache_dir: private folder, made when absent.

    Raises:
        AudioError: when it is no film, or has no picture in this part.
        PublishError: when the cache cannot be written.
    """
    digest = film_digest(path, start_s, end_s)
    found = film_in_cache(digest, cache_dir)
    if found is not None:
        return found
    target = _target(digest, cache_dir)
    try:
        cache_dir.mkdir(parents=True, exist_ok=True)
        with whole_file(target) as part:
            _encode(path, start_s, end_s, part)
            neutralise(part)
            facts_path(target).write_text(json.dumps({"start_s": start_s, "end_s": end_s}), encoding="utf-8")
    except OSError as error:
        raise cannot_write(error) from error
    return target


def _target(digest: str, cache_dir: Path) -> Path:
    return cache_dir / f"{digest}-{FORMAT_VERSION}.mp4"


def _encode(path: Path, start_s: float, end_s: float | None, part: Path) -> None:
    import av

    try:
        with (
            av.open(str(path)) as source,
            av.open(str(part), "w", format="mp4", options={"movflags": "faststart"}) as out,
        ):
            n_frames = _copy(source, out, start_s, end_s)
    except (av.error.FFmpegError, ValueError) as error:  # ValueError: pictures of a kind that cannot be scaled
        if isinstance(error, OSError) and error.filename == str(part):
            raise
        raise _unusable(path, "is no film that can be read") from error
    if not n_frames:
        raise _unusable(path, "has no picture at the time of the sound")


def _copy(source: InputContainer, out: OutputContainer, start_s: float, end_s: float | None) -> int:
    """Decode, thin out, scale and encode; how many frames were written."""
    if not source.streams.video:
        return 0
    pictures = source.streams.video[0]
    pictures.thread_type = "AUTO"
    if start_s > 0:
        source.seek(int(start_s * 1_000_000))  # to the key frame before, in microseconds
    stream: VideoStream | None = None
    n_frames, next_s = 0, 0.0
    for frame in source.decode(pictures):
        if frame.time is None or frame.time < start_s:
            continue
        if end_s is not None and frame.time >= end_s:
            break
        at_s = frame.time - start_s
        if at_s < next_s:
            continue
        next_s = (int(at_s * FRAMES_PER_S) + 1) / FRAMES_PER_S
        stream = stream or _stream(out, frame)
        out.mux(stream.encode(_scaled(frame, stream, at_s)))
        n_frames += 1
    if stream is not None:
        out.mux(stream.encode(None))
    return n_frames


def _stream(out: OutputContainer, frame: VideoFrame) -> VideoStream:
    share = min(1.0, WIDEST_PX / max(frame.width, frame.height))
    stream = out.add_stream("libx264", rate=FRAMES_PER_S, options=_OPTIONS)
    stream.width, stream.height = _even(frame.width * share), _even(frame.height * share)
    stream.pix_fmt = "yuv420p"
    stream.gop_size = KEY_FRAME_EVERY
    stream.time_base = Fraction(1, _TICKS_PER_S)
    stream.codec_context.time_base = Fraction(1, _TICKS_PER_S)
    return stream


def _scaled(frame: VideoFrame, stream: VideoStream, at_s: float) -> VideoFrame:
    scaled = frame.reformat(width=stream.width, height=stream.height, format="yuv420p")
    scaled.pts = round(at_s * _TICKS_PER_S)
    scaled.time_base = Fraction(1, _TICKS_PER_S)
    return scaled


def _even(size: float) -> int:
    """As H.264 in this form wants it."""
    return max(_SMALLEST_PX, 2 * round(size / 2))


def _unusable(path: Path, why: str) -> AudioError:
    return AudioError(AudioReason.UNREADABLE, f"{shown(path.name)} {why}. Give an mp4, mov, mkv or webm file.")
