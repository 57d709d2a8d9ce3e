"""Make the built-in spatial pack: a simulated seven-microphone recording, its scene and questions about it.

    python scripts/make_demo_scene.py --out soundmark/benchmarks/demo_savvy

Needs the program espeak-ng (1.51 was used) and, beyond what the product installs, pyroomacoustics
(`requirements-dev.txt`). The same versions of espeak-ng, numpy, pyroomacoustics and libsndfile give the same bytes.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from demo_pack.voices import VoiceError
from demo_scene.files import RECORDING, flac_bytes, write_lists
from demo_scene.layout import SECONDS
from demo_scene.sounds import SceneSoundError, dry_sounds

_LOG = logging.getLogger("make_demo_scene")


def main() -> int:
    """Write the pack; 1 when something could not be made."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description="Make the built-in pack with a simulated spatial scene.")
    parser.add_argument("--out", type=Path, required=True, help="folder of the pack; made when it is not there")
    parser.add_argument("--lists-only", action="store_true", help="write scene and questions, leave the recording")
    arguments = parser.parse_args()
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
        write_lists(arguments.out)
        if not arguments.lists_only:
            # Imported late: the lists can be written without the simulator.
            from demo_scene.room import recorded  # noqa: PLC0415

            encoded = flac_bytes(recorded(dry_sounds(), SECONDS))
            (arguments.out / RECORDING).write_bytes(encoded)
            _LOG.info("%s  %.2f MB", RECORDING, len(encoded) / 1e6)
    except (SceneSoundError, VoiceError) as error:
        _LOG.error("%s", error)
        return 1
    except OSError as error:
        _LOG.error("Cannot write the pack to %s: %s. Give a folder that can be written.", arguments.out, error.strerror)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
