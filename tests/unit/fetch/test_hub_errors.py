"""Whatever the Hub's libraries raise becomes one sentence that says what to do."""

from __future__ import annotations

import errno

import httpx2
import pytest
from huggingface_hub.errors import (
    DisabledRepoError,
    HfHubHTTPError,
    HFValidationError,
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
)

from soundmark.benchmarks.fetch import FetchError, FetchReason
from soundmark.benchmarks.fetch.hub_errors import hub_errors

REQUEST = httpx2.Request("GET", "https://huggingface.co/api/datasets/owner/set")


def answer(status: int) -> httpx2.Response:
    return httpx2.Response(status, request=REQUEST)


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


CASES = [
    (OfflineModeIsEnabled("offline"), "offline", "HF_HUB_OFFLINE"),
    (LocalEntryNotFoundError("not in the cache"), "missing", "no such file"),
    (caused(LocalEntryNotFoundError("x"), httpx2.ConnectError("no route")), "no_network", "Check the network"),
    (httpx2.ReadTimeout("slow"), "no_network", "Check the network"),
    (RuntimeError("Cannot send a request, as the client has been closed."), "no_network", "tried again"),
    (OSError("Consistency check failed: file should be of size 5 but has size 3"), "bad_answer", "another size"),
    (OSError(errno.ENOSPC, "No space left on device"), "disk", "Make room"),
    (HFValidationError("bad name"), "address", "owner/name"),
    (DisabledRepoError("closed", response=answer(403)), "no_access", "closed"),
    (RepositoryNotFoundError("none", response=answer(404)), "missing", "Check its name"),
    (HfHubHTTPError("busy", response=answer(429)), "busy", "few minutes"),
    (HfHubHTTPError("forbidden", response=answer(403)), "no_access", "HF_TOKEN"),
    (HfHubHTTPError("odd", response=answer(418)), "bad_answer", "418"),
]


@pytest.mark.parametrize(("error", "reason", "words"), CASES)
def test_each_becomes_a_sentence(error: Exception, reason: str, words: str) -> None:
    with pytest.raises(FetchError) as caught, hub_errors("owner/set", has_token=False):
        raise error
    assert caught.value.reason is FetchReason(reason)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_fault_of_the_hub_passes() -> None:
    with pytest.raises(ZeroDivisionError), hub_errors("owner/set", has_token=False):
        raise ZeroDivisionError
    own = FetchError(FetchReason.DISK, "full")
    with pytest.raises(FetchError) as caught, hub_errors("owner/set", has_token=False):
        raise own
    assert caught.value is own
