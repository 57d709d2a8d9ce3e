"""Reads `models.toml`: which models there are. One that is wrong is left out with its sentences; the others stay."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from soundmark.audio.errors import shown
from soundmark.models.cascade_spec import cascade_of
from soundmark.models.fields import Table
from soundmark.models.model_table import NAME, model_of
from soundmark.models.spec import AdapterKind, ModelSpec
from soundmark.secret import Keys
from soundmark.settings import Settings
from soundmark.types import SoundmarkError

MAX_FILE_BYTES = 1_000_000
MAX_MODELS = 500
_PARTS_OF_CASCADE = {
    "transcriber": frozenset({AdapterKind.TRANSCRIPTION}),
    "reader": frozenset({AdapterKind.OPENAI, AdapterKind.GEMINI, AdapterKind.SCRIPTED}),
}


class ModelFileError(SoundmarkError):
    """A model file, or a model of it, that cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFile:
    """The models of a file.

    Attributes:
        path: of the file; None when there is none.
        models: by name, in the file's order; those that are off are among them.
        faults: by name of a model that was left out, its sentences; '' for the file itself.
    """

    path: Path | None = None
    models: Mapping[str, ModelSpec] = field(default_factory=lambda: MappingProxyType({}))
    faults: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def usable(self) -> tuple[ModelSpec, ...]:
        """The models that can be asked now."""
        return tuple(model for model in self.models.values() if not model.off)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that is wrong or switched off."""
        wrong = [sentence for sentences in self.faults.values() for sentence in sentences]
        return (*wrong, *(model.off for model in self.models.values() if model.off))

    def model(self, name: str) -> ModelSpec:
        """A model that can be asked.

        Raises:
            ModelFileError: when there is none of this name, or it cannot be used; the text says why.
        """
        if name in self.faults and name:
            raise ModelFileError("\n".join(self.faults[name]))
        found = self.models.get(name)
        if found is None:
            raise ModelFileError(self._unknown(name))
        if found.off:
            raise ModelFileError(found.off)
        return found

    def _unknown(self, name: str) -> str:
        said = f"There is no model {shown(name)}."
        if self.path is None:
            return f"{said} Name models in models.toml beside app.py, or in the file that MODELS_FILE names."
        names = ", ".join(self.models) or "none"
        return f"{said} {shown(self.path.name)} has: {names}."


def models_of(settings: Settings) -> ModelFile:
    """The models of this deployment.

    Raises:
        ModelFileError: when the file cannot be read at all.
    """
    return read_model_file(settings.models_file, settings.keys)


def read_model_file(path: Path | None, keys: Keys) -> ModelFile:
    """Read a model file.

    Args:
        path: the file; None for no models.
        keys: where the keys are that it names.

    Raises:
        ModelFileError: when it is not there, too large, or not TOML.
    """
    if path is None:
        return ModelFile()
    content = _content(path)
    faults: dict[str, list[str]] = {}
    models: dict[str, ModelSpec] = {}
    for number, table in enumerate(_tables(content, path, faults.setdefault("", [])), start=1):
        name, model, sentences = _one(number, table, keys)
        if name in models or name in faults:
            models.pop(name, None)
            sentences = [
                *faults.get(name, []),
                f'Model "{name}" stands in the file more than once. Rename one.',
            ]
            model = None
        if model is None:
            faults[name] = sentences
        else:
            models[name] = model
    found = {name: _put_together(model, models) for name, model in models.items()}
    wrong = {name: tuple(sentences) for name, sentences in faults.items() if sentences}
    return ModelFile(path=path, models=MappingProxyType(found), faults=MappingProxyType(wrong))


def _content(path: Path) -> dict[str, object]:
    name = shown(path.name)
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ModelFileError(
            f"{name} cannot be read ({why}). Check its name (MODELS_FILE or --models) and the file's permissions."
        ) from None
    if len(raw) > MAX_FILE_BYTES:
        raise ModelFileError(f"{name} is larger than {MAX_FILE_BYTES // 1000} kB. It should hold models only.")
    try:
        return tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ModelFileError(f"{name} is not UTF-8. Save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise ModelFileError(f"{name} is not TOML: {shown(str(error))}. Mend that line.") from None
    except RecursionError:
        raise ModelFileError(f"{name} is nested too deeply. Write it as models.example.toml is written.") from None


def _tables(content: Mapping[str, object], path: Path, faults: list[str]) -> list[Mapping[str, object]]:
    name = shown(path.name)
    Table(content, name, faults).refuse_others(("models",))
    listed = content.get("models", [])
    if not isinstance(listed, list):
        raise ModelFileError(f"{name}: models must be a list. Begin each model with a line [[models]].")
    if len(listed) > MAX_MODELS:
        raise ModelFileError(f"{name} has more than {MAX_MODELS} models. Split it into several files.")
    tables = [table for table in listed if isinstance(table, Mapping)]
    if len(tables) < len(listed):
        faults.append(f"{name}: not every entry of models is a table. Begin each model with a line [[models]].")
    return tables


def _one(number: int, values: Mapping[str, object], keys: Keys) -> tuple[str, ModelSpec | None, list[str]]:
    """A model's name, the model unless it is wrong, and what is wrong."""
    name = values.get("name")
    sentences: list[str] = []
    if not (isinstance(name, str) and NAME.fullmatch(name)):
        owner = f"Model {number} of the file"
        Table(values, owner, sentences).fault("name", "Write up to 100 letters, digits and . _ : / - in quotes.")
        return owner, None, sentences
    model = model_of(name, Table(values, f'Model "{name}"', sentences), keys)
    return name, None if sentences else model, sentences


def _put_together(model: ModelSpec, models: Mapping[str, ModelSpec]) -> ModelSpec:
    """A cascade with what it takes over from its parts; it is off when one of them cannot be used."""
    if model.adapter is not AdapterKind.CASCADE:
        return model
    parts: dict[str, ModelSpec] = {}
    for part, kinds in _PARTS_OF_CASCADE.items():
        named = str(getattr(model, part))
        found = models.get(named)
        if found is None or found.adapter not in kinds:
            allowed = " or ".join(sorted(kinds))
            why = f'{part} names "{named}", which is no usable model with adapter {allowed}. Name one of this file.'
            return dataclasses.replace(model, off=f'Model "{model.name}" is off: {why}')
        if found.off:
            return dataclasses.replace(model, off=f'Model "{model.name}" is off, because its {part} is. {found.off}')
        parts[part] = found
    return cascade_of(model, parts["transcriber"], parts["reader"])
