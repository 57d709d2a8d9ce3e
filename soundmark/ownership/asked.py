"""Every event of the owner's page passes here: asked anew whether it is the owner's."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from soundmark.owner import NotTheOwner, Ownership, read_visit
from soundmark.types import SoundmarkError

JsonValue = Mapping[str, object]
Scope = Mapping[str, object]


def answer(
    scope: Scope,
    rule: Ownership,
    give: Callable[[], JsonValue],
    otherwise: Callable[[JsonValue], JsonValue] = lambda told: {"said": told},
) -> JsonValue:
    """What the owner gets; whoever is not gets a sentence and nothing else, and nothing is done.

    Args:
        scope: of the request, as ASGI has it; empty when there is none.
        rule: who the owner is.
        give: does what was asked for.
        otherwise: what the owner gets when that failed, given a note that says why.
    """
    try:
        rule.require(read_visit(scope))
    except NotTheOwner as error:
        return {"said": {"text": str(error)}}
    try:
        return give()
    except SoundmarkError as error:
        return otherwise({"text": str(error)})
