"""A loopback Hugging Face Hub for tests, with fault injection.

It serves, on 127.0.0.1, the part of the Hub's HTTP API that the unmodified
clients ``huggingface_hub`` 2.4, ``hf_xet`` 1.8 and ``datasets`` 5.2 need to create
a dataset repository, commit files to it and load it again:

* whoami, create and delete a repository, validate-yaml
* preupload, LFS batch, PUT and verify, commit (with ``parentCommit``)
* the Xet CAS: uploads of xorbs and shards, reconstructions
* buckets: create, delete, info, tree, paths-info, batch (add and delete), Xet downloads
* repository info, tree, paths-info, commits, refs, super-squash
* resolve (GET, HEAD, Range)

Start it from a shell (port 0 picks a free port; the address is printed)::

    python -m tests.support.loopback_hub --port 8808 --root hub-data
    export HF_ENDPOINT=http://127.0.0.1:8808 HF_TOKEN=hf_alice-1

or inside a test::

    with running_hub(tmp_path) as hub:
        api = HfApi(endpoint=hub.endpoint, token="hf_alice-1")
        hub.controls.set_faults([{"match": "/commit/", "when": "after"}])

Any token of the form ``hf_<user>`` or ``hf_<user>-<anything>`` is accepted and
means that user. ``HF_ENDPOINT`` is read when ``huggingface_hub`` and ``datasets``
are first imported, so set it before that. Control paths (JSON): ``/__faults``,
``/__tokens``, ``/__limit``, ``/__log``, ``/__reset``; see ``loopback/control_pages.py`` and, for
the faults, ``loopback/faults.py``.

It has no pull requests, tags, branches, webhooks or gated repositories, and no permissions but those of tokens and of
buckets; downloads from repositories are plain HTTP; commit ids are random; limits of the real Hub exist only as faults
that a test asks for.

Needs starlette and uvicorn, which come with fastapi and gradio, and pyarrow, which
comes with datasets (for the LZ4 chunks of a Xet upload).
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tests.support.loopback.accounts import Accounts
from tests.support.loopback.buckets import BucketPages
from tests.support.loopback.control_pages import ControlPages
from tests.support.loopback.errors import HubError
from tests.support.loopback.faults import Controls
from tests.support.loopback.injector import Connections, FaultInjector
from tests.support.loopback.reading import Reading
from tests.support.loopback.store import Store
from tests.support.loopback.writing import Writing

HOST = "127.0.0.1"


class LoopbackHub(Accounts, Writing, Reading, BucketPages, ControlPages):
    """The Hub: its store, its controls and its ASGI application."""

    def __init__(self, root: Path) -> None:
        """Open the store under ``root`` and build the application."""
        self.store = Store(root)
        self.controls = Controls()
        self.connections = Connections()

        async def on_hub_error(_: Request, error: Exception) -> Response:
            if not isinstance(error, HubError):
                raise error
            return error.response()

        handlers = {HubError: on_hub_error}
        starlette = Starlette(routes=self._routes(), exception_handlers=handlers)
        self.app = FaultInjector(starlette, self.controls, self.connections)

    def _routes(self) -> list[Route]:
        api, rev = "/api/{kind}/{owner}/{name}", "{rev}"
        web = "/{kind}/{owner}/{name}"
        post, read = ["POST"], ["GET", "HEAD"]
        return [
            Route("/api/whoami-v2", self.whoami),
            Route("/api/repos/create", self.create_repo, methods=post),
            Route("/api/repos/delete", self.delete_repo, methods=["DELETE"]),
            Route("/api/validate-yaml", self.validate_yaml, methods=post),
            *self._bucket_routes(),
            Route(api, self.repo_info),
            Route(f"{api}/revision/{rev}", self.repo_info),
            Route(f"{api}/preupload/{rev}", self.preupload, methods=post),
            Route(f"{api}/commit/{rev}", self.commit, methods=post),
            Route(f"{api}/tree/{rev}", self.tree),
            Route(f"{api}/tree/{rev}/{{path:path}}", self.tree),
            Route(f"{api}/paths-info/{rev}", self.paths_info, methods=post),
            Route(f"{api}/commits/{rev}", self.commits),
            Route(f"{api}/refs", self.refs),
            Route(f"{api}/super-squash/{rev}", self.super_squash, methods=post),
            Route(f"{api}/xet-write-token/{rev}", self.xet_token),
            Route(f"{api}/xet-read-token/{rev}", self.xet_token),
            Route(f"{web}.git/info/lfs/objects/batch", self.lfs_batch, methods=post),
            Route(f"{web}/resolve/{rev}/{{path:path}}", self.resolve, methods=read),
            Route("/__lfs/{oid}", self.lfs_put, methods=["PUT"]),
            Route("/__lfs/{oid}/verify", self.lfs_verify, methods=post),
            Route("/__cas/xorb-data/{hash}", self.xorb_data, methods=read),
            Route("/__cas/{path:path}", self.cas, methods=[*read, "POST", "PUT"]),
            Route("/__faults", self.control_faults, methods=["GET", "POST"]),
            Route("/__tokens", self.control_tokens, methods=post),
            Route("/__limit", self.control_limit, methods=post),
            Route("/__log", self.control_log, methods=["GET", "DELETE"]),
            Route("/__reset", self.control_reset, methods=post),
        ]

    def _bucket_routes(self) -> list[Route]:
        """They come before those of repositories, whose kind could be "buckets"."""
        api, post = "/api/buckets/{owner}/{name}", ["POST"]
        return [
            Route(api, self.create_bucket, methods=post),
            Route(api, self.delete_bucket, methods=["DELETE"]),
            Route(api, self.bucket_info),
            Route(f"{api}/tree", self.bucket_tree),
            Route(f"{api}/tree/{{path:path}}", self.bucket_tree),
            Route(f"{api}/paths-info", self.bucket_paths_info, methods=post),
            Route(f"{api}/batch", self.bucket_batch, methods=post),
            Route(f"{api}/xet-write-token", self.bucket_token),
            Route(f"{api}/xet-read-token", self.bucket_token),
            Route("/buckets/{owner}/{name}/resolve/{path:path}", self.bucket_resolve, methods=["HEAD"]),
        ]


@dataclass(frozen=True)
class RunningHub:
    """A Hub that is listening."""

    endpoint: str
    store: Store
    controls: Controls


@contextlib.contextmanager
def running_hub(root: Path, port: int = 0) -> Iterator[RunningHub]:
    """Serve a Hub from a thread until the block ends."""
    hub = LoopbackHub(root)
    config = uvicorn.Config(
        hub.app,
        host=HOST,
        port=port,
        http=hub.connections.protocol(),
        proxy_headers=False,
        log_level="warning",
        access_log=False,
        timeout_keep_alive=60,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, name="loopback-hub", daemon=True)
    thread.start()
    while not server.started:
        if not thread.is_alive():
            raise RuntimeError(f"the loopback Hub could not listen on port {port}")
        time.sleep(0.01)
    bound = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield RunningHub(f"http://{HOST}:{bound}", hub.store, hub.controls)
    finally:
        server.should_exit = True
        thread.join()


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="Loopback Hugging Face Hub")
    parser.add_argument("--port", type=int, default=0, help="0 picks a free port")
    parser.add_argument("--root", type=Path, help="folder for the data (default: a temporary one)")
    args = parser.parse_args()
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.suppress(KeyboardInterrupt))
        root = args.root or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        hub = stack.enter_context(running_hub(root, args.port))
        sys.stdout.write(f"loopback Hub on {hub.endpoint}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
