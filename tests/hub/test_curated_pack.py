"""A curated pack goes to the Hub in one commit, replaces its predecessor, and overwrites nobody else's dataset."""

from __future__ import annotations

from pathlib import Path

import pytest

from soundmark.cli import main
from soundmark.curation.pack import PackAbout, PackClip, PackWriteError, push_pack, write_pack
from soundmark.store.hub_errors import HubRefusal
from tests.hub.conftest import REPO, TOKEN, OpenRepo, commits
from tests.support.loopback_hub import RunningHub
from tests.support.packs import small_pack, tone

ABOUT = PackAbout(title="Tones", licence="cc0-1.0", provenance="Made here.")


def pack(folder: Path, hertz: tuple[float, ...]) -> Path:
    folder.mkdir(exist_ok=True)
    clips = []
    for each in hertz:
        tone(folder / f"{each}.wav", 0.5, each)
        clips.append(
            PackClip(path=folder / f"{each}.wav", columns={"latitude": "1", "longitude": "2", "source": "own"})
        )
    return write_pack(clips, folder.with_name("pack"), ABOUT).folder


def test_a_pack_is_pushed_and_pushed_again(server: RunningHub, open_repo: OpenRepo, tmp_path: Path) -> None:
    folder = pack(tmp_path / "in", (300.0, 500.0))
    done = push_pack(folder, open_repo())
    held = server.store.repos["dataset", REPO]
    sent = {path: server.store.blob_path(entry.sha256).read_bytes() for path, entry in held.find("main").tree.items()}
    assert done.n_files == 4
    assert {path: data for path, data in sent.items() if path != ".gitattributes"} == {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
    before = commits(server)
    folder = pack(tmp_path / "in", (500.0,))
    again = push_pack(folder, open_repo())
    assert (again.n_files, again.n_deleted, commits(server)) == (3, 1, before + 1)
    assert [path for path in held.find("main").tree if path.startswith("audio/")] == [
        path.relative_to(folder).as_posix() for path in (folder / "audio").iterdir()
    ]


def test_curate_pushes_what_it_wrote(
    server: RunningHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = small_pack(tmp_path / "in", [(25.0, 121.5)])
    monkeypatch.setenv("HF_ENDPOINT", server.endpoint)
    command = ["curate", str(source), "--to", str(tmp_path / "out"), "--min-complexity", "none", "--workers", "1"]
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    assert main([*command, "--push", REPO, "--public", "--near-duplicates", "off"]) == 0
    assert f"Sent: 3 files to {REPO}" in capsys.readouterr().err
    held = server.store.repos["dataset", REPO]
    assert not held.private
    table = server.store.blob_path(held.find("main").tree["metadata.csv"].sha256).read_bytes()
    assert table == (tmp_path / "out" / "metadata.csv").read_bytes()


def test_what_is_no_pack_is_neither_sent_nor_overwritten(
    server: RunningHub, open_repo: OpenRepo, tmp_path: Path
) -> None:
    folder = pack(tmp_path / "in", (300.0,))
    repo = open_repo()
    repo.create()
    repo.commit("mine", add={"data/geo/a.parquet": b"x"})
    with pytest.raises(PackWriteError, match=r"data/geo/a\.parquet"):
        push_pack(folder, repo)
    assert "metadata.csv" not in server.store.repos["dataset", REPO].find("main").tree
    with pytest.raises(PackWriteError, match="owner/name"):
        push_pack(folder, open_repo(name="alice"))
    next((folder / "audio").iterdir()).unlink()
    with pytest.raises(PackWriteError, match="lacks the clip"):
        push_pack(folder, open_repo(name="alice/other"))
    with pytest.raises(PackWriteError, match="no pack that Soundmark wrote"):
        push_pack(tmp_path / "in", open_repo(name="alice/other"))
    assert ("dataset", "alice/other") not in server.store.repos


def test_a_new_dataset_is_private_and_a_token_that_may_not_write_is_named(
    server: RunningHub, open_repo: OpenRepo, tmp_path: Path
) -> None:
    folder = pack(tmp_path / "in", (300.0,))
    server.controls.set_tokens(read_only=[TOKEN])
    with pytest.raises(HubRefusal, match="HF_TOKEN may not write"):
        push_pack(folder, open_repo())
    server.controls.set_tokens()
    push_pack(folder, open_repo())
    assert server.store.repos["dataset", REPO].private
    push_pack(folder, open_repo(name="alice/open"), private=False)
    assert not server.store.repos["dataset", "alice/open"].private
