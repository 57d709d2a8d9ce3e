"""What stands in the page's head."""

from __future__ import annotations

from components.static_files import component_assets, head


def page_head() -> str:
    """Scripts and style sheets that the whole page shares."""
    return head(component_assets("page", "page.css", "page.js"))
