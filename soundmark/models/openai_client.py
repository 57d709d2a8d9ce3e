"""The client of the openai SDK as all of our adapters use it, and its errors in our words."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from soundmark.models.failures import Hidden, not_connected, not_json, retry_after_s, timed_out
from soundmark.models.openai_reply import fault_of
from soundmark.models.reply_json import member
from soundmark.models.spec import ModelSpec

if TYPE_CHECKING:
    import httpx2
    from openai import APIError, AsyncOpenAI, AsyncStream, RequestOptions
    from openai.types.chat import ChatCompletionChunk

    from soundmark.models.failures import EndpointFault

_NO_KEY = "none"
"""The SDK insists on a key; endpoints without one pass over it."""


def open_client(spec: ModelSpec) -> AsyncOpenAI:
    """A client for the event loop that runs. It asks once: retries are the caller's."""
    from openai import AsyncOpenAI

    client = AsyncOpenAI(
        api_key=spec.key.value or _NO_KEY,
        admin_api_key="",
        organization="",
        project="",
        webhook_secret="",
        base_url=spec.endpoint,
        max_retries=0,
        timeout=spec.limits.timeout_s,
    )
    # Given as texts above so that the SDK looks for none in the environment; other endpoints have no use for them.
    client.organization = client.project = None
    return client


_CHAT = "/chat/completions"


async def post_chat(client: AsyncOpenAI, body: bytes, timeout_s: float) -> httpx2.Response:
    """Send a body that is written already, as `chat.completions.create` sends the one that it writes itself.

    Raises:
        openai.APIError: as that does.
    """
    import httpx2

    return await client.post(_CHAT, cast_to=httpx2.Response, content=body, options=_options(timeout_s))


async def stream_chat(client: AsyncOpenAI, body: bytes, timeout_s: float) -> AsyncStream[ChatCompletionChunk]:
    """Send a body that asks for a reply in pieces.

    Raises:
        openai.APIError: as `chat.completions.create` does; also while the pieces are read.
    """
    from openai import AsyncStream
    from openai.types.chat import ChatCompletion, ChatCompletionChunk

    return await client.post(
        _CHAT,
        cast_to=ChatCompletion,
        content=body,
        options=_options(timeout_s),
        stream=True,
        stream_cls=AsyncStream[ChatCompletionChunk],
    )


def is_json(response: httpx2.Response) -> bool:
    """Whether a response is one JSON object, and no stream of events."""
    return response.headers.get("content-type", "").split(";")[0].strip().lower() == "application/json"


def _options(timeout_s: float) -> RequestOptions:
    """Of a request: the key of the model alone goes with it, and never one for administrators."""
    return {"timeout": timeout_s, "security": {"bearer_auth": True}}


def hidden_of(spec: ModelSpec) -> Hidden:
    """What no text may show of a model's endpoint."""
    return Hidden(spec.key, spec.endpoint)


class Refusable(Exception):
    """An error of the endpoint that may be a refusal of the content."""

    def __init__(self, fault: EndpointFault) -> None:
        super().__init__()
        self.fault = fault


@asynccontextmanager
async def in_our_words(timeout_s: float) -> AsyncIterator[None]:
    """Turns what the SDK and its transport raise into failures, none of which carries a key or an address.

    Raises:
        Refusable: when the endpoint answered with an error.
        ModelFailure: for everything else that can go wrong on the way.
    """
    import httpx2
    import openai

    try:
        yield
    except (TimeoutError, openai.APITimeoutError, httpx2.TimeoutException):
        raise timed_out(timeout_s) from None
    except openai.APIStatusError as error:
        after_s = retry_after_s(error.response.headers)
        raise Refusable(fault_of(_body(error), error.status_code, after_s)) from None
    except (openai.APIConnectionError, httpx2.RequestError):
        raise not_connected() from None
    except openai.APIResponseValidationError:
        raise not_json() from None
    except openai.APIError as error:  # in the middle of a stream
        raise Refusable(fault_of(error.body)) from None
    except (ValueError, RecursionError):  # a piece of a stream that is no JSON
        raise not_json() from None


def _body(error: APIError) -> object:
    """The error object, whether the SDK took it out of its wrapping or not; FastAPI says `detail`."""
    body = error.body
    return member(body, "error") or member(body, "detail") or body
