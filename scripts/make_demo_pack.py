"""Make the built-in demo pack: synthetic clips and their `metadata.csv`.

    python scripts/make_demo_pack.py --out soundmark/benchmarks/demo_pack

Needs the program espeak-ng (the pack was made with 1.51) and, beyond what the product installs, mutagen
(`requirements-dev.txt`). The same versions of espeak-ng, numpy and libsndfile give the same bytes.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from demo_pack.catalogue import numbered_clips
from demo_pack.files import opus_bytes, write_metadata
from demo_pack.mix import MixError, rendered
from demo_pack.voices import VoiceError

_LOG = logging.getLogger("make_demo_pack")


def main() -> int:
    """Write the pack, or the named clips only; 1 when something could not be made."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description="Make the built-in demo pack of synthetic clips.")
    parser.add_argument("--out", type=Path, required=True, help="folder of the pack; made when it is not there")
    parser.add_argument("--only", nargs="*", default=[], metavar="CITY", help="make only the clips of these cities")
    arguments = parser.parse_args()
    clips = numbered_clips()
    unknown = set(arguments.only) - {plan.place.city for plan in clips.values()}
    if unknown:
        parser.error(f"no clip for {', '.join(sorted(unknown))}; see scripts/demo_pack/clips_*.py")
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
        for name, plan in clips.items():
            if not arguments.only or plan.place.city in arguments.only:
                encoded = opus_bytes(rendered(plan), name)
                (arguments.out / name).write_bytes(encoded)
                _LOG.info("%s  %6.1f kB  %s", name, len(encoded) / 1000, plan.place.city)
        write_metadata(arguments.out, clips)
    except (MixError, VoiceError) as error:
        _LOG.error("%s", error)
        return 1
    except OSError as error:
        _LOG.error("Cannot write the pack to %s: %s. Give a folder that can be written.", arguments.out, error.strerror)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
