"""The endpoints with which programs play, as an API and as tools of an MCP server.

No annotation here is a string (there is no `from __future__ import annotations`): Gradio makes the schema of each
endpoint from its function's annotations, and the description of each tool from its docstring.
"""

import importlib
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol, TypeVar

import gradio as gr
from fastapi import FastAPI

from components.agent_content import content_of
from components.static_files import file_url
from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)

JsonValue = Mapping[str, object]
Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]
BROKEN = "This could not be done, through no fault of yours. Whoever runs this app finds the reason in its log."
T = TypeVar("T")


class Desk(Protocol):
    """What happens at a call. Nothing that it is given is checked; its errors are sentences."""

    def start_game(
        self, *, mode: object, agent: object, seed: object, is_daily: object, rounds: object, time_limit_s: object
    ) -> JsonValue:
        """Start a game."""

    def next_question(self, game_id: object) -> tuple[JsonValue, Path | None]:
        """The question at which a game stands, and its clip."""

    def clip(self, game_id: object) -> Path:
        """The clip alone."""

    def answer(
        self, round_id: object, *, choice: object, latitude_deg: object, longitude_deg: object, gives_up: object
    ) -> JsonValue:
        """Answer a round."""

    def game_result(self, game_id: object) -> JsonValue:
        """How a game stands."""


class Refusal(gr.Error):
    """An error whose text goes to a program as it is. No page shows it."""

    def __init__(self, text: str) -> None:
        super().__init__(text, print_exception=False)

    def __str__(self) -> str:
        return str(self.message)


def offer_to_agents(desk: Desk) -> None:
    """Register the endpoints in the open `gr.Blocks`: the only ones of the page with a name."""

    def start_game(  # noqa: PLR0917 - Gradio gives them by position
        mode: str, agent: str, rounds: int = 0, daily: bool = False, seed: str = "", time_limit_s: int = 0
    ) -> dict[str, object]:
        """Start a game of listening to recordings and answering questions about them.

        Play by ear: the clip and the question are all that is given. Answers are logged under your name, as a model's,
        in a dataset that may be public.

        Args:
            mode: geo (where on Earth was it?), tau (sounds of Taiwan), globeaudio (languages), pack (the host's quiz).
            agent: your name, 2 to 60 letters, digits and . _ : / -, for instance your model's name and version.
            rounds: how many questions, 1 to 20; 0 for as many as people play.
            daily: true for today's game, which is the same for everybody.
            seed: of a game that somebody shared, to get the same questions.
            time_limit_s: seconds for each round of geo: 30, 60 or 120; 0 for no limit.

        Returns:
            The game's id, for next_question.
        """
        return dict(
            _said(
                lambda: desk.start_game(
                    mode=mode, agent=agent, seed=seed, is_daily=daily, rounds=rounds, time_limit_s=time_limit_s
                )
            )
        )

    def next_question(game_id: str) -> tuple[dict[str, object], dict[str, object] | None]:
        """The open question of a game, and the address of its clip (MP3).

        Asking again gives the same question until it is answered; after the last one, how the game went.

        Args:
            game_id: as start_game gave it.

        Returns:
            The question with its round's id, for answer; and the clip.
        """
        told, clip = _said(lambda: desk.next_question(game_id))
        return dict(told), None if clip is None else _file(clip)

    def hear_clip(game_id: str) -> dict[str, object]:
        """The clip of the open question itself, for whoever cannot open addresses.

        An MCP client gets it as audio content.

        Args:
            game_id: as start_game gave it.

        Returns:
            The clip.
        """
        return _file(_said(lambda: desk.clip(game_id)))

    def answer(
        round_id: str,
        choice: int | None = None,
        latitude_deg: float | None = None,
        longitude_deg: float | None = None,
        give_up: bool = False,
    ) -> dict[str, object]:
        """Answer a round, once: the first answer counts. Tells the score and the truth once the answer is logged.

        Args:
            round_id: as next_question gave it.
            choice: the number of a choice as it was listed, from 1, for a question with choices.
            latitude_deg: -90 to 90, for a question about a place.
            longitude_deg: -180 to 180, for a question about a place.
            give_up: true for "I do not know", in place of an answer.

        Returns:
            The score, the truth, how people answered, and how the game stands.
        """
        return dict(
            _said(
                lambda: desk.answer(
                    round_id, choice=choice, latitude_deg=latitude_deg, longitude_deg=longitude_deg, gives_up=give_up
                )
            )
        )

    def game_result(game_id: str) -> dict[str, object]:
        """How a game stands: the score of each answered round, and the total.

        Args:
            game_id: as start_game gave it.

        Returns:
            The scores.
        """
        return dict(_said(lambda: desk.game_result(game_id)))

    for endpoint in (start_game, next_question, hear_clip, answer, game_result):
        # Without the queue: the MCP server calls it directly then, and not as a client of its own over HTTP.
        gr.api(endpoint, queue=False, concurrency_limit=None)  # type: ignore[attr-defined]


def serves_mcp() -> bool:
    """Whether the app can be an MCP server; if not, the log says so in one line, and the API is there all the same."""
    try:
        # Imported and not only looked for: an empty folder may have that name.
        importlib.import_module("mcp.server.lowlevel")
    except ImportError as error:
        reason, _, _ = str(error).partition("\n")
        log.warning("Agents can play over the API, but not as MCP clients: install gradio[mcp] for that (%s).", reason)
        return False
    return True


def with_tool_results(blocks: gr.Blocks, then: Lifespan | None) -> Lifespan:
    """A lifespan before which tools answer as `content_of` says, and not with the repr of Python's objects.

    Args:
        blocks: the page, which has its MCP server by the time the app starts.
        then: what else lives as long as the app.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        server = blocks.mcp_server_obj
        if server is not None:
            server.postprocess_output_data = content_of  # type: ignore[method-assign, assignment]
        if then is None:
            yield
        else:
            async with then(app):
                yield

    return lifespan


def _said(call: Callable[[], T]) -> T:
    """What a call gives; whatever goes wrong becomes a sentence, because an MCP server tells the text of any error."""
    try:
        return call()
    except SoundmarkError as error:
        raise Refusal(str(error)) from error
    except Exception as error:  # whatever it is, its text is not for whoever called
        log.exception("A call of an agent met something unforeseen.")
        raise Refusal(BROKEN) from error


def _file(path: Path) -> dict[str, object]:
    """A served file as Gradio's clients know it: they fetch it by themselves."""
    return {
        "path": path.as_posix(),
        "url": f"/{file_url(path)}",
        "orig_name": path.name,
        "mime_type": "audio/mpeg",
        "meta": {"_type": "gradio.FileData"},
    }
