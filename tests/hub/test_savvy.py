"""SAVVY-Bench from a server of its repository's files, and from a dataset of a Hub: fetched once, then at hand."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from huggingface_hub import HfApi

from soundmark.benchmarks import FindingKind, PackError
from soundmark.benchmarks.entry import Access
from soundmark.benchmarks.fetch import AllowedHosts, FetchError
from soundmark.benchmarks.savvy import SavvyBenchmark, read_savvy
from soundmark.benchmarks.savvy.source import REPOSITORY, REVISION, open_savvy, open_savvy_dataset
from soundmark.secret import Secret
from tests.hub.conftest import TOKEN
from tests.support import savvy_files as made
from tests.support.load_savvy import load_savvy
from tests.support.loopback_hub import RunningHub

HOSTS = AllowedHosts(names=("127.0.0.1",), is_loopback_test=True)
SCENE = f"{made.PREFIX}direction_ego_hard_3"


class Server:
    """Serves the files of a folder and remembers what was asked for."""

    def __init__(self, folder: Path) -> None:
        asked = self.asked = list[str]()

        class Handler(SimpleHTTPRequestHandler):
            def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
                asked.append(self.path)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Server]:
    made.write_clone(tmp_path / "web" / REPOSITORY / REVISION)
    server = Server(tmp_path / "web")
    yield server
    server.close()


@pytest.fixture
def access(tmp_path: Path) -> Access:
    return Access(cache_dir=tmp_path / "cache")


def opened(repository: Server, access: Access) -> SavvyBenchmark:
    return open_savvy(access, hosts=HOSTS, address=repository.address)


def test_the_repository_gives_what_a_clone_gives(repository: Server, access: Access, tmp_path: Path) -> None:
    found, cloned = opened(repository, access), read_savvy(tmp_path / "web" / REPOSITORY / REVISION)
    assert found.pack.revision == REVISION
    assert [question.truth for question in found.pack.questions] == [q.truth for q in cloned.pack.questions]
    assert found.pack.report == cloned.pack.report
    assert {question.tags["has_trajectory"] for question in found.pack.questions} == {"true"}
    assert found.human_ids == cloned.human_ids
    scene, expected = found.scenes[SCENE], cloned.scenes[SCENE]
    assert scene.map == expected.map
    assert scene.trajectory is not None
    assert len(scene.tracks) == len(expected.tracks)
    assert scene.findings == expected.findings


def test_only_what_is_needed_is_fetched_and_only_once(repository: Server, access: Access) -> None:
    benchmark = opened(repository, access)
    assert not any("dense_traj" in path for path in repository.asked)
    first = benchmark.scenes[SCENE]
    n_asked = len(repository.asked)
    assert len(set(repository.asked)) == n_asked
    assert benchmark.scenes[SCENE].trajectory is first.trajectory
    offline = dataclasses.replace(access, offline=True)
    again = open_savvy(offline, hosts=HOSTS, address=repository.address)
    assert again.pack.questions == benchmark.pack.questions
    assert again.scenes[SCENE].trajectory is not None
    assert len(repository.asked) == n_asked


def test_a_scene_without_network_has_what_is_at_hand_and_says_so(repository: Server, access: Access) -> None:
    opened(repository, access)
    scene = open_savvy(dataclasses.replace(access, offline=True), hosts=HOSTS, address=repository.address).scenes[SCENE]
    assert scene.map is not None
    assert scene.trajectory is None
    assert FindingKind.MISSING in {finding.kind for finding in scene.findings}


def test_without_questions_there_is_a_sentence(repository: Server, access: Access) -> None:
    with pytest.raises(FetchError, match="HF_HUB_OFFLINE"):
        open_savvy(dataclasses.replace(access, offline=True), hosts=HOSTS, address=repository.address)
    with pytest.raises(PackError, match="at the revision 0000000 any more"):
        opened(repository, dataclasses.replace(access, revisions={"savvy": "0000000"}))


DATASET = "alice/SAVVY-Bench"


def published(server: RunningHub, files: dict[str, object], dataset: str = DATASET) -> None:
    api = HfApi(endpoint=server.endpoint, token=TOKEN)
    api.create_repo(dataset, repo_type="dataset")
    for path, value in files.items():
        content = json.dumps(value).encode()
        api.upload_file(path_or_fileobj=content, path_in_repo=path, repo_id=dataset, repo_type="dataset")


def hub_access(server: RunningHub, tmp_path: Path) -> Access:
    return Access(cache_dir=tmp_path / "cache", hub_endpoint=server.endpoint, hub_token=Secret(TOKEN))


@pytest.mark.parametrize(
    ("path", "form"), [("savvy_bench.json", "strings"), ("data/test/savvy_bench_file.json", "native")]
)
def test_a_dataset_of_the_hub(server: RunningHub, tmp_path: Path, path: str, form: str) -> None:
    published(server, {path: made.FORMS[form](made.items()), "extra/gtavmap.json": made.map_items(), "x.json": {}})
    found = open_savvy_dataset(hub_access(server, tmp_path), dataset=DATASET)
    assert len(found.pack.questions) == 6
    assert len(found.pack.revision) == 40
    assert found.scenes[SCENE].map is not None
    assert found.scenes[SCENE].trajectory is None
    assert {question.tags["has_trajectory"] for question in found.pack.questions} == {"false"}
    offline = dataclasses.replace(hub_access(server, tmp_path), offline=True)
    assert open_savvy_dataset(offline, dataset=DATASET).pack.questions == found.pack.questions


def test_a_dataset_without_questions_gets_a_sentence(server: RunningHub, tmp_path: Path) -> None:
    published(server, {"other.json": []})
    with pytest.raises(PackError, match=r"holds no savvy_bench_file\.json"):
        open_savvy_dataset(hub_access(server, tmp_path), dataset=DATASET)
    with pytest.raises(FetchError):
        open_savvy_dataset(hub_access(server, tmp_path), dataset="alice/nowhere")


@pytest.mark.long
def test_datasets_itself_loads_either_form_to_the_same_questions(server: RunningHub) -> None:
    """Mixed columns become its Json type, which keeps ten decimals of a number."""
    for name, form in (("alice/native", "native"), ("alice/strings", "strings")):
        published(server, {"savvy_bench.json": made.FORMS[form](made.items())}, name)
    loaded = load_savvy(server.endpoint, ["alice/native", "alice/strings"], token=TOKEN)
    for rows in loaded.values():
        assert [row["id"] for row in rows] == [item["id"] for item in made.items()]
        assert [row["choice_index"] for row in rows] == [1, 1, 2, 0, None, None]
        assert [row["distance_m"] for row in rows[4:]] == pytest.approx([made.SQRT_2, 5.0], abs=1e-10)
        assert [row["start_s"] for row in rows] == [4.5, 4.5, 4.5, 10.25, 4.5, 4.5]
        assert rows[1]["choices"] == ["left", "right", "back"]
