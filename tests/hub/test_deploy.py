"""Bringing a Space to the loopback Hub: one commit, no secret in it, nothing of the owner's taken away."""

from __future__ import annotations

from pathlib import Path

import pytest

from soundmark.deploy.files import space_files
from soundmark.deploy.push import push
from soundmark.deploy.spaces import find_space
from soundmark.secret import Secret
from soundmark.store.hub_errors import HubError, HubRefusal
from tests.hub.conftest import TOKEN
from tests.hub.test_commands import command
from tests.support.loopback.store import FileEntry
from tests.support.loopback_hub import RunningHub

SPACE = "alice/places"
FILES = {
    "README.md": b"---\nsdk: gradio\n---\n",
    "app.py": b"print(1)\n",
    "soundmark/a.py": b"A = 1\n",
    "x.opus": b"\0",
}


def tree_of(server: RunningHub) -> dict[str, FileEntry]:
    return server.store.repos["space", SPACE].find("main").tree


def tree(server: RunningHub) -> set[str]:
    return set(tree_of(server))


def test_a_whole_space_is_pushed_and_pushed_again(server: RunningHub, tmp_path: Path) -> None:
    files = space_files(find_space("geo"), repo=SPACE)
    first = push(files, SPACE, token=Secret(TOKEN), endpoint=server.endpoint)
    assert (first.is_new, first.url) == (True, f"{server.endpoint}/spaces/{SPACE}")
    assert set(files) <= tree(server)
    path = "soundmark/benchmarks/demo_pack/clip_01.opus"
    assert server.store.blob_path(tree_of(server)[path].sha256).read_bytes() == files[path]
    code, text = command(server, tmp_path, "deploy", "geo", "--to", SPACE)  # as a person does it, the second time
    assert (code, f"files are at {server.endpoint}/spaces/{SPACE}" in text, "It was made" in text) == (
        0,
        True,
        False,
    ), text
    pushed = [server.store.blob_path(one.sha256).read_bytes() for one in tree_of(server).values()]
    assert len(pushed) >= len(files)
    assert not [content for content in pushed if TOKEN.encode() in content]


def test_old_code_goes_and_what_the_owner_added_stays(server: RunningHub) -> None:
    old = FILES | {"soundmark/old.py": b"", "models.toml": b"mine", "soundmarks.txt": b"mine"}
    push(old, SPACE, token=Secret(TOKEN), endpoint=server.endpoint)
    push(FILES, SPACE, token=Secret(TOKEN), endpoint=server.endpoint)
    assert "soundmark/old.py" not in tree(server)
    assert {*FILES, "models.toml", "soundmarks.txt"} <= tree(server)


def test_what_the_hub_refuses_is_told(server: RunningHub) -> None:
    with pytest.raises(HubRefusal, match="Set HF_TOKEN"):
        push(FILES, SPACE, token=Secret(""), endpoint=server.endpoint)
    server.controls.set_faults([{"match": "POST /api/repos/create", "when": "before", "status": 402}])
    with pytest.raises(HubRefusal, match="paid plan"):
        push(FILES, SPACE, token=Secret(TOKEN), endpoint=server.endpoint)
    server.controls.set_faults([{"match": "/commit/", "when": "before", "status": 500}])
    with pytest.raises(HubError, match="answered 500"):
        push(FILES, SPACE, token=Secret(TOKEN), endpoint=server.endpoint)
    assert ("space", SPACE) in server.store.repos
    server.controls.set_faults([])
    assert not push(FILES, SPACE, token=Secret(TOKEN), endpoint=server.endpoint).is_new
