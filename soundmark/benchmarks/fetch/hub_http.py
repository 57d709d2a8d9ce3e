"""The Hub library's shared HTTP client, which by itself waits for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from soundmark import __version__
from soundmark.settings import Secret

if TYPE_CHECKING:
    import httpx2
    from huggingface_hub import HfApi, HfFileSystem

LIBRARY_NAME = "soundmark-benchmarks"
"""Tells these requests from those of the log, which are tried once only: these are repeated by the library."""
READ_TIMEOUT_S = 60.0
CONNECT_TIMEOUT_S = 10.0


def hub_api(token: Secret, endpoint: str) -> HfApi:
    """The library's client, with time limits."""
    from huggingface_hub import HfApi

    use_time_limits()
    return HfApi(
        endpoint=endpoint or None, token=token.value or False, library_name=LIBRARY_NAME, library_version=__version__
    )


def hub_file_system(token: Secret, endpoint: str) -> HfFileSystem:
    """The Hub as a file system of its own, which shares no listings with others."""
    from huggingface_hub import HfFileSystem

    use_time_limits()
    return HfFileSystem(
        endpoint=endpoint or None, token=token.value or False, skip_instance_cache=True, use_listings_cache=False,
        library_name=LIBRARY_NAME, library_version=__version__,
    )  # fmt: skip


def use_time_limits() -> None:
    """Give the process's shared client time limits, unless it has been replaced already."""
    from huggingface_hub import set_client_factory
    from huggingface_hub.utils import _http

    if _http._GLOBAL_CLIENT_FACTORY is _http.default_client_factory:
        set_client_factory(_limited_client)


def _limited_client() -> httpx2.Client:
    import httpx2
    from huggingface_hub.utils._http import default_client_factory  # the only holder of the library's own hooks

    default = default_client_factory()
    default.close()
    return httpx2.Client(
        event_hooks=default.event_hooks,
        follow_redirects=True,
        timeout=httpx2.Timeout(READ_TIMEOUT_S, connect=CONNECT_TIMEOUT_S),
    )
