"""Only the named hosts are visited, encrypted, and never a machine of the own network, redirects included."""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest

from soundmark.benchmarks.fetch import ARCHIVE_ORG, AllowedHosts, FetchError, FetchReason, FileCache, WebFiles
from soundmark.benchmarks.fetch import addresses as addresses_module
from soundmark.benchmarks.fetch.addresses import is_public
from tests.support.faulty_web import Fault, FaultyWeb, faulty_web
from tests.unit.fetch.conftest import LOOPBACK, QUICK


@pytest.fixture
def _public(monkeypatch: pytest.MonkeyPatch) -> None:
    """No name is looked up."""
    monkeypatch.setattr(addresses_module, "is_public", lambda host: True)


@pytest.mark.usefixtures("_public")
@pytest.mark.parametrize(
    ("address", "visited"),
    [
        ("https://archive.org/download/aporee_1_2/a.mp3", "https://archive.org/download/aporee_1_2/a.mp3"),
        ("http://archive.org/download/aporee_1_2/a.mp3", "https://archive.org/download/aporee_1_2/a.mp3"),
        ("https://ia600200.us.archive.org/1/items/a.mp3", "https://ia600200.us.archive.org/1/items/a.mp3"),
        ("https://dn790009.ca.archive.org/0/a.mp3", "https://dn790009.ca.archive.org/0/a.mp3"),
        ("https://ARCHIVE.org./a.mp3", None),
        ("https://archive.org.evil.example/a.mp3", "refused"),
        ("https://evilarchive.org/a.mp3", "refused"),
        ("https://us.archive.org.evil.example/a.mp3", "refused"),
        ("https://archive.org@evil.example/a.mp3", "refused"),
        ("https://user:secret@archive.org/a.mp3", "refused"),
        ("https://archive.org:8443/a.mp3", "refused"),
        ("https://127.0.0.1/a.mp3", "refused"),
        ("https://[::1]/a.mp3", "refused"),
        ("https://2130706433/a.mp3", "refused"),
        ("ftp://archive.org/a.mp3", "refused"),
        ("file:///etc/passwd", "refused"),
        ("//archive.org/a.mp3", "refused"),
        ("archive.org/a.mp3", "refused"),
        ("https://archive.org/a\r\nHost: x", "refused"),
        ("https://archive.org/" + "a" * 3000, "refused"),
        ("https://[archive.org/a", "refused"),
        ("", "refused"),
    ],
)
def test_what_is_visited(address: str, visited: str | None) -> None:
    if visited == "refused":
        with pytest.raises(FetchError) as caught:
            ARCHIVE_ORG.checked(address)
        assert caught.value.reason is FetchReason.ADDRESS
    else:
        found = ARCHIVE_ORG.checked(address)
        assert found.scheme == "https"
        assert visited is None or str(found) == visited


@pytest.mark.usefixtures("_public")
def test_a_relative_redirect_is_read_from_where_it_came() -> None:
    base = httpx2.URL("https://archive.org/download/a/b.mp3")
    assert str(ARCHIVE_ORG.checked("/items/b.mp3", base)) == "https://archive.org/items/b.mp3"
    with pytest.raises(FetchError):
        ARCHIVE_ORG.checked("//10.0.0.1/b.mp3", base)


@pytest.mark.parametrize(
    ("host", "public"),
    [
        ("127.0.0.1", False), ("10.1.2.3", False), ("192.168.0.1", False), ("169.254.169.254", False),
        ("0.0.0.0", False),
        ("::1", False), ("fe80::1", False), ("::ffff:127.0.0.1", False), ("fd00::1", False), ("100.64.0.1", False),
        ("207.241.224.2", True), ("2001:4860:4860::8888", True), ("localhost", False),
    ],
)  # fmt: skip
def test_private_machines(host: str, public: bool) -> None:
    assert is_public(host) is public


def test_a_name_that_leads_to_this_machine_is_not_visited() -> None:
    with pytest.raises(FetchError, match="private network"):
        AllowedHosts(names=("localhost",)).checked("https://localhost/a.mp3")


@pytest.mark.parametrize(
    "target", ["http://127.0.0.2:{port}/private", "http://169.254.169.254/latest/meta-data", "file:///etc/passwd"]
)
def test_a_redirect_elsewhere_is_not_followed(web: FaultyWeb, cache: FileCache, target: str) -> None:
    with faulty_web("127.0.0.2") as private:
        private.files["/private"] = b"secret"
        port = private.address.rpartition(":")[2]
        web.files["/a.mp3"] = b"sound"
        web.faults["/a.mp3"] = [Fault(status=302, headers={"Location": target.format(port=port)})]
        files = WebFiles(cache, hosts=LOOPBACK, pace=QUICK)
        with pytest.raises(FetchError) as caught:
            files.fetch("a", web.url("/a.mp3"))
        files.close()
        assert caught.value.reason is FetchReason.ADDRESS
        assert private.asked == []


def test_a_redirect_within_the_hosts_is_followed(web: FaultyWeb, cache: FileCache) -> None:
    web.files["/items/a.mp3"] = b"sound"
    web.faults["/a.mp3"] = [Fault(status=302, headers={"Location": "/items/a.mp3"})]
    files = WebFiles(cache, hosts=LOOPBACK, pace=QUICK)
    assert files.fetch("a", web.url("/a.mp3")).path.read_bytes() == b"sound"
    web.faults["/loop"] = [Fault(status=302, headers={"Location": "/loop"})] * 50
    with pytest.raises(FetchError, match="circle"):
        files.fetch("loop", web.url("/loop"))
    files.close()


def test_messages_name_the_address_and_stay_short(tmp_path: Path) -> None:
    files = WebFiles(FileCache(tmp_path, max_bytes=1000))
    with pytest.raises(FetchError) as caught:
        files.fetch("a", "https://example.invalid/" + "<script>" * 100)
    assert len(str(caught.value)) < 250
