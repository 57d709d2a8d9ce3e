"""Who owns a deployment: on a Space an account of the Hub, on a person's own machine whoever sits at it.

Every handler that only the owner may call asks `Ownership.is_owner` again for the request that it serves; that the page
showed no button to others is no protection.
"""

from __future__ import annotations

import base64
import hmac
import ipaddress
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from soundmark.secret import Secret
from soundmark.settings import Settings
from soundmark.types import SoundmarkError

FORWARDING = frozenset(
    {"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "cf-connecting-ip"}
)
"""Headers of a proxy or a tunnel: whoever is behind it does not sit at this machine."""
ORG_ADMIN = "admin"
MAX_NAME_CHARS = 96


class NotTheOwner(SoundmarkError):
    """Something that only the owner may see or do."""


@dataclass(frozen=True, slots=True)
class Account:
    """The Hub account with which a visitor has logged in.

    Attributes:
        user_id: the Hub's own id of it (`sub` of OpenID Connect), which survives a new name.
        name: the user name.
        administers: lower-case names of the organisations that it administers, as far as the login told.
    """

    user_id: str
    name: str
    administers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """What of a request says who sends it.

    Attributes:
        client_host: the address at the other end of the connection.
        address: the host that was asked for, with its port if one was given, lower-case; '' without the header.
        origin: the same of the page that sent the request, '' for a sandboxed one; None when the browser did not say.
        is_forwarded: whether it came through a proxy or a tunnel.
        password: of HTTP Basic authentication; None without.
        account: the account that is logged in.
    """

    client_host: str
    address: str
    origin: str | None = None
    is_forwarded: bool = False
    password: Secret | None = None
    account: Account | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ownership:
    """The rule of a deployment.

    Attributes:
        names: lower-case names of accounts, or of organisations whose administrators count.
        has_login: whether sessions can be believed: they are signed with the secret of the Space's OAuth application,
            and without one with a key that everybody knows.
        hosts: further addresses that pages of its own come from: a Space's, and where players find the app.
        trusts_this_machine: whether whoever sits at the machine is the owner. A proxy in front of the app sits at it
            too, and not every one says so in a header: hence not where anything tells of players elsewhere.
        key: whoever sends it as the password is the owner; empty for nobody.
    """

    names: frozenset[str] = frozenset()
    has_login: bool = False
    hosts: frozenset[str] = frozenset()
    trusts_this_machine: bool = False
    key: Secret = field(default_factory=lambda: Secret(""))

    def is_owner(self, visit: Visit) -> bool:
        """Whether a request comes from the owner, and from no page of somebody else that the owner has open."""
        if self.is_foreign(visit):
            return False
        return self._is_named(visit.account) or self._sits_here(visit) or self._has_key(visit.password)

    def is_foreign(self, visit: Visit) -> bool:
        """Whether a page of somebody else sent the request: the browser may have added what proves who sits at it."""
        return visit.origin is not None and (not visit.origin or visit.origin not in self.hosts | {visit.address})

    def require(self, visit: Visit) -> None:
        """Let the owner pass.

        Raises:
            NotTheOwner: for everybody else.
        """
        if not self.is_owner(visit):
            raise NotTheOwner("Only the owner of this deployment can do this. Log in as the owner and try again.")

    def _is_named(self, account: Account | None) -> bool:
        return self.has_login and account is not None and not self.names.isdisjoint(_names_of(account))

    def _sits_here(self, visit: Visit) -> bool:
        # The name that was asked for counts too: a page elsewhere whose name leads to this machine has another one.
        asked = _host_name(visit.address)
        is_direct = not visit.is_forwarded and _is_loopback(visit.client_host)
        return self.trusts_this_machine and is_direct and (asked == "localhost" or _is_loopback(asked))

    def _has_key(self, password: Secret | None) -> bool:
        return bool(self.key) and password is not None and hmac.compare_digest(_bytes(self.key), _bytes(password))


def ownership_of(settings: Settings) -> Ownership:
    """The rule of a deployment by its settings."""
    owner = settings.space_id.partition("/")[0]
    named = {owner, *settings.owners} if settings.on_space else set(settings.owners)
    return Ownership(
        names=frozenset(name.lower() for name in named if name),
        has_login=settings.has_login,
        hosts=frozenset({*settings.space_hosts, settings.public_url.lower().partition("://")[2]} - {""}),
        trusts_this_machine=settings.is_personal,
        key=settings.owner_key,
    )


def read_visit(scope: Mapping[str, object], *, now_s: float | None = None) -> Visit:
    """What an ASGI scope says of who sent a request: `request.scope`, in a handler of Gradio `request.request.scope`.

    Args:
        scope: of HTTP. Nothing in it is believed to have a form.
        now_s: stands in for the time, in seconds since 1970, for tests.
    """
    headers = _headers(scope.get("headers"))
    client = scope.get("client")
    origin = headers.get("origin")
    return Visit(
        client_host=str(client[0]) if isinstance(client, tuple | list) and client else "",
        address=headers.get("host", "").strip().lower(),
        origin=None if origin is None else origin.strip().lower().partition("://")[2],
        # No browser speaks HTTP/1.0; nginx does to what stands behind it, unless it is told otherwise.
        is_forwarded=not FORWARDING.isdisjoint(headers) or scope.get("http_version") == "1.0",
        password=_password(headers.get("authorization", "")),
        account=read_account(scope.get("session"), time.time() if now_s is None else now_s),
    )


def read_account(session: object, now_s: float) -> Account | None:
    """The account in a session as Gradio keeps it; None for a guest, and when the login has run out.

    Args:
        session: what the signed cookie holds.
        now_s: the time, in seconds since 1970.
    """
    login = session.get("oauth_info") if isinstance(session, Mapping) else None
    if not isinstance(login, Mapping):
        return None
    ends_at, told = login.get("expires_at"), login.get("userinfo")
    if not isinstance(ends_at, int | float) or not now_s < ends_at < math.inf:
        return None
    if not isinstance(told, Mapping):
        return None
    user_id, name = told.get("sub"), told.get("preferred_username")
    if not (_is_name(user_id) and _is_name(name)):
        return None
    return Account(str(user_id), str(name), _administered(told.get("orgs")))


def _administered(organisations: object) -> frozenset[str]:
    found = organisations if isinstance(organisations, list) else []
    return frozenset(
        str(one["preferred_username"]).lower()
        for one in found
        if isinstance(one, Mapping) and one.get("roleInOrg") == ORG_ADMIN and _is_name(one.get("preferred_username"))
    )


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_NAME_CHARS and value.isprintable()


def _names_of(account: Account) -> frozenset[str]:
    return account.administers | {account.name.lower()}


def _headers(pairs: object) -> dict[str, str]:
    """The headers by lower-case name; of two that are alike the last."""
    found: dict[str, str] = {}
    for name, value in pairs if isinstance(pairs, list | tuple) else ():
        found[name.decode("latin-1").lower()] = value.decode("latin-1")
    return found


def _host_name(address: str) -> str:
    """The host of an address without its port; '' when it has none."""
    try:
        return urlsplit(f"//{address}").hostname or ""
    except ValueError:
        return ""


def _is_loopback(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback


def _password(authorization: str) -> Secret | None:
    scheme, _, coded = authorization.partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        _, colon, password = base64.b64decode(coded, validate=True).decode().partition(":")
    except ValueError:
        return None
    return Secret(password) if colon else None


def _bytes(secret: Secret) -> bytes:
    return secret.value.encode()
