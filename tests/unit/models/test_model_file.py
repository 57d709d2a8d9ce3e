"""A model file is read field by field; a model that is wrong is left out with sentences, and the others stay."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.models.adapters import open_adapter
from soundmark.models.model_file import ModelFile, ModelFileError, models_of, read_model_file
from soundmark.models.spec import AdapterKind, AudioFormat, Dialect, Input
from soundmark.secret import Keys
from soundmark.settings import ROOT, Settings, read_settings

KEY = "sk-planted-4f9c2b7e1d6a8053"
KEYS = Keys({"SOME_KEY": KEY})
EXAMPLE = ROOT / "models.example.toml"
OPENAI = """
[[models]]
name = "m"
adapter = "openai"
endpoint = "https://example.com/v1"
key_variable = "SOME_KEY"
model = "x-1"
"""
GOOD = '[[models]]\nname = "good"\nadapter = "scripted"\nscript = [{answers = ["A"]}]\n'


def read(folder: Path, text: str, keys: Keys = KEYS) -> ModelFile:
    path = folder / "models.toml"
    path.write_text(text, "utf-8")
    return read_model_file(path, keys)


def test_every_field_arrives(tmp_path: Path) -> None:
    text = (
        OPENAI
        + """
dialect = "data_url"
inputs = ["audio", "image"]
languages = ["en", "zh-Hant"]
streams_only = true
not_accepted = ["top_p"]
[models.audio]
format = "flac"
sample_rate_hz = 24000
channels = 2
[models.parameters]
temperature = 0.5
seed = 7
user = "u"
[models.body]
reasoning = { effort = "low", tags = ["a", 1] }
[models.price]
usd_per_million_input_tokens = 2.5
usd_per_million_audio_tokens = 40
usd_per_million_output_tokens = 10
usd_per_request = 0.001
usd_per_audio_minute = 0.006
[models.limits]
concurrency = 9
requests_per_minute = 60
tokens_per_minute = 1e5
timeout_s = 33
max_audio_s = 30
max_request_mb = 20
"""
    )
    model = read(tmp_path, text).model("m")
    assert (model.adapter, model.model_id, model.endpoint) == (AdapterKind.OPENAI, "x-1", "https://example.com/v1")
    assert (model.key.value, model.dialect, model.inputs) == (KEY, Dialect.DATA_URL, frozenset(Input))
    assert (model.languages, model.streams_only, model.not_accepted) == (("en", "zh-Hant"), True, frozenset({"top_p"}))
    assert (model.audio.format, model.audio.sample_rate_hz, model.audio.n_channels) == (AudioFormat.FLAC, 24_000, 2)
    assert dict(model.parameters) == {"temperature": 0.5, "seed": 7, "user": "u"}
    assert dict(model.body) == {"reasoning": {"effort": "low", "tags": ["a", 1]}}
    assert model.price is not None
    assert (model.price.usd_per_million_audio_tokens, model.price.usd_per_audio_minute) == (40, 0.006)
    limits = model.limits
    assert (limits.concurrency, limits.requests_per_minute, limits.tokens_per_minute) == (9, 60, 1e5)
    assert (limits.timeout_s, limits.max_audio_s, limits.max_request_mb) == (33, 30, 20)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('dialect = "raw"', 'dialect is \'raw\'. Write "raw_base64", "data_url" or "audio_url".'),
        ('inputs = ["smell"]', "inputs is .* Write a list of .*audio.*image"),
        ("colour = 1", "colour is not a field. Remove it; there are .*endpoint"),
        ('languages = ["English"]', "languages is .*BCP 47"),
        ("streams_only = 1", "streams_only is 1. Write true or false."),
        ("price = 3", r"price is 3. Write it as a table, \[models.price\]."),
        ("[models.price]\nusd_per_request = -1", r"price.usd_per_request is -1. Write a number from 0"),
        ("[models.price]\nusd = 1", "price.usd is not a field"),
        ("[models.limits]\nconcurrency = 0", "limits.concurrency is 0. Write a whole number from 1"),
        ("[models.limits]\ntimeout_s = nan", "limits.timeout_s is nan. Write a number"),
        ("[models.limits]\nrequests_per_minute = true", "limits.requests_per_minute is True. Write a number"),
        ('[models.audio]\nformat = "ogg"', 'audio.format is \'ogg\'. Write "wav", "flac" or "mp3".'),
        ("[models.audio]\nsample_rate_hz = 500", "audio.sample_rate_hz is 500. Write 8000 to 48000, or 0"),
        ('[models.parameters]\nstop = ["x"]', r"parameters.stop is .* put tables and lists into \[models.body\]"),
        ("[models.parameters]\ntemperature = inf", "parameters.temperature is inf"),
        ("[models.body]\nday = 2026-01-01", "body.day is .* JSON has no dates"),
        ("script = []", "script is not a field"),
    ],
)
def test_a_wrong_field_is_named_with_what_to_write(tmp_path: Path, line: str, said: str) -> None:
    found = read(tmp_path, OPENAI + line + "\n" + GOOD)
    assert list(found.models) == ["good"]
    (sentence,) = found.faults["m"]
    assert re.search(said, sentence), sentence
    assert sentence.startswith('Model "m": ')
    with pytest.raises(ModelFileError, match='Model "m"'):
        found.model("m")


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("adapter", '"openapi"', 'adapter is \'openapi\'. Write "openai", "gemini"'),
        ("adapter", None, "adapter is missing"),
        ("model", None, "model is missing. Write what the endpoint calls"),
        ("model", '""', "model is ''"),
        ("model", "7", "model is 7"),
        ("endpoint", None, "endpoint is missing. Write the base address"),
        ("endpoint", '"example.com"', "endpoint cannot be used. Write the base address"),
        ("endpoint", '"https://"', "endpoint cannot be used"),
        ("endpoint", '"https://u:secret@example.com/v1"', "endpoint cannot be used"),
        ("endpoint", '"https://example.com/v1?key=secret"', "endpoint cannot be used"),
        ("endpoint", '"https://example.com:port/v1"', "endpoint cannot be used"),
        ("endpoint", '"http://example.com/v1"', "endpoint cannot be used. Write https://"),
        ("key_variable", '"sk-secret"', "key_variable cannot be used. Write the name of the environment variable"),
        ("key_variable", '"PLAYER_SALT"', "key_variable cannot be used"),
    ],
)
def test_what_a_model_needs(tmp_path: Path, field: str, value: str | None, said: str) -> None:
    lines = [line for line in OPENAI.splitlines() if not line.startswith(f"{field} =")]
    text = "\n".join([*lines, *([f"{field} = {value}"] if value is not None else [])])
    found = read(tmp_path, text)
    assert not found.models
    assert any(said in sentence for sentence in found.faults["m"]), found.faults
    assert "secret" not in " ".join(found.sentences)


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "192.168.1.5", "vllm", "[::1]:8000", "gpu.local"])
def test_a_key_may_travel_in_the_clear_at_home(tmp_path: Path, host: str) -> None:
    assert read(tmp_path, OPENAI.replace("https://example.com", f"http://{host}")).usable


def test_a_model_without_its_key_is_off_and_the_others_stay(tmp_path: Path) -> None:
    found = read(tmp_path, OPENAI + GOOD, Keys({}))
    assert [model.name for model in found.usable] == ["good"]
    with pytest.raises(
        ModelFileError, match=r'Model "m" is off: no key. Put it into the environment variable SOME_KEY'
    ):
        found.model("m")
    assert found.sentences == (found.models["m"].off,)


def test_a_key_shows_in_no_repr(tmp_path: Path) -> None:
    settings_ = read_settings({"SOME_KEY": KEY})
    assert settings_.keys.of("SOME_KEY").value == KEY
    model = read(tmp_path, OPENAI).model("m")
    shown = f"{settings_!r} {settings_} {settings_.keys!r} {model!r} {model} {model.key}"
    assert KEY not in shown
    assert "example.com" not in repr(model)


def test_an_endpoint_may_need_no_key(tmp_path: Path) -> None:
    text = OPENAI.replace('key_variable = "SOME_KEY"', "").replace("https", "http")
    model = read(tmp_path, text).model("m")
    assert (model.off, bool(model.key)) == ("", False)


CASCADE = """
[[models]]
name = "c"
adapter = "cascade"
transcriber = "asr"
reader = "good"
[[models]]
name = "asr"
adapter = "transcription"
endpoint = "https://example.com/v1"
model = "w"
"""


def test_a_cascade_is_made_of_two_models(tmp_path: Path) -> None:
    found = read(tmp_path, CASCADE + GOOD)
    assert (found.model("c").transcriber, found.model("c").reads_transcripts) == ("asr", True)


def test_a_cascade_takes_over_what_its_parts_take_and_cost(tmp_path: Path) -> None:
    asr = """
