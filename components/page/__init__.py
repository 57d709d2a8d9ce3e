"""The page around the modes: style sheet, header, and the ticket with which a browser says who it is."""

from __future__ import annotations

from components.page.header import TICKET_JS, page_header, ticket_component
from components.page.head import page_head

__all__ = ["TICKET_JS", "page_head", "page_header", "ticket_component"]
