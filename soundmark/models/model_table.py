"""One model of a model file, out of its table."""

from __future__ import annotations

import ipaddress
import re
from types import MappingProxyType
from urllib.parse import urlsplit

from soundmark.models.fields import Table
from soundmark.models.price import Price
from soundmark.models.script import Fault, Pick, Rule
from soundmark.models.spec import AdapterKind, AudioForm, AudioFormat, Dialect, Input, Limits, ModelSpec
from soundmark.secret import Keys, Secret
from soundmark.types import Status

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]{0,99}")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?")
_NOT_KEYS = frozenset({"PLAYER_SALT"})
_COMMON = ("name", "adapter", "price", "limits")
_ENDPOINT = ("endpoint", "key_variable", "model", "languages", "parameters", "not_accepted", "body")
_MEDIA = ("inputs", "audio")
_FIELDS = {
    AdapterKind.OPENAI: (*_COMMON, *_ENDPOINT, *_MEDIA, "dialect", "streams_only"),
    AdapterKind.GEMINI: (*_COMMON, *_ENDPOINT, *_MEDIA),
    AdapterKind.TRANSCRIPTION: (*_COMMON, *_ENDPOINT, "audio"),
    AdapterKind.CASCADE: (*_COMMON, "transcriber", "reader", "languages", "audio", "parameters", "not_accepted"),
    AdapterKind.SCRIPTED: (*_COMMON, *_MEDIA, "languages", "parameters", "seed", "script"),
}
_RULE_FIELDS = (
    "when", "answers", "pick", "delay_s", "status", "reason", "reasoning", "fault", "fault_times", "retry_after_s",
    "input_tokens", "output_tokens",
)  # fmt: skip
_PRICES = (
    "usd_per_million_input_tokens", "usd_per_million_output_tokens", "usd_per_million_audio_tokens", "usd_per_request",
    "usd_per_audio_minute",
)  # fmt: skip
_LIMITS = (
    "concurrency", "requests_per_minute", "tokens_per_minute", "timeout_s", "max_audio_s", "max_request_mb",
)  # fmt: skip
_NAMED_MODEL = "Write the name of another model of this file."


def model_of(name: str, table: Table, keys: Keys) -> ModelSpec | None:
    """The model of a table; what is wrong with it goes to the table's faults, and the model is then not to be used."""
    adapter = table.word("adapter", AdapterKind)
    if adapter is None:
        return None
    table.refuse_others(_FIELDS[adapter])
    has_endpoint = "endpoint" in _FIELDS[adapter]
    is_cascade = adapter is AdapterKind.CASCADE
    variable = _variable(table) if has_endpoint else ""
    key = keys.of(variable) if variable else Secret("")
    return ModelSpec(
        name=name,
        adapter=adapter,
        model_id=table.text("model", "Write what the endpoint calls the model.") if has_endpoint else "",
        endpoint=_endpoint(table, with_key=bool(variable)) if has_endpoint else "",
        key_variable=variable,
        key=key,
        dialect=table.word("dialect", Dialect, Dialect.RAW_BASE64) or Dialect.RAW_BASE64,
        inputs=frozenset({Input.AUDIO}) if is_cascade else table.words("inputs", Input, (Input.AUDIO,)),
        languages=_languages(table),
        audio=_audio(table.table("audio")),
        price=_price(table.table("price")) if "price" in table else None,
        limits=_limits(table.table("limits")),
        parameters=MappingProxyType(table.table("parameters").parameters()),
        body=MappingProxyType(table.table("body").json()),
        not_accepted=frozenset(table.texts("not_accepted", 'Write a list of names, as ["temperature"].')),
        streams_only=table.flag("streams_only"),
        transcriber=table.text("transcriber", _NAMED_MODEL) if is_cascade else "",
        reader=table.text("reader", _NAMED_MODEL) if is_cascade else "",
        rules=_rules(table) if adapter is AdapterKind.SCRIPTED else (),
        seed=table.whole("seed", low=0, high=2**31, default=0) or 0,
        off=_off(name, variable) if variable and not key else "",
    )


def _off(name: str, variable: str) -> str:
    return f'Model "{name}" is off: no key. Put it into the environment variable {variable} and start again.'


def _variable(table: Table) -> str:
    """Name of the variable with the key. A key that was written into the file itself is not repeated anywhere."""
    if "key_variable" not in table:
        return ""
    variable = table.text("key_variable", "Write the name of an environment variable.")
    if _VARIABLE.fullmatch(variable) and variable not in _NOT_KEYS:
        return variable
    table.fault_hidden("key_variable", "Write the name of the environment variable that holds the key, as MY_API_KEY.")
    return ""


