"""What a browser is told of whoever sits at it."""

from __future__ import annotations

from collections.abc import Mapping

from soundmark.owner import Ownership, Visit
from soundmark.store.ids import PlayerIds


def who_is(visit: Visit, rule: Ownership, players: PlayerIds) -> Mapping[str, object] | None:
    """The name to greet with, and what the page sends as the player; None for a page of somebody else.

    A page of somebody else that is open in the same browser may send this browser's cookies, and must learn nothing.

    Args:
        visit: the request.
        rule: whether sessions can be believed, and who owns the deployment.
        players: makes what stands for an account.
    """
    if rule.is_foreign(visit):
        return None
    account = visit.account if rule.has_login else None
    return {
        "name": "" if account is None else account.name,
        "player": "" if account is None else players.account_token(account.user_id),
        "can_login": rule.has_login,
        "is_logged": players.is_logged,
        "is_owner": rule.is_owner(visit),
    }
