"""The page says everything in six languages: no text is missing, left in English, or there for nothing."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import gradio as gr
import pytest

from components.texts import LANGUAGES, page_texts, texts
from leaderboard.worded import PageWords
from soundmark.games.opening import DEMO_NOTICE, UNREACHED_NOTICE
from soundmark.geography.coordinates import CoordinateReason, ParsedCoordinates
from soundmark.geography.country import countries
from soundmark.models.baselines.choices import CHOICES
from soundmark.models.baselines.directions import DIRECTIONS
from soundmark.models.baselines.nearest import NEAREST
from soundmark.models.baselines.places import PLACES
from soundmark.modes.geo.round import HINT_COSTS
from soundmark.modes.geo.stages import AT_SEA
from soundmark.modes.savvy.published import TASKS
from soundmark.quiz.config import QuizConfig
from soundmark.registry import mode_ids
from soundmark.types import Status
from tests.conftest import ROOT

ENGLISH = texts("en")
OTHERS = pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
SCRIPTS = {"zh-TW": "CJK", "zh-CN": "CJK", "ru": "CYRILLIC", "th": "THAI", "bn": "BENGALI"}
NAMES_BUILT = re.compile(r"name_\w+|level_\w+|game_\w+")
"""Keys that scripts put together: name_ and a value, level_ and a level, game_ and a kind of game."""


NAMED_BY_VALUES: tuple[str, ...] = ()
"""Keys that begin so are named by the value that a widget is given."""


def placeholders(text: str) -> Counter[str]:
    return Counter(re.findall(r"\{(\w+)\}", text))


@OTHERS
def test_every_language_has_every_text_and_no_other(language: str) -> None:
    assert list(texts(language)) == list(ENGLISH)


@OTHERS
def test_values_stand_in_every_language(language: str) -> None:
    for key, text in texts(language).items():
        assert placeholders(text) == placeholders(ENGLISH[key]), key


@OTHERS
def test_texts_are_in_the_script_of_their_language(language: str) -> None:
    for key, text in texts(language).items():
        letters = [unicodedata.name(char) for char in re.sub(r"\{\w+\}", "", text) if char.isalpha()]
        is_here = any(name.startswith(SCRIPTS[language]) for name in letters)
        assert is_here or not letters, f"{key} is not translated: {text}"
        assert text == text.strip()
        assert "  " not in text


def test_traditional_and_simplified_chinese_are_two_texts() -> None:
    traditional, simplified = texts("zh-TW"), texts("zh-CN")
    only_simplified, only_traditional = set("这个们说题听选项"), set("這個們說題聽選項")
    assert not set("".join(traditional.values())) & only_simplified
    assert not set("".join(simplified.values())) & only_traditional
    assert sum(traditional[key] != simplified[key] for key in traditional) > len(traditional) / 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_html(language: str) -> None:
    assert not [text for text in texts(language).values() if re.search(r"[<>]|&\w+;", text)]


def test_a_language_that_is_not_spoken_is_refused() -> None:
    with pytest.raises(KeyError):
        texts("../../etc/passwd")


def test_gradio_gets_the_same_texts() -> None:
    found = page_texts()
    assert isinstance(found, gr.I18n)
    assert found.translations == {language: dict(texts(language)) for language in LANGUAGES}
    assert found("play").key == "play"


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def literals(path: Path) -> set[str]:
    """Every string that stands in a Python file."""
    return {
        node.value for node in ast.walk(parsed(path)) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def code() -> Iterator[Path]:
    yield from (path for room in ("soundmark", "components", "leaderboard") for path in (ROOT / room).rglob("*.py"))


def scripts() -> Iterator[Path]:
    yield from (ROOT / "components").rglob("*.js")


def beginnings() -> Iterator[str]:
    """What keys begin with that are put together, as `name_${value}` in a script and f"board_{mode}" in Python."""
    for path in scripts():
        yield from re.findall(r"`(\w+_)\$\{", path.read_text(encoding="utf-8"))
    for path in code():
        yield from re.findall(r"\bf\"(\w+_)\{", path.read_text(encoding="utf-8"))


def test_no_text_is_there_for_nothing() -> None:
    said = set().union(*(literals(path) for path in code()))
    said |= {word for path in scripts() for word in re.findall(r"'(\w+)'", path.read_text(encoding="utf-8"))}
    built = tuple({*NAMED_BY_VALUES, *beginnings()})
    unused = [key for key in ENGLISH if key not in said and not key.startswith(built)]
    assert unused == []


def test_every_key_that_a_script_says_is_a_text() -> None:
    said = {
        (path.name, key)
        for path in scripts()
        for key in re.findall(r"\bsay\(\s*'(\w+)'", path.read_text(encoding="utf-8"))
    }
    assert len(said) > 20
    assert [one for one in said if one[1] not in ENGLISH] == []


def calls_with_keys(path: Path) -> Iterator[str]:
    """Keys given to `page_texts()`, `say_class` and `said` in a Python file."""
    for node in ast.walk(parsed(path)):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        if name in {"page_texts()", "say_class", "self._button"}:
            yield from (str(one.value) for one in node.args[:1] if isinstance(one, ast.Constant))
        elif name == "said" and isinstance(node.args[0], ast.List):
            pairs = [one for one in node.args[0].elts if isinstance(one, ast.Tuple)]
            yield from (str(one.elts[1].value) for one in pairs if isinstance(one.elts[1], ast.Constant))


def test_every_key_that_python_gives_is_a_text() -> None:
    given = {key for path in code() for key in calls_with_keys(path)}
    assert {"play", "consent"} <= given
    assert given - set(ENGLISH) == set()
    assert {DEMO_NOTICE, UNREACHED_NOTICE} <= set(ENGLISH)


def errors_with_keys() -> Iterator[tuple[str, str, set[str]]]:
    """(key, English text, parameters) of each error that names a text of the page by both."""
    for path in code():
        tree = parsed(path)
        words = {
            node.targets[0].id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Constant)
        }
        for node in ast.walk(tree):
            given = {one.arg: one.value for one in node.keywords} if isinstance(node, ast.Call) else {}
            key = given.get("key")
            if not (isinstance(node, ast.Call) and node.args and isinstance(key, ast.Constant)):
                continue
            text = node.args[0]
            english = text.value if isinstance(text, ast.Constant) else words.get(ast.unparse(text))
            if isinstance(english, str):
                yield str(key.value), english, {str(name) for name in given} - {"key", "is_gone"}


def test_an_error_says_the_same_to_whoever_has_no_page() -> None:
    found = list(errors_with_keys())
    assert len(found) > 30
    for key, english, params in found:
        assert ENGLISH.get(key) == english
        assert params == set(placeholders(english)), key


def test_what_is_wrong_with_coordinates_has_a_text() -> None:
    for reason in set(CoordinateReason) - {CoordinateReason.OK}:
        note = ParsedCoordinates(None, reason).note
        assert ENGLISH[str(note["key"])] == note["text"]


def test_hints_cost_what_their_buttons_say() -> None:
    for language in LANGUAGES:
        for hint, share in HINT_COSTS.items():
            assert f"{share:.0%}" in texts(language)[f"geo_hint_{hint.value}"]


COUNTED = re.compile(r"\{(\w+):([^{}]*)\}")
FORMS = {"en": 2, "ru": 3}
"""How many forms a noun has after a number, as the Unicode CLDR counts those of whole numbers; one in the others."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_are_counted_have_all_forms_of_the_language(language: str) -> None:
    counted = [(key, found) for key, text in texts(language).items() for found in COUNTED.findall(text)]
    assert bool(counted) == (language in FORMS)
    for key, (name, forms) in counted:
        assert len(forms.split("|")) == FORMS[language], key
        assert name in placeholders(ENGLISH[key]), key


