"""The page around the modes: style sheet, header, and the ticket with which a browser says who it is."""

from __future__ import annotations

from components.page.head import page_head
from components.page.header import (
    BUSY_JS,
    BUSY_TICKET_JS,
    IDLE_JS,
    TAB_JS,
    TICKET_JS,
    page_header,
    ready_js,
    ticket_component,
)

__all__ = [
    "BUSY_JS",
    "BUSY_TICKET_JS",
    "IDLE_JS",
    "TAB_JS",
    "TICKET_JS",
    "page_head",
    "page_header",
    "ready_js",
    "ticket_component",
]
