"""Strings that do not show themselves: in no repr, no log line, no traceback."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

SECRET_NAME = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD|SALT)$")
"""How the name of a variable ends that holds a secret."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A string that does not show itself in a repr, a log line or a traceback."""

    value: str = field(repr=False)

    def __str__(self) -> str:
        return "**********"

    def __bool__(self) -> bool:
        return bool(self.value)


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys of model endpoints, by name of the environment variable that holds them; a repr shows none."""

    _values: Mapping[str, str] = field(default_factory=dict, repr=False)

    def of(self, variable: str) -> Secret:
        """The key in a variable; empty when it is not set."""
        return Secret(self._values.get(variable, "").strip())

    @property
    def secret_values(self) -> frozenset[str]:
        """What stands in every variable whose name says that it is a secret: to find it where it must not be."""
        found = (value.strip() for name, value in self._values.items() if SECRET_NAME.search(name.upper()))
        return frozenset(value for value in found if value)
