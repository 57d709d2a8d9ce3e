"""Writes `spaces/` anew: what each Space has of its own. A test holds that it is current."""

from __future__ import annotations

from soundmark.deploy.files import own_files
from soundmark.deploy.spaces import SPACES
from soundmark.settings import ROOT


def main() -> None:
    """Write every folder."""
    for space in SPACES:
        folder = ROOT / "spaces" / space.name
        folder.mkdir(exist_ok=True)
        for name, content in own_files(space).items():
            (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
