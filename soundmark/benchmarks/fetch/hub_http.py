"""The Hub library's shared HTTP client, which by itself waits for ever."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from soundmark import __version__
from soundmark.benchmarks.fetch.pace import SlowestPace
from soundmark.secret import Secret

if TYPE_CHECKING:
    import httpx2
    from huggingface_hub import HfApi, HfFileSystem

LIBRARY_NAME = "soundmark-benchmarks"
"""Tells these requests from those of the log, which are tried once only: these are repeated by the library."""
READ_TIMEOUT_S = 60.0
CONNECT_TIMEOUT_S = 10.0


def hub_api(token: Secret, endpoint: str, slowest: SlowestPace) -> HfApi:
    """The library's client, with time limits."""
    from huggingface_hub import HfApi

    use_time_limits(slowest)
    return HfApi(
        endpoint=endpoint or None, token=token.value or False, library_name=LIBRARY_NAME, library_version=__version__
    )


def hub_file_system(token: Secret, endpoint: str, slowest: SlowestPace) -> HfFileSystem:
    """The Hub as a file system of its own, which shares no listings with others."""
    from huggingface_hub import HfFileSystem

    system = HfFileSystem(
        endpoint=endpoint or None, token=token.value or False, skip_instance_cache=True, use_listings_cache=False
    )
    system._api = hub_api(token, endpoint, slowest)  # its own drops the library's name, by which the limits go
    return system


def use_time_limits(slowest: SlowestPace) -> None:
    """Give the process's shared client time limits, and requests of this package a slowest pace.

    The client may have been replaced since, by the log's: then it is that one which gets the slowest pace.
    """
    from huggingface_hub import set_client_factory
    from huggingface_hub.utils import _http

    factory = _http._GLOBAL_CLIENT_FACTORY
    if isinstance(factory, _PacedFactory):
        if factory.slowest == slowest:
            return
        factory = factory.inner
    inner = _limited_client if factory is _http.default_client_factory else factory
    set_client_factory(_PacedFactory(inner, slowest))


@dataclass(frozen=True, slots=True)
class _PacedFactory:
    inner: Callable[[], httpx2.Client]
    slowest: SlowestPace

    def __call__(self) -> httpx2.Client:
        from soundmark.benchmarks.fetch.paced import paced

        return paced(self.inner(), self.slowest, of_agent=f"{LIBRARY_NAME}/")


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
