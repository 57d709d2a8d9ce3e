"""A parser whose commands tell in their own help at least what the list of commands tells of them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    _SubParsers = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    _SubParsers = argparse._SubParsersAction  # argparse has no public name for what `add_subparsers` returns


class _Described(_SubParsers):
    """Adds commands whose `help` is also their description, where they have no longer one."""

    def add_parser(self, name: str, **kwargs: Any) -> argparse.ArgumentParser:  # noqa: ANN401 - handed on
        """As argparse's own."""
        told = str(kwargs.get("help", ""))
        if told:
            kwargs.setdefault("description", f"{told[0].upper()}{told[1:]}.")
        return super().add_parser(name, **kwargs)


class DescribedParser(argparse.ArgumentParser):
    """The parser of a program, a command, or one of its topics."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - handed on
        super().__init__(**kwargs)
        self.register("action", "parsers", _Described)
