"""A bucket on the Hub, over the library's own client: no versions, no commits, and uploads over Xet alone.

Run against the loopback Hub of the tests, never yet against the real one.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.secret import Secret
from soundmark.store.hub_client import TIMEOUT_S, XET_TIMEOUTS, hub_api
from soundmark.store.hub_errors import HubError, Place, translated_errors
from soundmark.store.xet_limit import xet_time_limit

if TYPE_CHECKING:
    from huggingface_hub import HfApi


@dataclass(frozen=True, slots=True, kw_only=True)
class HubBucket:
    """A bucket that exists. It is not created here: what it costs, and who may read it, is for its owner to decide.

    Attributes:
        name: owner/name.
        token: must be allowed to write to it.
        endpoint: address of the Hub; empty for the public one.
        timeout_s: longest wait for one answer, in seconds.
    """

    name: str
    token: Secret
    endpoint: str = ""
    timeout_s: float = TIMEOUT_S

    @contextmanager
    def _asking(self) -> Iterator[HfApi]:
        from huggingface_hub.errors import BucketBatchError

        place = Place(self.name, "bucket", "LOG_BUCKET")
        with translated_errors(place), xet_time_limit(XET_TIMEOUTS * self.timeout_s):
            try:
                yield hub_api(self.token, self.endpoint, self.timeout_s)
            except BucketBatchError as error:
                raise HubError(f"The bucket {self.name} did not do all that was asked: {str(error)[:300]}") from error

    def put(self, name: str, data: bytes) -> None:
        """See Inbox."""
        with self._asking() as api:
            api.batch_bucket_files(self.name, add=[(data, name)])

    def names(self, folder: str) -> list[str]:
        """See Inbox."""
        from huggingface_hub.errors import EntryNotFoundError

        with self._asking() as api:
            try:
                return sorted(item.path for item in api.list_bucket_tree(self.name, prefix=folder, recursive=True))
            except EntryNotFoundError:  # nothing was ever put there
                return []

    def get(self, name: str) -> bytes | None:
        """See Inbox."""
        from huggingface_hub.errors import EntryNotFoundError

        with self._asking() as api, tempfile.TemporaryDirectory() as folder:
            local = Path(folder) / "fragment"  # never a name from outside
            try:
                api.download_bucket_files(self.name, [(name, local)], raise_on_missing_files=True)
            except EntryNotFoundError:
                return None
            return local.read_bytes()

    def remove(self, names: Sequence[str]) -> None:
        """See Inbox."""
        with self._asking() as api:
            api.batch_bucket_files(self.name, delete=list(names))