def _endpoint(table: Table, *, with_key: bool) -> str:
    advice = 'Write the base address of the endpoint, as "https://example.com/v1", without a key in it.'
    address = table.text("endpoint", advice)
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host, parts = "", urlsplit("")
    plain = parts.scheme in ("http", "https") and not (parts.query or parts.fragment or "@" in parts.netloc)
    if not (host and plain and address.isprintable() and " " not in address):
        table.fault_hidden("endpoint", advice)
    elif parts.scheme == "http" and with_key and not _is_near(host):
        table.fault_hidden("endpoint", "Write https://, because a key would travel in the clear.")
    return address.rstrip("/")


def _is_near(host: str) -> bool:
    """Whether a host is this machine or in the same private network, as far as its name tells."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host or host.endswith((".local", ".internal", ".localhost"))
    return address.is_loopback or address.is_private


def _languages(table: Table) -> tuple[str, ...]:
    advice = 'Write a list of BCP 47 codes, as ["en", "zh-Hant"].'
    found = table.texts("languages", advice)
    if not all(_LANGUAGE.fullmatch(language) for language in found):
        table.fault("languages", advice)
    return found


def _audio(table: Table) -> AudioForm:
    table.refuse_others(("format", "sample_rate_hz", "channels"))
    rate_hz = table.whole("sample_rate_hz", low=0, high=48_000, default=16_000)
    if rate_hz and rate_hz < 8_000:
        table.fault("sample_rate_hz", "Write 8000 to 48000, or 0 for the recording's own.")
    return AudioForm(
        format=table.word("format", AudioFormat, AudioFormat.WAV) or AudioFormat.WAV,
        sample_rate_hz=rate_hz or None,
        n_channels=table.whole("channels", low=1, high=2, default=1) or 1,
    )


def _price(table: Table) -> Price:
    table.refuse_others(_PRICES)
    values = {name: table.number(name, low=0, high=100_000) for name in _PRICES if name in table}
    return Price(**{name: value for name, value in values.items() if value is not None})


def _limits(table: Table) -> Limits:
    table.refuse_others(_LIMITS)
    usual = Limits()
    return Limits(
        concurrency=table.whole("concurrency", low=1, high=1_000, default=usual.concurrency) or usual.concurrency,
        requests_per_minute=table.number("requests_per_minute", low=0.01, high=1e6),
        tokens_per_minute=table.number("tokens_per_minute", low=1, high=1e10),
        timeout_s=table.number("timeout_s", low=0.1, high=3_600, default=usual.timeout_s) or usual.timeout_s,
        max_audio_s=table.number("max_audio_s", low=0.1, high=36_000),
        max_request_mb=table.number("max_request_mb", low=0.01, high=2_000, default=usual.max_request_mb)
        or usual.max_request_mb,
    )


def _rules(table: Table) -> tuple[Rule, ...]:
    rules = tuple(_rule(part) for part in table.tables("script"))
    if not rules:
        table.fault("script", 'Write at least one rule, [[models.script]] with answers = ["..."].')
    return rules


def _rule(table: Table) -> Rule:
    table.refuse_others(_RULE_FIELDS)
    pattern = table.text("when", "Write a regular expression.", default="")
    try:
        when = re.compile(pattern, re.DOTALL)
    except re.error:
        table.fault("when", "Write a regular expression.")
        when = re.compile("")
    answers = table.texts("answers", 'Write a list of texts, as ["A", "B"].', default=("",))
    if not answers:
        table.fault("answers", 'Write a list of texts, as ["A", "B"].')
    fault = table.word("fault", Fault) if "fault" in table else None
    if "answers" not in table and fault is None:
        table.fault("answers", "Write what is said, or a fault.")
    status = table.word("status", Status, Status.OK) or Status.OK
    if status not in (Status.OK, Status.REFUSED, Status.UNPARSED):
        table.fault("status", 'Write "ok", "refused" or "unparsed"; an error is a fault.')
    return Rule(
        when=when,
        answers=answers or ("",),
        pick=table.word("pick", Pick, Pick.DRAW) or Pick.DRAW,
        delay_s=table.number("delay_s", low=0, high=3_600, default=0.0) or 0.0,
        status=status,
        reason=table.text("reason", "Write a word.", default=""),
        reasoning=table.text("reasoning", "Write a text.", default=""),
        fault=fault,
        fault_times=table.whole("fault_times", low=0, high=1_000_000, default=0) or 0,
        retry_after_s=table.number("retry_after_s", low=0, high=86_400),
        input_tokens=table.whole("input_tokens", low=0, high=10**9),
        output_tokens=table.whole("output_tokens", low=0, high=10**9),
    )
