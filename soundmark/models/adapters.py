"""From a model of the model file to the adapter that speaks to it."""

from __future__ import annotations

from collections.abc import Callable

from soundmark.models.cascade import CascadeAdapter, Gate, open_gate
from soundmark.models.keyless import KeylessAdapter
from soundmark.models.model_file import ModelFile, ModelFileError
from soundmark.models.reply import Adapter
from soundmark.models.spec import AdapterKind, ModelSpec


def open_adapter(
    spec: ModelSpec, models: ModelFile, *, gate_of: Callable[[ModelSpec], Gate] = lambda _: open_gate
) -> Adapter:
    """The adapter of a model. Call it in the event loop that will use it.

    Args:
        spec: the model.
        models: its file, in which a cascade finds its parts.
        gate_of: keeps the limits of the parts of a cascade; those of all others are kept by who asks.

    Raises:
        ModelFileError: when the model is off, or answers no questions by itself.
    """
    if spec.off:
        raise ModelFileError(spec.off)
    match spec.adapter:
        case AdapterKind.SCRIPTED:
            from soundmark.models.scripted import ScriptedAdapter

            return ScriptedAdapter(spec.rules, seed=spec.seed)
        case AdapterKind.OPENAI:
            from soundmark.models.openai_chat import OpenAIChat

            return KeylessAdapter(OpenAIChat(spec), [spec.key])
        case AdapterKind.GEMINI:
            from soundmark.models.gemini import GeminiAdapter

            return KeylessAdapter(GeminiAdapter(spec), [spec.key])
        case AdapterKind.CASCADE:
            return _cascade(spec, models, gate_of)
        case AdapterKind.TRANSCRIPTION:
            text = f'Model "{spec.name}" only writes transcripts. Ask a cascade that names it as its transcriber.'
            raise ModelFileError(text)


def _cascade(spec: ModelSpec, models: ModelFile, gate_of: Callable[[ModelSpec], Gate]) -> Adapter:
    from soundmark.models.transcription import OpenAITranscriber

    transcriber, reader = models.model(spec.transcriber), models.model(spec.reader)
    prices = (transcriber.price, reader.price)
    cascade = CascadeAdapter(
        OpenAITranscriber(transcriber),
        open_adapter(reader, models),
        prices=prices,
        gates=(gate_of(transcriber), gate_of(reader)),
    )
    return KeylessAdapter(cascade, [transcriber.key, reader.key])
