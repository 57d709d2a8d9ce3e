"""Brings a Space's files to the Hub, in one commit."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from soundmark import __version__
from soundmark.deploy.files import PACKAGES
from soundmark.secret import Secret
from soundmark.store.hub_client import TIMEOUT_S, hub_api
from soundmark.store.hub_errors import HubRefusal, Place, translated_errors

PAYMENT_REQUIRED = 402


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """What was done on the Hub.

    Attributes:
        is_new: whether the Space was made.
        url: where it is.
    """

    is_new: bool
    url: str


def push(files: Mapping[str, bytes], repo: str, *, token: Secret, endpoint: str = "", private: bool = False) -> Pushed:
    """Put the files of a Space on the Hub, and take away what is left of earlier code; other files stay.

    A new Space is given a random `PLAYER_SALT` of its own as a secret, so that players keep their ids when it restarts.

    Args:
        files: contents by path.
        repo: owner/name.
        token: that may write there.
        endpoint: of another Hub than huggingface.co.
        private: whether a new Space is seen by its owner only.

    Raises:
        HubError: when the Hub did not take them; the text says what to do.
    """
    from huggingface_hub import CommitOperation, CommitOperationAdd, CommitOperationDelete

    if not token:
        raise HubRefusal("Set HF_TOKEN to a token that may write to your Spaces, or name a folder in --to.")
    api = hub_api(token, endpoint, TIMEOUT_S)
    with translated_errors(Place(repo, kind="Space", setting="--to")):
        is_new = not api.repo_exists(repo, repo_type="space")
        if is_new:
            salt = [{"key": "PLAYER_SALT", "value": secrets.token_hex(32)}]
            with _told_of_plans(repo):
                api.create_repo(repo, repo_type="space", space_sdk="gradio", private=private, space_secrets=salt)
        there = api.list_repo_files(repo, repo_type="space")
        stale = [path for path in there if path not in files and path.partition("/")[0] in PACKAGES]
        changes: list[CommitOperation] = [CommitOperationDelete(path) for path in stale]
        changes += [CommitOperationAdd(path, content) for path, content in files.items()]
        api.create_commit(repo, changes, repo_type="space", commit_message=f"Soundmark {__version__}")
    return Pushed(is_new=is_new, url=f"{api.endpoint}/spaces/{repo}")


@contextmanager
def _told_of_plans(repo: str) -> Iterator[None]:
    """Making a Gradio Space may need a paid plan, which the Hub says with a status of its own."""
    from huggingface_hub.errors import HfHubHTTPError

    try:
        yield
    except HfHubHTTPError as error:
        if error.response.status_code != PAYMENT_REQUIRED:
            raise
        raise HubRefusal(
            f"The Hub makes {repo} for accounts with a paid plan only (402). Take one, or run the Docker image."
        ) from error
