"""From a model of the model file to the adapter that speaks to it."""

from __future__ import annotations

from soundmark.models.model_file import ModelFile
from soundmark.models.reply import Adapter, OpenAdapter
from soundmark.models.spec import AdapterKind, ModelSpec


def opener(spec: ModelSpec, models: ModelFile) -> OpenAdapter:
    """What makes the adapter of a model, once the event loop runs that will use it.

    Args:
        spec: the model.
        models: its file, in which a cascade finds its parts.
    """
    return lambda: open_adapter(spec, models)


def open_adapter(spec: ModelSpec, models: ModelFile) -> Adapter:
    """The adapter of a model.

    Raises:
        ModelFileError: when the model, or a part of it, cannot be asked by itself or not now.
    """
    if spec.adapter is AdapterKind.SCRIPTED:
        from soundmark.models.scripted import ScriptedAdapter

        return ScriptedAdapter(spec.rules, seed=spec.seed)
    from soundmark.models.openai_chat import OpenAIChat

    return OpenAIChat(spec)