[models.audio]
format = "flac"
[models.limits]
max_audio_s = 30
max_request_mb = 5
[models.price]
usd_per_audio_minute = 0.006
usd_per_request = 0.001
"""
    reader = GOOD + "[models.price]\nusd_per_million_output_tokens = 4\nusd_per_request = 0.002\n"
    found = read(tmp_path, CASCADE + asr + reader).model("c")
    assert (found.audio.format, found.limits.max_audio_s, found.limits.max_request_mb) == (AudioFormat.FLAC, 30, 5)
    assert found.price is not None
    assert found.price.usd_per_request == pytest.approx(0.003)
    assert (found.price.usd_per_audio_minute, found.price.usd_per_million_output_tokens) == (0.006, 4)
    by_tokens = asr.replace("usd_per_audio_minute", "usd_per_million_input_tokens")
    assert read(tmp_path, CASCADE + by_tokens + reader).model("c").price is None
    assert read(tmp_path, CASCADE + asr + GOOD).model("c").price is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('reader = "good"', 'reader = "asr"', 'reader names "asr", which is no usable model with adapter gemini or'),
        ('reader = "good"', 'reader = "nobody"', 'reader names "nobody"'),
        ('transcriber = "asr"', 'transcriber = "good"', 'transcriber names "good"'),
        ('model = "w"', 'model = "w"\nkey_variable = "NO_KEY"', "off, because its transcriber is.*NO_KEY"),
    ],
)
def test_a_cascade_is_off_when_a_part_is_not_there(tmp_path: Path, old: str, new: str, said: str) -> None:
    found = read(tmp_path, (CASCADE + GOOD).replace(old, new))
    assert re.search(said, found.models["c"].off), found.models["c"].off


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ('when = "("\nanswers = ["A"]', "script 1: when is '('. Write a regular expression."),
        ("answers = []", "script 1: answers is []. Write a list of texts"),
        ('when = "x"', "script 1: answers is missing. Write what is said, or a fault."),
        ('answers = ["A"]\nfault = "fire"', "script 1: fault is 'fire'. Write \"timeout\""),
        ('answers = ["A"]\nstatus = "error"', "an error is a fault"),
        ('answers = ["A"]\nmood = 1', "mood is not a field"),
    ],
)
def test_rules_of_scripts(tmp_path: Path, rule: str, said: str) -> None:
    text = f'[[models]]\nname = "s"\nadapter = "scripted"\n[[models.script]]\n{rule}\n'
    (sentence,) = read(tmp_path, text).faults["s"]
    assert said in sentence


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[models]", "models.toml is not TOML: .*line 1"),
        ("[models]\nname = 'x'", r"Begin each model with a line \[\[models\]\]"),
        ("models = 3", "models must be a list"),
    ],
)
def test_a_file_that_is_no_model_file(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ModelFileError, match=said):
        read(tmp_path, text)


def test_what_does_not_belong_to_a_model_is_said(tmp_path: Path) -> None:
    found = read(tmp_path, "colour = 1\n" + GOOD + '[[models]]\nname = "a b"\nadapter = "scripted"\n')
    assert list(found.models) == ["good"]
    assert "models.toml: colour is not a field" in found.sentences[0]
    assert "Model 2 of the file: name is 'a b'" in found.sentences[1]


def test_two_of_one_name_are_neither(tmp_path: Path) -> None:
    found = read(tmp_path, GOOD + GOOD + GOOD)
    assert not found.models
    assert all("more than once" in sentence for sentence in found.faults["good"])


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "cannot be read"), (b"\xff\xfe\x00", "not UTF-8"), (b"#" * 1_000_001, "larger than 1000 kB")],
)
def test_files_that_cannot_be_read(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "models.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelFileError, match=said):
        read_model_file(path, KEYS)


def test_without_a_file_there_are_no_models(tmp_path: Path) -> None:
    found = models_of(Settings(data_dir=tmp_path))
    assert not found.usable
    with pytest.raises(ModelFileError, match=r"no model x\. Name models in models.toml"):
        found.model("x")


def test_an_unknown_name_is_answered_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"There is no model y\. models.toml has: good\."):
        read(tmp_path, GOOD).model("y")


def test_where_the_file_is(tmp_path: Path) -> None:
    assert read_settings({"MODELS_FILE": f" {tmp_path}/m.toml "}).models_file == tmp_path / "m.toml"


def test_the_shipped_example_can_be_used_as_it_is() -> None:
    found = read_model_file(EXAMPLE, Keys({}))
    assert [model.name for model in found.usable] == ["scripted-demo"]
    assert not found.sentences


def test_every_example_is_right_once_its_comment_signs_are_gone(tmp_path: Path) -> None:
    text = re.sub(r"(?m)^# ?(?=\[|[a-z_]+ = )", "", EXAMPLE.read_text("utf-8"))
    variables = re.findall(r'key_variable = "([A-Z_]+)"', text)
    found = read(tmp_path, text, Keys(dict.fromkeys(variables, KEY)))
    assert not found.sentences, found.sentences
    assert [model.adapter for model in found.usable] == [
        "scripted", "openai", "openai", "openai", "openai", "gemini", "transcription", "openai", "cascade",
    ]  # fmt: skip
    assert open_adapter(found.model("scripted-demo"), found).endpoint_kind == "scripted"
    with pytest.raises(ModelFileError, match="only writes transcripts"):
        open_adapter(found.model("asr"), found)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
_FIELDS = st.sampled_from(
    ["adapter", "endpoint", "model", "key_variable", "price", "limits", "audio", "parameters", "body", "script",
     "inputs", "languages", "dialect", "seed", "transcriber", "x"]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(adapter=st.sampled_from(list(AdapterKind)), values=st.dictionaries(_FIELDS, _VALUES, max_size=5))
def test_nothing_that_a_table_can_hold_breaks_the_reader(adapter: AdapterKind, values: dict[str, object]) -> None:
    from soundmark.models.fields import Table
    from soundmark.models.model_table import model_of

    faults: list[str] = []
    model = model_of("m", Table({"adapter": adapter.value} | values, 'Model "m"', faults), KEYS)
    assert model is not None or faults
    assert all(sentence.isprintable() and len(sentence) < 600 for sentence in faults)
