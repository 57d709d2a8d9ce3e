"""`models list`, `ask` and `prompts`: which models there are, whether they answer, and what they are asked with."""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from soundmark.commands.options import Commands, a_path
from soundmark.settings import Settings
from soundmark.types import Status

if TYPE_CHECKING:
    from soundmark.models.model_file import ModelFile
    from soundmark.models.reply import Reply
    from soundmark.models.request import ModelRequest
    from soundmark.models.spec import ModelSpec


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the commands."""
    models = commands.add_parser("models", help="list the models of models.toml, or try one")
    topics = models.add_subparsers(required=True, metavar="topic")

    listed = topics.add_parser("list", help="which there are, and what is wrong with the others")
    listed.set_defaults(run=_list)

    ask = topics.add_parser("ask", help="ask a model one thing, to see whether it answers")
    ask.add_argument("name", metavar="NAME")
    ask.add_argument("text", metavar="TEXT")
    ask.add_argument("--clip", type=a_path, metavar="FILE", help="a recording that it hears")
    ask.add_argument("--system", default="", metavar="TEXT", help="standing instructions")
    ask.set_defaults(run=_ask)

    prompts = topics.add_parser("prompts", help="which prompts there are, or the words of one")
    prompts.add_argument("prompt_id", nargs="?", metavar="PROMPT")
    prompts.set_defaults(run=_prompts)


def _list(_: argparse.Namespace, settings: Settings) -> int:
    from soundmark.models.model_file import models_of

    models = models_of(settings)
    if models.path is None:
        print("There is no models.toml. Copy models.example.toml, or name a file in MODELS_FILE.")
        return 0
    for model in models.models.values():
        inputs = " and ".join(sorted(model.inputs)) or "text only"
        print(f"{model.name}: {model.adapter}, {inputs}, {'off' if model.off else 'on'}")
    for sentence in models.sentences:
        print(sentence, file=sys.stderr)
    return 1 if models.sentences else 0


def _ask(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.models.media import read_sound
    from soundmark.models.model_file import models_of
    from soundmark.models.request import ModelRequest

    models = models_of(settings)
    spec = models.model(options.name)
    media = () if options.clip is None else (read_sound(options.clip, spec.audio, spec.limits),)
    heading = "Transcript of the recording:" if media and spec.reads_transcripts else ""
    request = ModelRequest(
        text=options.text,
        system=options.system,
        media=media,
        parameters={name: value for name, value in spec.parameters.items() if name not in spec.not_accepted},
        transcript_heading=heading,
    )
    reply = asyncio.run(_shown(spec, models, request))
    audio_s = sum(one.duration_s or 0.0 for one in media)
    cost_usd = reply.usage.cost_usd if spec.price is None else spec.price.cost_usd(reply.usage, audio_s=audio_s)
    told = [f"{reply.status} {reply.reason}".strip(), *(one.form for one in media)]
    told += [] if reply.usage.input_tokens is None else [f"{reply.usage.input_tokens} tokens in"]
    told += [] if reply.usage.output_tokens is None else [f"{reply.usage.output_tokens} out"]
    told += [] if cost_usd is None else [f"{cost_usd:.6f} USD"]
    print(f"[{', '.join(told)}]", file=sys.stderr)
    return 0 if reply.status is Status.OK else 1


async def _shown(spec: ModelSpec, models: ModelFile, request: ModelRequest) -> Reply:
    """The reply, printed as it comes."""
    from soundmark.models.adapters import open_adapter
    from soundmark.models.reply import Reply

    adapter = open_adapter(spec, models)
    try:
        async for piece in adapter.stream(request, timeout_s=spec.limits.timeout_s):
            if isinstance(piece, Reply):
                print(flush=True)
                return piece
            print(printable(piece), end="", flush=True)
    finally:
        await adapter.close()
    raise AssertionError("A stream ends with a reply or a failure.")


def printable(text: str) -> str:
    """The text without what could steer a terminal; lines stay lines."""
    return "".join(c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in text)


def _prompts(options: argparse.Namespace, _: Settings) -> int:
    from soundmark.models.prompts import PROMPTS, find_prompt
    from soundmark.models.request import Setting

    if options.prompt_id is None:
        for prompt in PROMPTS.values():
            print(f"{prompt.prompt_id} ({' and '.join(sorted(prompt.kinds))} questions, sha256 {prompt.sha256[:12]})")
            print(f"    {prompt.source}")
        return 0
    prompt = find_prompt(options.prompt_id)
    for language in prompt.texts:
        print(f"--- {language} ---\n{prompt.wording(language, Setting.AUDIO)}")
    return 0
