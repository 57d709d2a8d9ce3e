"""What the Hub's refusals mean for whoever runs the app, one sentence each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from soundmark.benchmarks.fetch.errors import FetchError, FetchReason, disk_error

if TYPE_CHECKING:
    import httpx2

_HUB = "https://huggingface.co"
_TOKEN = "HF_TOKEN (on a Space: Settings, Variables and secrets)"  # noqa: S105 - a name, no token


@contextmanager
def hub_errors(dataset: str, *, has_token: bool) -> Iterator[None]:
    """Turn whatever the libraries raise into a FetchError.

    Args:
        dataset: owner/name.
        has_token: whether the request carried a token.
    """
    import httpx2
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, OfflineModeIsEnabled

    try:
        yield
    except OfflineModeIsEnabled as error:
        raise offline_error(dataset) from error
    except HfHubHTTPError as error:
        raise by_answer(error, dataset, has_token=has_token) from error
    except HFValidationError as error:
        text = f"The Hub has no place for a dataset named {dataset!r}. Write it as owner/name."
        raise FetchError(FetchReason.ADDRESS, text) from error
    except (httpx2.HTTPError, OSError, RuntimeError) as error:
        raise _by_cause(error, dataset, has_token=has_token) from error


def offline_error(dataset: str) -> FetchError:
    """For what is not on this machine while the app stays offline."""
    text = f"This part of {dataset} is not on this machine, and HF_HUB_OFFLINE is set. Unset it to fetch it."
    return FetchError(FetchReason.OFFLINE, text)


def by_answer(error: Exception, dataset: str, *, has_token: bool) -> FetchError:
    """The meaning of an answer that is no success: gated, missing and forbidden are told apart."""
    from huggingface_hub.errors import DisabledRepoError, EntryNotFoundError, GatedRepoError, RevisionNotFoundError

    if isinstance(error, GatedRepoError):
        return FetchError(FetchReason.TERMS, _terms(dataset, has_token=has_token))
    if isinstance(error, DisabledRepoError):
        return FetchError(
            FetchReason.NO_ACCESS, f"The Hub has closed the dataset {dataset} ({_HUB}/datasets/{dataset})."
        )
    if isinstance(error, RevisionNotFoundError):
        text = f"{dataset} has no such revision any more. Set BENCHMARK_REVISIONS to one of its commits."
        return FetchError(FetchReason.MISSING, text)
    if isinstance(error, EntryNotFoundError):
        text = f"{dataset} has no such file in this revision. It may have been moved: see {_HUB}/datasets/{dataset}."
        return FetchError(FetchReason.MISSING, text)
    response: httpx2.Response | None = getattr(error, "response", None)
    return _by_status(response, dataset, has_token=has_token)


def _terms(dataset: str, *, has_token: bool) -> str:
    if has_token:
        return (
            f"{dataset} asks to accept its terms: open {_HUB}/datasets/{dataset} with the account of {_TOKEN}, "
            "accept them, and start again."
        )
    return (
        f"{dataset} asks to accept its terms: log in at {_HUB}/datasets/{dataset}, accept them, and put a token of "
        f"that account into {_TOKEN}."
    )


def _by_status(response: httpx2.Response | None, dataset: str, *, has_token: bool) -> FetchError:
    status = 0 if response is None else int(response.status_code)
    said = "" if response is None else response.headers.get("x-error-message", "")
    if status == 401 and (has_token or "credentials" in said.lower()):
        text = f"The Hub does not accept the token (401). Put a valid one into {_TOKEN}, or none for public datasets."
        return FetchError(FetchReason.NO_ACCESS, text)
    if status == 401:
        text = (
            f"The Hub shows no dataset {dataset} without a token. Check its name; if it is private, put a token that "
            f"may read it into {_TOKEN}."
        )
        return FetchError(FetchReason.NO_TOKEN, text)
    if status == 403:
        text = f"The token may not read {dataset} (403). Put one that may into {_TOKEN}."
        return FetchError(FetchReason.NO_ACCESS, text)
    if status in (404, 410):
        why = ", or the token may not see it" if has_token else ""
        return FetchError(FetchReason.MISSING, f"The Hub has no dataset {dataset}{why} ({status}). Check its name.")
    if status in (408, 429) or status >= 500:
        return FetchError(FetchReason.BUSY, f"The Hub is busy ({status}). Try again in a few minutes.")
    return FetchError(FetchReason.BAD_ANSWER, f"The Hub answers {status or 'nothing usable'} for {dataset}.")


def _by_cause(error: BaseException, dataset: str, *, has_token: bool) -> FetchError:
    """What lies beneath a wrapped error: an answer, a broken connection, a full disk."""
    import httpx2
    from huggingface_hub.errors import HfHubHTTPError, OfflineModeIsEnabled

    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, OfflineModeIsEnabled):
            return offline_error(dataset)
        if isinstance(cause, HfHubHTTPError):
            return by_answer(cause, dataset, has_token=has_token)
        if isinstance(cause, httpx2.HTTPError):
            text = f"The Hub cannot be reached ({type(cause).__name__}). Check the network."
            return FetchError(FetchReason.NO_NETWORK, text)
        cause = cause.__cause__
    return _without_answer(error, dataset)


def _without_answer(error: BaseException, dataset: str) -> FetchError:
    if "Consistency check failed" in str(error):
        text = f"A file of {dataset} arrived with another size than the Hub announces. Fetch it again."
        return FetchError(FetchReason.BAD_ANSWER, text)
    if isinstance(error, RuntimeError):  # the library's shared client was renewed meanwhile, or its Xet client gave up
        text = f"Reading {dataset} from the Hub broke off. It is tried again."
        return FetchError(FetchReason.NO_NETWORK, text)
    if isinstance(error, FileNotFoundError):
        return FetchError(FetchReason.MISSING, f"{dataset} has no such file. See {_HUB}/datasets/{dataset}.")
    if isinstance(error, OSError) and error.errno is not None:
        return disk_error(error)
    return FetchError(FetchReason.BAD_ANSWER, f"Reading {dataset} from the Hub failed ({type(error).__name__}).")
