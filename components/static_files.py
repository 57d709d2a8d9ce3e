"""How a component's own JavaScript and CSS reach the browser: from this app, by relative address, compressed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from urllib.parse import quote

import gradio as gr

COMPONENTS = Path(__file__).resolve().parent


@cache
def serve(folder: Path) -> Path:
    """Make a folder public, whole: keep nothing else in it. Returns it resolved."""
    resolved = folder.resolve()
    gr.set_static_paths([resolved])
    return resolved


def file_url(path: Path) -> str:
    """The address of a file in a served folder.

    It is relative, because with a leading slash a page that is mounted under a sub-path would break.
    """
    return "gradio_api/file=" + quote(path.as_posix(), safe="/:")


@cache
def versioned_url(path: Path) -> str:
    """The address of an asset with a digest of its content, so that a browser never mixes old and new files."""
    return f"{file_url(path)}?v={hashlib.sha256(path.read_bytes()).hexdigest()[:10]}"


def head(paths: Sequence[Path]) -> str:
    """Head elements that load scripts and style sheets in order. All paths must be in served folders."""
    tags = {
        ".css": '<link rel="stylesheet" href="{}">',
        ".js": '<script src="{}"></script>',
    }
    return "\n".join(tags[path.suffix].format(versioned_url(path)) for path in paths)


def component_assets(name: str, *files: str) -> list[Path]:
    """Files of one component's `static` folder, which is served."""
    folder = serve(COMPONENTS / name / "static")
    return [folder / file for file in files]
