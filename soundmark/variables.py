"""What the variables of an environment hold, checked; an error names the variable and says what it may be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from soundmark.secret import Secret
from soundmark.types import SoundmarkError

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off"})
HUB_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}/[A-Za-z0-9][A-Za-z0-9._-]{0,95}")
ACCOUNT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}")
BENCHMARK_REVISION = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}=[A-Za-z0-9][A-Za-z0-9._/-]{0,99}")


class SettingsError(SoundmarkError):
    """An environment variable, or an option of a command, that cannot be used."""


def words(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    """The parts of a comma-separated variable."""
    return tuple(part.strip() for part in env.get(name, "").split(",") if part.strip())


def boolean(env: Mapping[str, str], name: str, *, default: bool) -> bool:
    """Whether it is true.

    Raises:
        SettingsError: when it is neither true nor false.
    """
    word = env.get(name, "").strip().lower()
    if not word:
        return default
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise SettingsError(f"{name} is {word!r}. Set it to true or false.")


def number(env: Mapping[str, str], name: str, *, default: float, least: float, most: float, unit: str) -> float:
    """A number within limits.

    Args:
        env: the environment.
        name: of the variable.
        default: when it is not set.
        least: it may be.
        most: it may be.
        unit: of the number, in the plural.

    Raises:
        SettingsError: when it is none, or outside.
    """
    text = env.get(name, "").strip()
    try:
        value = float(text) if text else default
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise SettingsError(f"{name} is {text!r}. Set it to {least:g} to {most:g} {unit}.")
    return value


def hub_name(env: Mapping[str, str], name: str) -> str:
    """Something on the Hub, as owner/name; '' when it is not set.

    Raises:
        SettingsError: when it has another form.
    """
    text = env.get(name, "").strip()
    if text and not HUB_NAME.fullmatch(text):
        raise SettingsError(f"{name} is {text!r}. Write it as owner/name, for instance maria/sound-answers.")
    return text


def web_address(env: Mapping[str, str], name: str) -> str:
    """An address without a slash at its end; '' when it is not set.

    Raises:
        SettingsError: when it is none of the web.
    """
    url = env.get(name, "").strip()
    if url and not url.startswith(("https://", "http://")):
        raise SettingsError(f"{name} is {url!r}. It must start with https:// or http://.")
    return url.rstrip("/")


def path_of(text: str) -> Path:
    """A path; `~` at its beginning is a home folder.

    Raises:
        SettingsError: when it names the home of nobody.
    """
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise SettingsError(f"{text[:80]!r}: there is no such home folder here. Write the path in full.") from None


def whole_path(env: Mapping[str, str], name: str) -> Path | None:
    """A path from the root; None when it is not set.

    Raises:
        SettingsError: when it names the home of nobody.
    """
    text = env.get(name, "").strip()
    if not text:
        return None
    try:
        return path_of(text).resolve()
    except SettingsError as error:
        raise SettingsError(f"{name} is {error}") from None


def revisions(env: Mapping[str, str], name: str) -> dict[str, str]:
    """Revisions by the name of what has them.

    Raises:
        SettingsError: when a part is no name=revision.
    """
    found: dict[str, str] = {}
    for part in words(env, name):
        if not BENCHMARK_REVISION.fullmatch(part):
            raise SettingsError(f"{name} holds {part!r}. Write it as name=revision, for instance tau=main.")
        benchmark, _, revision = part.partition("=")
        found[benchmark] = revision
    return found


def long_secret(env: Mapping[str, str], name: str) -> Secret:
    """A secret that nobody guesses; empty when it is not set.

    Raises:
        SettingsError: when it is short.
    """
    text = env.get(name, "")
    if text and len(text) < 32:
        raise SettingsError(f"{name} has {len(text)} characters. Use 32 random ones or more.")
    return Secret(text)


def accounts(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    """Names of accounts on the Hub.

    Raises:
        SettingsError: when a part is none.
    """
    names = words(env, name)
    for one in names:
        if not ACCOUNT.fullmatch(one):
            raise SettingsError(f"{name} holds {one!r}. Write names of Hub accounts, comma-separated: maria,sound-lab.")
    return names
