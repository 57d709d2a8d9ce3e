"""What stands in the page's head."""

from __future__ import annotations

from components.static_files import COMPONENTS, component_assets, head


def page_head() -> str:
    """The style sheets of the page and of all its widgets, so that none is drawn without its own."""
    styles = [
        asset
        for path in sorted(COMPONENTS.glob("*/static/*.css"))
        for asset in component_assets(path.parent.parent.name, path.name)
    ]
    return head(styles)
