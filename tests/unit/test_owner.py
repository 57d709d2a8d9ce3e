"""Who is the owner: of a Space its account, on a person's own machine whoever sits there; nobody through a tunnel."""

from __future__ import annotations

import base64
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.owner import Account, NotTheOwner, ownership_of, read_account, read_visit
from soundmark.settings import Settings, read_settings
from soundmark.variables import SettingsError

NOW_S = 1_800_000_000.0
OAUTH = {
    "OAUTH_CLIENT_ID": "id",
    "OAUTH_CLIENT_SECRET": "secret",
    "OAUTH_SCOPES": "openid profile",
    "OPENID_PROVIDER_URL": "https://huggingface.co",
}
SPACE = {"SYSTEM": "spaces", "SPACE_ID": "Maria/geo", "SPACE_HOST": "maria-geo.hf.space,sounds.example"}
KEY = "k" * 32


def session(name: str = "maria", *, ends_at: object = NOW_S + 60, **told: object) -> dict[str, object]:
    return {"oauth_info": {"expires_at": ends_at, "userinfo": {"sub": "5f", "preferred_username": name} | told}}


def scope(headers: Mapping[str, str], client: str = "127.0.0.1", **more: object) -> dict[str, object]:
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "client": (client, 50000), "headers": pairs} | more


def is_owner(settings: Settings, request: Mapping[str, object]) -> bool:
    return ownership_of(settings).is_owner(read_visit(request, now_s=NOW_S))


def on_space(**variables: str) -> Settings:
    return read_settings(SPACE | OAUTH | variables)


def through_the_hub(**more: object) -> dict[str, object]:
    return scope({"Host": "maria-geo.hf.space", "X-Forwarded-For": "203.0.113.9"}, "10.0.0.7", **more)


def test_on_a_space_the_owner_is_the_account_that_it_belongs_to() -> None:
    assert is_owner(on_space(), through_the_hub(session=session("maria")))
    assert is_owner(on_space(), through_the_hub(session=session("MARIA")))  # names of the Hub differ in more than case
    assert not is_owner(on_space(), through_the_hub(session=session("mallory")))
    assert not is_owner(on_space(), through_the_hub())
    assert not is_owner(on_space(), scope({"Host": "localhost:7860"}))  # no machine of a person


def test_others_can_be_named_and_administrators_of_an_organisation_count() -> None:
    assert is_owner(on_space(OWNERS="otto, ada"), through_the_hub(session=session("Ada")))
    orgs = [{"preferred_username": "Maria", "roleInOrg": "admin"}]
    members = [{"preferred_username": "Maria", "roleInOrg": "write"}, {"preferred_username": "maria"}]
    assert is_owner(on_space(), through_the_hub(session=session("ada", orgs=orgs)))
    assert not is_owner(on_space(), through_the_hub(session=session("ada", orgs=members)))


@pytest.mark.parametrize("missing", OAUTH)
def test_a_session_is_not_believed_where_its_key_is_known_to_everybody(missing: str) -> None:
    settings = read_settings(SPACE | {name: value for name, value in OAUTH.items() if name != missing})
    assert not settings.has_login
    assert not is_owner(settings, through_the_hub(session=session("maria")))


def test_a_login_that_has_run_out_is_a_guest() -> None:
    assert read_account(session(), NOW_S) == Account("5f", "maria")
    for ends_at in (NOW_S, NOW_S - 1, None, "9", float("nan"), float("inf"), -(10**400)):
        assert read_account(session(ends_at=ends_at), NOW_S) is None


def test_whoever_sits_at_the_machine_owns_what_runs_there() -> None:
    settings = read_settings({})
    for address in ("localhost:7860", "127.0.0.1:7860", "[::1]:7860", "LOCALHOST"):
        assert is_owner(settings, scope({"Host": address}))
    assert is_owner(settings, scope({"Host": "[::1]:7860"}, "::1"))
    assert is_owner(settings, scope({"Host": "localhost:7860", "Origin": "http://localhost:7860"}))


