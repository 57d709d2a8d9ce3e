"""Make the built-in spatial pack: simulated seven-microphone recordings, their scenes and questions about them.

    python scripts/make_demo_scene.py --out soundmark/benchmarks/demo_savvy

Needs the program espeak-ng (1.51 was used) and, beyond what the product installs, pyroomacoustics
(`requirements-dev.txt`). The same versions of espeak-ng, numpy, pyroomacoustics and libsndfile give the same bytes.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from demo_pack.voices import VoiceError
from demo_scene.files import flac_bytes, write_lists
from demo_scene.kitchen import KITCHEN
from demo_scene.layout import SECONDS, Layout
from demo_scene.living_room import LIVING_ROOM
from demo_scene.sounds import SceneSoundError, dry_sounds

LAYOUTS = (KITCHEN, LIVING_ROOM)

_LOG = logging.getLogger("make_demo_scene")


def main() -> int:
    """Write the pack; 1 when something could not be made."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description="Make the built-in pack with simulated spatial scenes.")
    parser.add_argument("--out", type=Path, required=True, help="folder of the pack; made when it is not there")
    parser.add_argument("--lists-only", action="store_true", help="write scenes and questions, leave recordings")
    parser.add_argument("--scene", choices=[one.stem for one in LAYOUTS], help="make only this recording")
    arguments = parser.parse_args()
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
        write_lists(arguments.out, LAYOUTS)
        for layout in () if arguments.lists_only else LAYOUTS:
            if arguments.scene in {None, layout.stem}:
                _record(layout, arguments.out)
    except (SceneSoundError, VoiceError) as error:
        _LOG.error("%s", error)
        return 1
    except OSError as error:
        _LOG.error("Cannot write the pack to %s: %s. Give a folder that can be written.", arguments.out, error.strerror)
        return 1
    return 0


def _record(layout: Layout, out: Path) -> None:
    # Imported late: the lists can be written without the simulator.
    from demo_scene.room import recorded  # noqa: PLC0415

    encoded = flac_bytes(recorded(layout, dry_sounds(layout), SECONDS))
    (out / layout.recording).write_bytes(encoded)
    _LOG.info("%s  %.2f MB", layout.recording, len(encoded) / 1e6)


if __name__ == "__main__":
    raise SystemExit(main())
