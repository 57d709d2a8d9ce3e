"""Ids: of responses, rounds and games, and of players."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from soundmark.secret import Secret
from soundmark.types import GameId, OwnerKey, RoundId, SoundmarkError

BROWSER_TOKEN = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
ACCOUNT_TOKEN = re.compile(r"hf\.(?P<digest>[0-9a-f]{32})\.(?P<ends_at>[0-9]{1,12})\.(?P<seal>[0-9a-f]{64})")
ACCOUNT_TOKEN_S = 30 * 86400
"""How long a page may stay open before a player who has logged in must load it again."""


UNKNOWN = "Your browser did not send its player id. Please reload the page."


class PlayerError(SoundmarkError):
    """A browser that did not say who it is."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person at a browser.

    Attributes:
        owner: whose rounds these are, on this server only.
        responder_id: the anonymous id that is logged; None when the deployment has no salt of its own.
        salt_id: which salt made the id.
        has_account: whether the person has logged in.
    """

    owner: OwnerKey
    responder_id: str | None
    salt_id: str | None
    has_account: bool = False


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

    def player(self, browser_token: object, *, now_s: float | None = None) -> Player:
        """The player behind what a browser sent: the random id (UUID4) that it made and keeps, or an account token.

        Args:
            browser_token: what it sent.
            now_s: stands in for the time, in seconds since 1970, for tests.

        Raises:
            PlayerError: when it is neither, and when an account token is too old or not of this deployment.
        """
        if not isinstance(browser_token, str):
            raise PlayerError(UNKNOWN, key="err_no_player")
        if BROWSER_TOKEN.fullmatch(browser_token):
            return self._known(self._keyed(f"anon:{browser_token}")[:32])
        sealed = ACCOUNT_TOKEN.fullmatch(browser_token)
        if sealed is None or not hmac.compare_digest(self._seal(sealed["digest"], sealed["ends_at"]), sealed["seal"]):
            raise PlayerError(UNKNOWN, key="err_no_player")
        if int(sealed["ends_at"]) < (time.time() if now_s is None else now_s):
            raise PlayerError("This page has been open for a long time. Please reload it.", key="err_page_old")
        return self._known(sealed["digest"], has_account=True)

    def account_token(self, user_id: str, *, now_s: float | None = None) -> str:
        """What the page of somebody who has logged in sends in place of a browser's random id.

        It holds the anonymous id, so that the account cannot be read from it, and a seal, so that nobody makes one.

        Args:
            user_id: the Hub's own id of the account, the same on every machine and after a new name.
            now_s: stands in for the time, in seconds since 1970, for tests.
        """
        digest = self._keyed(f"hf:{user_id}")[:32]
        ends_at = str(int(time.time() if now_s is None else now_s) + ACCOUNT_TOKEN_S)
        return f"hf.{digest}.{ends_at}.{self._seal(digest, ends_at)}"

    def _known(self, digest: str, *, has_account: bool = False) -> Player:
        if not self.is_logged:
            return Player(OwnerKey(digest), None, None, has_account)
        return Player(OwnerKey(digest), digest, self.salt_id, has_account)

    def _seal(self, digest: str, ends_at: str) -> str:
        return self._keyed(f"account token:{digest}:{ends_at}")

    def _keyed(self, text: str) -> str:
        return hmac.new(self.salt.value.encode(), text.encode(), hashlib.sha256).hexdigest()

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