@pytest.mark.parametrize(
    ("headers", "client"),
    [
        ({"Host": "localhost:7860"}, "192.168.1.9"),  # from another machine, whatever it says
        ({"Host": "192.168.1.4:7860"}, "127.0.0.1"),
        ({"Host": "abc.gradio.live"}, "127.0.0.1"),  # through a tunnel that ends here
        ({"Host": "localhost:7860", "X-Forwarded-For": "203.0.113.9"}, "127.0.0.1"),  # through a proxy that runs here
        ({"Host": "localhost:7860", "forwarded": "for=203.0.113.9"}, "127.0.0.1"),
        ({"Host": "rebound.example:7860"}, "127.0.0.1"),  # a page elsewhere whose name leads here
        ({"Host": "127.0.0.1.evil.example"}, "127.0.0.1"),
        ({"Host": "localhost:7860", "Origin": "https://evil.example"}, "127.0.0.1"),  # a page that the owner has open
        ({"Host": "localhost:7860", "Origin": "http://localhost:3000"}, "127.0.0.1"),
        ({"Host": "localhost:7860", "Origin": "null"}, "127.0.0.1"),
        ({"Host": "", "Origin": "null"}, "127.0.0.1"),
        ({}, "127.0.0.1"),
        ({"Host": "["}, "127.0.0.1"),
    ],
)
def test_nobody_else_does(headers: dict[str, str], client: str) -> None:
    assert not is_owner(read_settings({}), scope(headers, client))


def test_what_is_meant_for_players_elsewhere_trusts_no_machine() -> None:
    here = scope({"Host": "localhost:7860"})
    assert is_owner(read_settings({"GRADIO_SERVER_NAME": "127.0.0.1", "GRADIO_SHARE": "False"}), here)
    for name, value in (
        ("PUBLIC_URL", "https://sounds.example"), ("GRADIO_SERVER_NAME", "0.0.0.0"), ("GRADIO_ROOT_PATH", "/sounds"),
        ("GRADIO_SHARE", "True"), ("GRADIO_SSR_MODE", "true"), ("OWNER_KEY", KEY),
    ):  # fmt: skip
        assert not is_owner(read_settings({name: value}), here), name
    assert not is_owner(read_settings({}), here | {"http_version": "1.0"}), "as nginx passes a request on"


def test_a_page_of_somebody_else_cannot_use_the_owners_session() -> None:
    own = {"Host": "maria-geo.hf.space"}
    for origin in ("https://maria-geo.hf.space", "https://sounds.example"):
        assert is_owner(on_space(), scope(own | {"Origin": origin}, "10.0.0.7", session=session()))
    for origin in ("https://evil.example", "https://huggingface.co", "null", ""):
        assert not is_owner(on_space(), scope(own | {"Origin": origin}, "10.0.0.7", session=session()))


def test_a_key_opens_it_from_elsewhere() -> None:
    def basic(password: str) -> dict[str, object]:
        code = base64.b64encode(f"owner:{password}".encode()).decode()
        return scope({"Host": "sounds.example", "Authorization": f"Basic {code}"}, "203.0.113.9")

    settings = read_settings({"OWNER_KEY": KEY})
    assert is_owner(settings, basic(KEY))
    assert not is_owner(settings, basic(KEY[1:]))
    assert not is_owner(read_settings({}), basic(""))
    for wrong in ("Basic", "Basic %%%", "Basic /w==", f"Bearer {KEY}", "Basic \u00fc"):
        assert not is_owner(settings, scope({"Host": "sounds.example", "Authorization": wrong}, "203.0.113.9"))
    assert KEY not in repr(settings)
    assert KEY not in repr(read_visit(basic(KEY)))
    here = scope({"Host": "localhost:7860"})
    assert not is_owner(settings, here), "several people may have accounts on this machine"
    with pytest.raises(SettingsError, match="OWNER_KEY has 5 characters"):
        read_settings({"OWNER_KEY": "short"})


def test_whoever_is_not_gets_a_sentence() -> None:
    rule = ownership_of(on_space())
    rule.require(read_visit(through_the_hub(session=session()), now_s=NOW_S))
    with pytest.raises(NotTheOwner, match="Log in as the owner"):
        rule.require(read_visit(through_the_hub(), now_s=NOW_S))


def test_names_that_no_account_has_are_refused() -> None:
    with pytest.raises(SettingsError, match="OWNERS holds '<b>'"):
        read_settings({"OWNERS": "maria,<b>"})


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["oauth_info", "userinfo", "orgs", "sub", "preferred_username", "expires_at", "roleInOrg"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(kept=ANYTHING, host=st.text(max_size=30), client=ANYTHING)
def test_no_request_breaks_the_rule(kept: object, host: str, client: object) -> None:
    request = {"headers": [(b"host", host.encode())], "client": client, "session": kept}
    assert ownership_of(on_space()).is_owner(read_visit(request, now_s=NOW_S)) in (True, False)
