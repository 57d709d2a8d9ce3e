"""One dataset on the Hub, with time limits and with errors that say what to do next.

`huggingface_hub` shares one HTTP client in a process, without any time limit, and sleeps through a 429 or a 5xx inside
its calls. `set_client_factory` is the only way to change that client, so it is replaced by one that has a time limit
for everyone; requests of this module, known by their user agent, are also tried once only: when to try again is the
publisher's decision. Other users of the library in this process keep its retries.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark import __version__
from soundmark.secret import Secret
from soundmark.store.hub_errors import HubError, Place, by_status, translated_errors
from soundmark.store.xet_limit import xet_time_limit

if TYPE_CHECKING:
    import httpx2
    from huggingface_hub import HfApi

log = logging.getLogger(__name__)

TIMEOUT_S = 60.0
CONNECT_TIMEOUT_S = 10.0
XET_TIMEOUTS = 5
"""A transfer over Xet may take that many times as long as one answer."""
LIBRARY_NAME = "soundmark"
TRIED_ONCE = frozenset({408, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True, kw_only=True)
class HubRepo:
    """A dataset repository.

    Attributes:
        name: owner/name.
        token: may be empty for reading public data.
        endpoint: address of the Hub; empty for the public one.
        cache_dir: where downloads are kept; None for the library's own folder.
        timeout_s: longest wait for one answer, in seconds.
        named_by: where its name was given, for errors.
    """

    name: str
    token: Secret = field(default=Secret(""))
    endpoint: str = ""
    cache_dir: Path | None = None
    timeout_s: float = TIMEOUT_S
    named_by: str = "LOG_REPO"

    @property
    def _place(self) -> Place:
        return Place(self.name, setting=self.named_by)

    def _api(self) -> HfApi:
        return hub_api(self.token, self.endpoint, self.timeout_s)

    def create(self) -> None:
        """Create the dataset when there is none.

        Raises:
            HubError: when that failed.
        """
        from huggingface_hub.errors import HfHubHTTPError

        with translated_errors(self._place):
            api = self._api()
            if api.repo_exists(self.name, repo_type="dataset"):
                return
            try:
                api.create_repo(self.name, repo_type="dataset")
            except HfHubHTTPError as error:
                if error.response.status_code != 409:  # another replica was first
                    raise

    def head(self) -> str:
        """The newest revision.

        Raises:
            HubError: when it cannot be had.
        """
        with translated_errors(self._place):
            return str(self._api().dataset_info(self.name, expand=["sha"]).sha)

    def files(self, folder: str, revision: str) -> list[str]:
        """Paths of all files below a folder, sorted; none for a folder that does not exist.

        Raises:
            HubError: when they cannot be listed.
        """
        return sorted(self.sizes(folder, revision))

    def sizes(self, folder: str, revision: str) -> dict[str, int]:
        """The bytes of all files below a folder by path; none for a folder that does not exist.

        Raises:
            HubError: when they cannot be listed.
        """
        from huggingface_hub import RepoFile
        from huggingface_hub.errors import EntryNotFoundError

        with translated_errors(self._place):
            try:
                tree = self._api().list_repo_tree(
                    self.name, folder, repo_type="dataset", revision=revision, recursive=True
                )
                return {item.path: item.size for item in tree if isinstance(item, RepoFile)}
            except EntryNotFoundError:
                return {}

    def existing(self, paths: Sequence[str], revision: str) -> set[str]:
        """Which of the paths exist.

        Raises:
            HubError: when that cannot be asked.
        """
        with translated_errors(self._place):
            found = self._api().get_paths_info(self.name, list(paths), repo_type="dataset", revision=revision)
            return {item.path for item in found}

    def download(self, path: str, revision: str) -> Path:
        """A local copy of a file, from the cache when it is there.

        Raises:
            HubError: when it cannot be had.
        """
        with translated_errors(self._place):
            return Path(
                self._api().hf_hub_download(
                    self.name, path, repo_type="dataset", revision=revision, cache_dir=self.cache_dir
                )
            )

    def commit(
        self,
        message: str,
        *,
        add: Mapping[str, bytes],
        delete: Sequence[str] = (),
        parent: str | None = None,
    ) -> str:
        """Make one commit. Files that are there already with the same bytes are left out; none left makes no commit.

        Args:
            message: the commit's title.
            add: content by path.
            delete: paths to delete.
            parent: the commit is refused unless this is the head.

        Returns:
            The head after it.

        Raises:
            HubMoved: when another commit came first.
            HubBusy: when the Hub asks to wait.
            HubRefusal: when the token or the dataset must be mended.
            HubError: when the outcome is unknown.
        """
        from huggingface_hub import CommitOperationAdd, CommitOperationDelete

        operations: list[CommitOperationAdd | CommitOperationDelete] = [
            CommitOperationAdd(path_in_repo=path, path_or_fileobj=data) for path, data in add.items()
        ]
        operations += [CommitOperationDelete(path_in_repo=path) for path in delete]
        with translated_errors(self._place), xet_time_limit(XET_TIMEOUTS * self.timeout_s):
            done = self._api().create_commit(
                self.name, operations, commit_message=message, repo_type="dataset", parent_commit=parent
            )
            return str(done.oid)


def hub_api(token: Secret, endpoint: str, timeout_s: float) -> HfApi:
    """The library's client, with a time limit for each answer; what it raises is for `translated_errors`."""
    from huggingface_hub import HfApi

    _use_time_limits(timeout_s)
    return HfApi(
        endpoint=endpoint or None, token=token.value or False, library_name=LIBRARY_NAME, library_version=__version__
    )


@lru_cache(maxsize=1)  # once, and again when a caller wants another limit
def _use_time_limits(timeout_s: float) -> None:
    """Give the process's shared client a time limit; requests of this module are tried once."""
    import httpx2
    from huggingface_hub import set_client_factory
    from huggingface_hub.utils import disable_progress_bars  # type: ignore[attr-defined]  # exported lazily
    from huggingface_hub.utils._http import default_client_factory  # the only holder of the library's own hooks

    class OneTryClient(httpx2.Client):
        """Turns what the library would retry by itself into errors, for our own requests."""

        def send(self, request: httpx2.Request, **options: object) -> httpx2.Response:
            if not request.headers.get("user-agent", "").startswith(f"{LIBRARY_NAME}/"):
                return super().send(request, **options)  # type: ignore[arg-type]
            try:
                response = super().send(request, **options)  # type: ignore[arg-type]
            except (httpx2.TimeoutException, httpx2.NetworkError, httpx2.RemoteProtocolError) as error:
                raise HubError(f"The Hub did not answer ({type(error).__name__}).") from error
            if response.status_code in TRIED_ONCE:
                response.read()
                raise by_status(response.status_code, response.headers)
            return response

    def factory() -> httpx2.Client:
        default = default_client_factory()
        default.close()
        return OneTryClient(
            event_hooks=default.event_hooks,
            follow_redirects=True,
            timeout=httpx2.Timeout(timeout_s, connect=CONNECT_TIMEOUT_S),
        )

    set_client_factory(factory)
    disable_progress_bars()
    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
