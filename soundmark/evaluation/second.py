"""Another model reads replies too, as TAU's authors have it done; its reading stands beside the first one.

A reproduction of a score that was made so must name the parser model: it is logged with each reading.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from types import MappingProxyType

from soundmark.evaluation.answered import NOTHING, Answered, SecondReading, Spent
from soundmark.evaluation.asker import Asker, Endpoint
from soundmark.evaluation.items import Item
from soundmark.evaluation.retry import RetryRules
from soundmark.models.parsing.second import MappingError, mapping_request, read_mapping
from soundmark.models.request import Parameter
from soundmark.types import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondReader:
    """A parser model. It reads which choice a reply states; places and distances it is not asked about.

    Attributes:
        endpoint: the model.
        rules: of retries.
        parameters: sent with each request.
    """

    endpoint: Endpoint
    rules: RetryRules = field(default_factory=RetryRules)
    parameters: MappingProxyType[str, Parameter] = field(default_factory=lambda: MappingProxyType({}))

    def is_wanted(self, item: Item, answered: Answered) -> bool:
        """Whether there is something that it has not read yet."""
        has_text = answered.reply is not None and answered.reply.status is Status.OK
        return bool(item.question.choices) and has_text and answered.second is None

    async def read(self, item: Item, answered: Answered, asker: Asker) -> SecondReading:
        """Let it read a reply that has a text.

        Args:
            item: that was asked.
            answered: the reply.
            asker: of the run, with its ledger, budget and end.

        Raises:
            Stopped: when the run ends before.
            LedgerError: when it cannot be written down.
        """
        text = "" if answered.reply is None else answered.reply.text
        parameters: dict[str, Parameter] = {"temperature": 0} | dict(self.parameters)
        try:
            request = mapping_request(text, item.shown_choices, parameters)
        except MappingError as error:
            return self._reading(Status.ERROR, None, str(error), NOTHING)
        own = dataclasses.replace(asker, endpoint=self.endpoint, rules=self.rules)
        key = f"{answered.key}/second"
        async with self.endpoint.pace.slot():
            asked = await own.ask(request, key=key, name=f"{item.name} read")
        await asker.ledger.settled(key, held_usd=asked.held_usd)
        if asked.reply is None:
            reason = "" if asked.failure is None else asked.failure.reason
            return self._reading(Status.ERROR, None, reason, asked.spent)
        if asked.reply.status is not Status.OK:
            return self._reading(asked.reply.status, None, asked.reply.text, asked.spent)
        found = read_mapping(asked.reply.text, len(item.shown_choices))
        return self._reading(found.status, found.answer, asked.reply.text, asked.spent)

    def _reading(self, status: Status, answer: int | None, raw: str, spent: Spent) -> SecondReading:
        return SecondReading(model=self.endpoint.name, status=status, answer=answer, raw=raw, spent=spent)
