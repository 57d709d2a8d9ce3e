"""How a tool's results are sent to an MCP client: data as JSON, a clip as its address or as sound."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from gradio.processing_utils import add_root_url
from gradio_client.utils import is_file_obj_with_meta

if TYPE_CHECKING:
    from mcp.types import AudioContent, ResourceLink, TextContent

    Content: TypeAlias = TextContent | AudioContent | ResourceLink


def content_of(data: Sequence[object], root_url: str) -> list[Content]:
    """The results of a tool as MCP content.

    A clip that comes with a question is sent as its address, as a link and as text; one that comes alone, as sound.

    Args:
        data: what the endpoint gave; None stands for nothing.
        root_url: of the app.
    """
    results = [one for one in data if one is not None]
    return [part for one in add_root_url(results, root_url, None) for part in _parts(one, is_alone=len(results) == 1)]


def _parts(result: object, *, is_alone: bool) -> list[Content]:
    from mcp.types import AudioContent, ResourceLink, TextContent  # noqa: PLC0415 - an MCP server alone has it
    from pydantic import AnyUrl  # noqa: PLC0415

    if not isinstance(result, dict) or not is_file_obj_with_meta(result):
        return [TextContent(type="text", text=json.dumps(result, ensure_ascii=False))]
    kind, url = str(result["mime_type"]), str(result["url"])
    if is_alone:
        sound = base64.b64encode(Path(str(result["path"])).read_bytes()).decode("ascii")
        return [AudioContent(type="audio", data=sound, mimeType=kind)]
    return [
        TextContent(type="text", text=url),
        ResourceLink(type="resource_link", uri=AnyUrl(url), name="clip", mimeType=kind),
    ]
