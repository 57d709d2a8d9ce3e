"""Who a browser is told to be, and that what stands for an account cannot be made by anybody else."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.owner import Account, Ownership, Visit
from soundmark.ownership.who import who_is
from soundmark.secret import Secret
from soundmark.store.ids import ACCOUNT_TOKEN_S, PlayerError, PlayerIds

IDS = PlayerIds(Secret("s" * 32), is_logged=True)
RULE = Ownership(names=frozenset({"maria"}), has_login=True, hosts=frozenset({"x.hf.space"}))
MARIA = Visit(client_host="10.0.0.1", address="x.hf.space", account=Account("5f01", "maria"))
NOW_S = 1_800_000_000.0


def test_an_account_is_the_same_player_on_every_machine_and_after_a_new_name() -> None:
    told = who_is(MARIA, RULE, IDS)
    renamed = who_is(dataclasses.replace(MARIA, account=Account("5f01", "marie")), RULE, IDS)
    assert told is not None
    assert renamed is not None
    player = IDS.player(told["player"])
    assert player == IDS.player(renamed["player"])
    assert player.has_account
    assert player.responder_id is not None
    assert player != IDS.player(IDS.account_token("5f02"))
    assert (told["name"], told["is_owner"], renamed["is_owner"]) == ("maria", True, False)


def test_neither_name_nor_account_is_in_what_the_page_sends_or_the_log_gets() -> None:
    # not a hexadecimal word: a random token may hold any of those
    token = IDS.account_token("account-of-maria")
    assert "maria" not in token
    assert "maria" not in repr(IDS.player(token))


def test_a_guest_and_a_page_of_somebody_else_learn_no_name() -> None:
    guest = who_is(dataclasses.replace(MARIA, account=None), RULE, IDS)
    assert guest == {"name": "", "player": "", "can_login": True, "is_logged": True, "is_owner": False}
    assert who_is(dataclasses.replace(MARIA, origin="evil.example"), RULE, IDS) is None
    unsigned = who_is(MARIA, dataclasses.replace(RULE, has_login=False), IDS)
    assert unsigned is not None
    assert (unsigned["name"], unsigned["player"], unsigned["is_owner"]) == ("", "", False)


def test_a_guest_has_no_account_and_keeps_the_id_that_was_logged_before() -> None:
    guest = IDS.player("12345678-1234-4123-8123-123456789abc")
    assert not guest.has_account
    # HMAC-SHA256 of "anon:12345678-1234-4123-8123-123456789abc" with 32 letters s, by openssl; its first 32 digits
    assert guest.responder_id == "9a9104ad1b40b943c11b3416563dd27c"


def test_a_token_ends_and_is_of_one_deployment() -> None:
    token = IDS.account_token("5f01", now_s=NOW_S)
    assert IDS.player(token, now_s=NOW_S + ACCOUNT_TOKEN_S).has_account
    with pytest.raises(PlayerError, match="reload"):
        IDS.player(token, now_s=NOW_S + ACCOUNT_TOKEN_S + 1)
    with pytest.raises(PlayerError):
        PlayerIds(Secret("t" * 32), is_logged=True).player(token, now_s=NOW_S)


@given(place=st.integers(min_value=0, max_value=113), sign=st.sampled_from("0123456789abcdef.h"))
def test_a_token_that_was_changed_anywhere_is_refused(place: int, sign: str) -> None:
    token = IDS.account_token("5f01", now_s=NOW_S)
    changed = token[:place] + sign + token[place + 1 :]
    if changed != token:
        with pytest.raises(PlayerError):
            IDS.player(changed, now_s=NOW_S)


def test_without_a_salt_of_its_own_a_space_logs_no_id_of_an_account() -> None:
    ids = PlayerIds(Secret("s" * 32), is_logged=False)
    player = ids.player(ids.account_token("5f01"))
    assert (player.responder_id, player.salt_id, player.has_account) == (None, None, True)
