"""What stands in the page's head."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from components.static_files import COMPONENTS, component_assets, head
from components.texts.brought import texts_head


def page_head(text_folders: Sequence[Path] = ()) -> str:
    """The style sheets of the page and of all its widgets, so that none is drawn without its own.

    Args:
        text_folders: those of parts of the page that bring texts of their own.
    """
    styles = [
        asset
        for path in sorted(COMPONENTS.glob("*/static/*.css"))
        for asset in component_assets(path.parent.parent.name, path.name)
    ]
    return head(styles) + texts_head(text_folders)
