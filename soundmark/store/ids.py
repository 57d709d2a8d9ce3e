"""Ids: of responses, rounds and games, and of players."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from soundmark.settings import Secret
from soundmark.types import GameId, OwnerKey, RoundId, SoundmarkError

BROWSER_TOKEN = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


class PlayerError(SoundmarkError):
    """A browser that did not say who it is."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person at a browser.

    Attributes:
        owner: whose rounds these are, on this server only.
        responder_id: the anonymous id that is logged; None when the deployment has no salt of its own.
        salt_id: which salt made the id.
    """

    owner: OwnerKey
    responder_id: str | None
    salt_id: str | None


@dataclass(frozen=True, slots=True)
class PlayerIds:
    """Turns the random id that a browser keeps into an anonymous one, by a keyed hash (HMAC-SHA256).

    Attributes:
        salt: the key.
        is_logged: whether the ids may be logged. False on a Space without `PLAYER_SALT`, where the salt is lost with
            the disk, so that ids would seem to be new people at every restart.
    """

    salt: Secret
    is_logged: bool

    def player(self, browser_token: object) -> Player:
        """The player behind a browser's random id (a UUID4 that the browser made and keeps).

        Raises:
            PlayerError: when it is not such an id.
        """
        if not isinstance(browser_token, str) or not BROWSER_TOKEN.fullmatch(browser_token):
            raise PlayerError("Your browser did not send its player id. Please reload the page.")
        digest = hmac.new(self.salt.value.encode(), b"anon:" + browser_token.encode(), hashlib.sha256).hexdigest()[:32]
        if not self.is_logged:
            return Player(OwnerKey(digest), None, None)
        return Player(OwnerKey(digest), digest, self.salt_id)

    @property
    def salt_id(self) -> str:
        """Names the salt without giving it away."""
        return hashlib.sha256(b"id" + self.salt.value.encode()).hexdigest()[:8]


def player_ids(salt: Secret, *, on_space: bool, data_dir: Path) -> PlayerIds:
    """The player ids of this deployment; without a given salt, one is made once and kept in `data_dir`.

    Raises:
        PlayerError: when the salt can be neither read nor kept.
    """
    if salt:
        return PlayerIds(salt, is_logged=True)
    path = data_dir / "player_salt"
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _keep_first(path, secrets.token_hex(32))
        kept = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise PlayerError(
            f"The player salt in {path.name} cannot be kept ({error}). Make DATA_DIR writable."
        ) from error
    if len(kept) < 32:
        raise PlayerError(f"The file {path.name} in DATA_DIR is damaged. Delete it: players then get new ids.")
    return PlayerIds(Secret(kept), is_logged=not on_space)


def _keep_first(path: Path, text: str) -> None:
    """Write the file whole, or leave the one that another process has just written."""
    draft = path.with_name(f"{path.name}-{secrets.token_hex(8)}")
    draft.touch(mode=0o600)
    draft.write_text(text, encoding="utf-8")
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def new_response_id() -> str:
    """A UUIDv7: unique over all deployments, and sorted by time."""
    import uuid_utils

    return str(uuid_utils.uuid7())


def new_round_id() -> RoundId:
    """An id of 128 random bits that nobody can guess."""
    return RoundId(secrets.token_urlsafe(16))


def new_game_id() -> GameId:
    """An id of 128 random bits that nobody can guess."""
    return GameId(secrets.token_urlsafe(16))
