"""Which addresses may be visited: named hosts, encrypted, and never a machine of the own network."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING

from soundmark.audio.errors import shown
from soundmark.benchmarks.fetch.errors import FetchError, FetchReason

if TYPE_CHECKING:
    import httpx2

MAX_ADDRESS_CHARACTERS = 2048


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedHosts:
    """The hosts that one benchmark's files may come from. Every redirect is held against it too.

    Attributes:
        names: host names; one with a leading dot stands for everything below it.
        is_loopback_test: also plain http, other ports and addresses of this machine, for a server of a test.
    """

    names: tuple[str, ...]
    is_loopback_test: bool = False

    def checked(self, address: str, base: httpx2.URL | None = None) -> httpx2.URL:
        """The address, made https, when it may be visited.

        Args:
            address: absolute, or relative to `base`.
            base: the address that redirected to it.

        Raises:
            FetchError: when it may not.
        """
        import httpx2

        if len(address) > MAX_ADDRESS_CHARACTERS or not address.isprintable():
            raise _refused(address, "it is too long or holds control characters")
        try:
            url = httpx2.URL(address) if base is None else base.join(address)
        except (httpx2.InvalidURL, ValueError) as error:
            raise _refused(address, "it cannot be read") from error
        if url.scheme == "http" and not self.is_loopback_test:
            url = url.copy_with(scheme="https", port=None if url.port in (None, 80) else url.port)
        self._check(url)
        return url

    def _check(self, url: httpx2.URL) -> None:
        host = url.host.lower().rstrip(".")
        if url.scheme not in (("https", "http") if self.is_loopback_test else ("https",)):
            raise _refused(str(url), "only https addresses are visited")
        if url.userinfo:
            raise _refused(str(url), "it holds a user name")
        if url.port not in (None, 443) and not self.is_loopback_test:
            raise _refused(str(url), "it names a port")
        if not any(host == name or (name.startswith(".") and host.endswith(name)) for name in self.names):
            raise _refused(str(url), "its host is not one of those that publish this benchmark")
        if not self.is_loopback_test and not is_public(host):
            raise _refused(str(url), "its host is a machine of a private network")


def is_public(host: str) -> bool:
    """Whether every address behind a name is one of the public internet; a name that leads nowhere counts as public.

    A name may lead elsewhere a moment later; that a stranger cannot use this for https is up to the certificate.
    """
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return True  # the connection will say so
    return all(_is_public_address(str(entry[4][0])) for entry in found)


def _is_public_address(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_global


def _refused(address: str, why: str) -> FetchError:
    return FetchError(FetchReason.ADDRESS, f"The address {shown(address)} is not visited: {why}.")


ARCHIVE_ORG = AllowedHosts(names=("archive.org", "www.archive.org", ".us.archive.org", ".ca.archive.org"))
"""The Internet Archive: downloads are redirected to its data centres in the United States and in Canada."""
