"""Which clip of a pack is of which recording, and its tags: for whoever made the pack, beside it and not in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.curation.curated import CuratedClip
from soundmark.curation.report import ReportError

CLIPS_NAME, TAGS_NAME, LEFT_OUT_NAME = "clips.jsonl", "tags.jsonl", "left_out.jsonl"


def write_index(
    folder: Path, clips: Sequence[CuratedClip], file_names: Mapping[str, str], left_out: Sequence[tuple[str, str]]
) -> tuple[Path, ...]:
    """Write clips.jsonl, tags.jsonl where there are tags, in the form that `--tags` takes, and left_out.jsonl.

    Args:
        folder: beside the pack.
        clips: that were kept.
        file_names: path in the pack by the clip's name; clips that are not in it are passed over.
        left_out: clips that passed the filters and of which no row could be made, with the reason.

    Returns:
        The files.

    Raises:
        ReportError: when the disk refuses.
    """
    written = [(file_names[clip.name], clip) for clip in clips if file_names.get(clip.name)]
    contents: dict[str, list[dict[str, object]]] = {
        CLIPS_NAME: [
            {
                "file_name": name,
                "recording": clip.file.name,
                "start_s": clip.heard.start_s,
                "end_s": clip.heard.end_s,
                "localizability": clip.localizability,
            }
            for name, clip in written
        ],
        TAGS_NAME: [{"file_name": name, "tags": dict(clip.shares)} for name, clip in written if clip.shares],
        LEFT_OUT_NAME: [{"recording": name, "why": why} for name, why in left_out],
    }
    paths = []
    try:
        for file_name, rows in contents.items():
            path = folder / file_name
            if not rows:
                path.unlink(missing_ok=True)  # of an earlier run
                continue
            lines = [json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows]
            path.write_text("".join(lines), encoding="utf-8")
            paths.append(path)
    except OSError as error:
        message = f"The files in {shown(folder.name)} cannot be written ({error.strerror}). Make room and try again."
        raise ReportError(message) from error
    return tuple(paths)
