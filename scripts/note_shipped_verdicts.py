"""Write what decoding shows of the recordings that come with the product: run it when a demo pack was made anew.

python -m scripts.note_shipped_verdicts
"""

from __future__ import annotations

import json
import sys

from soundmark.benchmarks import shipped
from soundmark.benchmarks.audit import decoded
from soundmark.benchmarks.verdict import Verdict

MAX_DURATION_S = 3600.0


def main() -> int:
    """Decode every shipped recording and write what was found."""
    table: dict[str, dict[str, float]] = {}
    for path in shipped.shipped_sounds():
        verdict = decoded(path, MAX_DURATION_S)
        if verdict != Verdict(sha256=verdict.sha256, duration_s=verdict.duration_s):
            print(f"{path.name} has a fault: {verdict}", file=sys.stderr)
            return 1
        table.setdefault(path.suffix.lower(), {})[verdict.sha256] = verdict.duration_s
    text = json.dumps(table, indent=1, sort_keys=True)
    shipped.TABLE.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
