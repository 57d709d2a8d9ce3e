"""Weights of localizability as a JSON file, with where they come from; checked when they are read."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from soundmark import __version__
from soundmark.audio.errors import shown
from soundmark.benchmarks.json_table import json_object
from soundmark.benchmarks.values import clean_text
from soundmark.curation.localizability.cells import MAX_CATEGORY_CHARS
from soundmark.curation.localizability.errors import LocalizabilityError
from soundmark.curation.localizability.fit import MAX_SLOPE, CategoryFit, Fit, FitCounts, Side, Slope, side_of
from soundmark.curation.localizability.json_fields import Fields
from soundmark.curation.localizability.rules import Rules

FORMAT = "soundmark-localizability-weights"
FORMAT_VERSION = 1
MAX_FILE_BYTES = 16 * 1024 * 1024
MAX_CATEGORIES = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file that weights were fitted on: its name without a folder, and its SHA-256."""

    role: str
    name: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where weights come from.

    Attributes:
        created_at: UTC.
        app_version: of this product.
        judges: models that judged.
        reasoner: the model whose reasoning was judged; '' where nobody said.
        tagger: what made the tags; '' where nobody said.
        sources: the tables.
    """

    created_at: datetime
    app_version: str = __version__
    judges: tuple[str, ...] = ()
    reasoner: str = ""
    tagger: str = ""
    sources: tuple[Source, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """A fit, and where it comes from."""

    fit: Fit
    provenance: Provenance


def weights_json(weights: Weights) -> str:
    """The file's text: the same weights give the same text."""
    fit, made = weights.fit, weights.provenance
    found = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "created_at": made.created_at.astimezone(UTC).isoformat(timespec="seconds"),
        "app_version": made.app_version,
        "reasoner": made.reasoner,
        "judges": list(made.judges),
        "tagger": made.tagger,
        "sources": [asdict(source) for source in made.sources],
        "parameters": asdict(fit.rules),
        "counts": asdict(fit.counts),
        "categories": [
            {
                "category": one.category,
                "side": one.side.value,
                "near": asdict(one.near),
                "far": asdict(one.far),
            }
            for one in fit.categories
        ],
    }
    return json.dumps(found, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def read_weights(path: Path) -> Weights:
    """Read and check a file of weights.

    Raises:
        LocalizabilityError: when it cannot be read, is no such file, was made by a newer version, or holds values that
            cannot be or that contradict each other.
    """
    name = shown(path.name)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise LocalizabilityError(f"{name} has more than {MAX_FILE_BYTES // 2**20} MB; no file of weights has.")
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise LocalizabilityError(f"There is no file {name}. Check the name.") from error
    except OSError as error:
        raise LocalizabilityError(f"{name} cannot be read ({error.strerror}). Check its permissions.") from error
    try:
        return _weights(Fields(json_object(content.removeprefix(b"\xef\xbb\xbf"), MAX_FILE_BYTES)))
    except ValueError as error:
        raise LocalizabilityError(
            f"{name} holds no usable weights: {error}. Make them anew with `localizability fit`."
        ) from error


def _weights(found: Fields) -> Weights:
    """The weights of a JSON object.

    Raises:
        ValueError: with a sentence.
    """
    if found.text("format") != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    if (version := found.whole("version")) != FORMAT_VERSION:
        raise ValueError(f"it has version {version} of the format, and this program reads {FORMAT_VERSION}")
    rules = _rules(found.inner("parameters"))
    fit = Fit(rules=rules, categories=_categories(found, rules), counts=_counts(found.inner("counts")))
    return Weights(fit=fit, provenance=_provenance(found))


def _rules(given: Fields) -> Rules:
    scale = tuple(Fields({"scale": value}).number("scale") for value in given.items("scale"))
    try:
        return Rules(
            alpha=given.number("alpha"),
            gamma_km=given.number("gamma_km"),
            theta=given.number("theta"),
            scale=scale,
            min_clips=given.whole("min_clips"),
        )
    except LocalizabilityError as error:
        raise ValueError(str(error).rstrip(".")) from error


def _counts(given: Fields) -> FitCounts:
    return FitCounts(**{name: given.whole(name) for name in FitCounts.__dataclass_fields__})


def _provenance(found: Fields) -> Provenance:
    try:
        created_at = datetime.fromisoformat(found.text("created_at"))
    except ValueError as error:
        raise ValueError("its created_at is no time") from error
    return Provenance(
        created_at=created_at if created_at.tzinfo else created_at.replace(tzinfo=UTC),
        app_version=found.text("app_version"),
        judges=tuple(found.texts("judges")),
        reasoner=found.text("reasoner"),
        tagger=found.text("tagger"),
        sources=tuple(
            Source(role=one.text("role"), name=one.text("name"), sha256=one.text("sha256"))
            for one in found.inners("sources")
        ),
    )


def _categories(found: Fields, rules: Rules) -> tuple[CategoryFit, ...]:
    given = found.inners("categories")
    if not given or len(given) > MAX_CATEGORIES:
        raise ValueError(f"it has {len(given)} categories, and 1 to {MAX_CATEGORIES:,} can be")
    categories = [_category(one, rules) for one in given]
    names = {one.category for one in categories}
    if len(names) < len(categories):
        raise ValueError("it has a category twice")
    return tuple(categories)


def _category(given: Fields, rules: Rules) -> CategoryFit:
    name = given.text("category")
    if not name or len(name) > MAX_CATEGORY_CHARS or clean_text(name) != name:
        raise ValueError(f"{shown(name)!r} is no name of a category")
    near, far = (_slope(given.inner(which), name) for which in ("near", "far"))
    side = given.text("side")
    if side != side_of(near, far, rules).value:
        raise ValueError(f"the side of {shown(name)} does not follow from its slopes, alpha and min_clips")
    return CategoryFit(name, near, far, Side(side))


def _slope(given: Fields, category: str) -> Slope:
    value, error, n_clips = (
        given.number_or_none("value"),
        given.number_or_none("standard_error"),
        given.whole("n_clips"),
    )
    if any(one is not None and abs(one) > MAX_SLOPE for one in (value, error)) or n_clips < 0:
        raise ValueError(f"a slope of {shown(category)} cannot be")
    if (value is not None and n_clips == 0) or (error is not None and (error < 0 or value is None)):
        raise ValueError(f"a slope of {shown(category)} contradicts itself")
    return Slope(value, n_clips, error)
