"""Runs app.py as if the packages that `WITHOUT` names, with commas, were not installed."""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


class Missing:
    """Finds none of these packages, and lets nobody behind it look for them.

    Args:
        names: of packages.
    """

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """What Python asks for each import."""
        if fullname.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


if __name__ == "__main__":
    sys.meta_path.insert(0, Missing(frozenset(os.environ["WITHOUT"].split(","))))
    sys.path.insert(0, str(ROOT))
    sys.argv = ["app.py"]
    runpy.run_path(str(ROOT / "app.py"), run_name="__main__")
