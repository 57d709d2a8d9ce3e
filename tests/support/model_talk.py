"""Asks adapters from tests that are not asynchronous; one event loop and one client for many tests."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from soundmark.models.reply import Adapter, ModelFailure, Reply
from soundmark.models.request import Media, ModelRequest, Setting
from soundmark.models.spec import AdapterKind, Input, ModelSpec
from soundmark.secret import Secret
from tests.support.model_server import Answer, ModelServer

KEY = "sk-planted-4f9c2b7e1d6a8053"
SOUND = Media(data=b"RIFF\xff\xfe\xfd sound", mime_type="audio/wav", form="wav 16000 Hz mono 1.0 s", duration_s=1.0)
PICTURE = Media(data=b"\x89PNG\xff\xfe", mime_type="image/png", form="png 2 x 2")
QUESTION = ModelRequest(text="Which one is it?", system="Be brief.", media=(SOUND,), setting=Setting.AUDIO)


@dataclass
class Talk:
    """A server and the adapters that speak to it."""

    server: ModelServer
    open_adapter: Callable[[ModelSpec], Adapter]
    runner: asyncio.Runner
    adapter_kind: AdapterKind
    _adapters: dict[str, Adapter] = field(default_factory=dict)

    def spec(self, **changes: Any) -> ModelSpec:
        """A model behind the server."""
        values: dict[str, Any] = {
            "name": "test",
            "adapter": self.adapter_kind,
            "model_id": "some-model",
            "endpoint": f"{self.server.address}/v1",
            "key": Secret(KEY),
            "inputs": frozenset({Input.AUDIO, Input.IMAGE}),
        }
        return ModelSpec(**(values | changes))

    def adapter(self, **changes: Any) -> Adapter:
        """The adapter of such a model."""
        name = repr(sorted(changes.items()))
        if name not in self._adapters:
            self._adapters[name] = self.runner.run(self._opened(changes))
        return self._adapters[name]

    async def _opened(self, changes: dict[str, Any]) -> Adapter:
        return self.open_adapter(self.spec(**changes))

    def ask(self, request: ModelRequest = QUESTION, *, timeout_s: float = 10.0, **changes: Any) -> Reply:
        """One reply."""
        return self.runner.run(self.adapter(**changes).ask(request, timeout_s=timeout_s))

    def stream(self, request: ModelRequest = QUESTION, *, timeout_s: float = 10.0, **changes: Any) -> list[str | Reply]:
        """All that a stream brings."""
        adapter = self.adapter(**changes)

        async def read() -> list[str | Reply]:
            return [piece async for piece in adapter.stream(request, timeout_s=timeout_s)]

        return self.runner.run(read())

    def failure(self, *answers: Answer, timeout_s: float = 10.0, streams: bool = False, **changes: Any) -> ModelFailure:
        """The failure that the answers bring; neither key nor address is in it or in its traceback."""
        if answers:
            self.server.will(*answers)
        with pytest.raises(ModelFailure) as caught:
            (self.stream if streams else self.ask)(timeout_s=timeout_s, **changes)
        shown = "".join(traceback.format_exception(caught.value)) + str(caught.value)
        assert KEY not in shown
        assert "127.0.0.1" not in shown
        return caught.value

    def close(self) -> None:
        """Let go of connections."""
        for adapter in self._adapters.values():
            self.runner.run(adapter.close())


@contextmanager
def talking(
    server: ModelServer, open_adapter: Callable[[ModelSpec], Adapter], adapter_kind: AdapterKind
) -> Iterator[Talk]:
    """Adapters for a server, for as long as the context lasts."""
    with asyncio.Runner() as runner:
        talk = Talk(server, open_adapter, runner, adapter_kind)
        try:
            yield talk
        finally:
            talk.close()