def quizzes() -> list[QuizConfig]:
    """The quizzes of all modes that are one."""
    import importlib

    rounds = [importlib.import_module(f"soundmark.modes.{mode}.round") for mode in mode_ids()]
    found = [getattr(one, "CONFIG", None) for one in rounds]
    return [one for one in found if isinstance(one, QuizConfig)]


def test_whatever_a_quiz_offers_has_a_text() -> None:
    assert len(quizzes()) == 2
    for config in quizzes():
        keys = {config.title_key, config.lead_key}
        keys |= {key for one in config.filters for key in (one.label_key, *one.values.values())}
        keys |= {key for one in config.asks for key in (one.label_key, *one.values.values())}
        assert keys - set(ENGLISH) == set()
        for group in config.values_by_group().values():
            for value in group:
                assert "name_" + re.sub(r"[^a-z0-9]+", "_", value.lower()) in ENGLISH


def test_keys_that_are_put_together_belong_to_something() -> None:
    values = {value for config in quizzes() for one in config.filters for value in one.values}
    built = {"name_" + re.sub(r"[^a-z0-9]+", "_", value.lower()) for value in values}
    built |= {f"level_{level}" for level in ("none", "native", "good", "some")}
    built |= {f"game_{kind}" for kind in ("free", "seed", "daily")} | {"name_macro_mean"}
    built |= {f"name_{task}" for task in TASKS}
    baselines = [*(one.name for one in CHOICES), *(one.name for one in DIRECTIONS), NEAREST]
    slugs = {re.sub(r"[^a-z0-9]+", "_", name.lower()) for name in baselines}
    built |= {f"{start}{slug}" for start in ("name_", "name_how_") for slug in slugs}
    beside = ("people", "people_who_know_taiwan", "chance", "most_frequent_answer", "pipeline", "pipeline_map_")
    built |= {f"name_{row}" for row in beside}
    built |= {f"name_{status.value}" for status in Status if status is not Status.OK}
    places = [re.sub(r"[^a-z0-9]+", "_", one.name.lower()) for one in PLACES]
    built |= {f"{start}{slug}" for start in ("name_", "name_how_geo_") for slug in (*places, "nearest_neighbour")}
    continents = {country.continent for country in countries().values()} | {AT_SEA}
    built |= {"name_" + re.sub(r"[^a-z0-9]+", "_", one.lower()) for one in continents}
    assert built <= set(ENGLISH) | {f"name_{value}" for value in values}
    assert [key for key in ENGLISH if NAMES_BUILT.fullmatch(key) and key not in built] == []


def test_the_page_and_a_figure_say_the_same_words() -> None:
    thai = PageWords(texts("th"))
    assert thai.word("Median error") == texts("th")["board_word_median_error"]
    assert (
        thai.word("Asia, median error") == f"{texts('th')['board_word_asia']} {texts('th')['board_word_median_error']}"
    )
    assert thai.word("wren-1") == "wren-1"
    assert thai.word("Longest option") == texts("th")["name_longest_option"]
    assert thai.note({"text": "as it is", "key": "no_such_text"}) == "as it is"
