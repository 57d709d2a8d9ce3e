"""The only reader of the environment: one frozen `Settings`, read once and passed down."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from soundmark.types import SoundmarkError

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off"})
HUB_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}/[A-Za-z0-9][A-Za-z0-9._-]{0,95}")
SECRET_NAME = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD|SALT)$")
ACCOUNT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}")
OAUTH_VARIABLES = ("OAUTH_CLIENT_ID", "OAUTH_CLIENT_SECRET", "OAUTH_SCOPES", "OPENID_PROVIDER_URL")
"""What a Space has whose card says `hf_oauth: true`; Gradio needs all of them."""
BENCHMARK_REVISION = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}=[A-Za-z0-9][A-Za-z0-9._/-]{0,99}")
DEFAULT_FLUSH_EVERY_S = 90.0
MIN_FLUSH_EVERY_S = 60.0
"""One commit a minute: the Hub refuses more than about a hundred an hour."""
MAX_FLUSH_EVERY_S = 3600.0
DEFAULT_CLIP_CACHE_GB = 2.0
MIN_CLIP_CACHE_GB = 0.5
MAX_CLIP_CACHE_GB = 10_000.0
DEFAULT_OWN_RECORDING_MINUTES = 30.0
MIN_OWN_RECORDING_MINUTES = 1.0
MAX_OWN_RECORDING_MINUTES = 240.0
ROOT = Path(__file__).resolve().parent.parent


class SettingsError(SoundmarkError):
    """An environment variable that cannot be used."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A string that does not show itself in a repr, a log line or a traceback."""

    value: str = field(repr=False)

    def __str__(self) -> str:
        return "**********"

    def __bool__(self) -> bool:
        return bool(self.value)


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys of model endpoints, by name of the environment variable that holds them; a repr shows none."""

    _values: Mapping[str, str] = field(default_factory=dict, repr=False)

    def of(self, variable: str) -> Secret:
        """The key in a variable; empty when it is not set."""
        return Secret(self._values.get(variable, "").strip())

    @property
    def secret_values(self) -> frozenset[str]:
        """What stands in every variable whose name says that it is a secret: to find it where it must not be."""
        found = (value.strip() for name, value in self._values.items() if SECRET_NAME.search(name.upper()))
        return frozenset(value for value in found if value)


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetChoice:
    """A dataset of the Hub to play.

    Attributes:
        name: owner/name.
        columns: which of its columns hold what, as docs/packs.md describes it; '' when their names say it.
        config, split: of the dataset; may be '' where it has only one.
        revision: a branch, tag or commit; what it means is looked up once and kept.
        limit: rows to read at most; 0 for the usual number.
    """

    name: str
    columns: str
    config: str = ""
    split: str = ""
    revision: str = "main"
    limit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that a deployment can choose.

    Attributes:
        data_dir: where the journal, the salt and the playable copies of clips live (`DATA_DIR`).
        clips_dir: a folder pack to play (`CLIPS_DIR`): places and spatial questions in place of those of the published
            benchmarks, multiple-choice questions as a quiz of its own.
        clips_dataset: a dataset of the Hub to play in the same way (`CLIPS_DATASET` with `CLIPS_MAP`, and
            `CLIPS_CONFIG`, `CLIPS_SPLIT`, `CLIPS_REVISION`, `CLIPS_LIMIT`).
        modes: ids of the modes to show; empty means all (`MODES`, comma-separated).
        player_salt: key that turns a browser's random id into the id that is logged (`PLAYER_SALT`).
        space_id: owner/name when running as a Hugging Face Space (`SPACE_ID` with `SYSTEM=spaces`).
        deployment: name of this deployment in the log (`DEPLOYMENT_ID`, else the Space's id, else "local").
        public_url: where players find the app, for share texts (`PUBLIC_URL`, else derived on a Space).
        open_browser: open the page in the default browser after the start (`OPEN_BROWSER`).
        log_repo: owner/name of the Hub dataset that answers are published to (`LOG_REPO`); empty keeps them here.
        hub_token: token that may write to it (`HF_TOKEN`); empty keeps answers here too.
        hub_endpoint: the Hub to talk to (`HF_ENDPOINT`); empty for huggingface.co.
        log_bucket: owner/name of a Hub bucket that keeps answers between two flushes (`LOG_BUCKET`).
        flush_every_s: longest time that an answer waits before it is published, in seconds (`FLUSH_EVERY_S`). The Hub
            allows about a hundred commits an hour: with several replicas, use at least 40 s for each of them.
        demo_only: names of benchmarks whose built-in demo is played in any case; all for all of them (`DEMO`).
        offline: read published benchmarks from what is on this machine only (`HF_HUB_OFFLINE`).
        clip_cache_bytes: room for the recordings of each published benchmark on this machine (`CLIP_CACHE_GB`, in units
            of 10^9 bytes). The least recently used ones make room for others.
        benchmark_revisions: by name of a benchmark, the revision of its source to read in place of the built-in one
            (`BENCHMARK_REVISIONS`, as globeaudio=0123abc,tau=main).
        runs_baselines: put baselines through the questions in the background, once for each list (`BASELINES`).
        savvy_media_dir: the user's own recordings of Aria Everyday Activities (`SAVVY_MEDIA`), which are never fetched.
        models_file: which models there are and how they are spoken to (`MODELS_FILE`, else models.toml beside app.py
            if there is one); None without models.
        keys: of the endpoints that the models file names.
        arena_publishes_uploads: whether answers to what visitors bring to the arena may be published when they agree
            (`ARENA_PUBLISH_UPLOADS`); else they stay on this machine.
        lets_agents_play: whether programs may play over the app's API and as MCP clients (`AGENTS`).
        savvy_silent: play SAVVY-Bench without its recordings, by maps, paths and tracks alone (`SAVVY_SILENT`).
        own_recording_s: the longest recording of their own that visitors may have analysed, in seconds
            (`OWN_RECORDING_MINUTES`); larger files are not let in.
        has_login: whether people can log in with their Hub account: a Space whose card asks for OAuth.
        owners: names of Hub accounts or organisations that own the deployment beside the Space's own (`OWNERS`).
        owner_key: password of the owner's page (`OWNER_KEY`); empty for none: then, outside of a Space, the page is for
            whoever sits at the machine.
        space_hosts: host names of the Space (`SPACE_HOST`).
        is_personal: whether nothing says that the app is meant for others than whoever sits at the machine: neither a
            Space nor an address for players, nor a key, a tunnel or a proxy of Gradio's own.
    """

    data_dir: Path
    clips_dir: Path | None = None
    clips_dataset: DatasetChoice | None = None
    modes: tuple[str, ...] = ()
    player_salt: Secret = Secret("")
    space_id: str = ""
    deployment: str = "local"
    public_url: str = ""
    open_browser: bool = False
    log_repo: str = ""
    hub_token: Secret = Secret("")
    hub_endpoint: str = ""
    log_bucket: str = ""
    flush_every_s: float = DEFAULT_FLUSH_EVERY_S
    offline: bool = False
    demo_only: tuple[str, ...] = ()
    clip_cache_bytes: int = int(DEFAULT_CLIP_CACHE_GB * 1e9)
    benchmark_revisions: Mapping[str, str] = field(default_factory=dict)
    runs_baselines: bool = True
    savvy_media_dir: Path | None = None
    models_file: Path | None = None
    keys: Keys = Keys()
    arena_publishes_uploads: bool = False
    lets_agents_play: bool = True
    savvy_silent: bool = False
    own_recording_s: float = 60 * DEFAULT_OWN_RECORDING_MINUTES
    has_login: bool = False
    owners: tuple[str, ...] = ()
    owner_key: Secret = Secret("")
    space_hosts: tuple[str, ...] = ()
    is_personal: bool = False

    @property
    def publishes(self) -> bool:
        """Whether answers go to the Hub: both a dataset and a token are set."""
        return bool(self.log_repo and self.hub_token)

    @property
    def on_space(self) -> bool:
        """Whether this process is a Hugging Face Space."""
        return bool(self.space_id)


def spare_gradio_its_statistics() -> None:
    """Let Gradio count its events' times anew after every 1,000 events, and not after each one as it does by default.

    These statistics go over its last 10,000 events with pandas and are shown nowhere here; counting them takes longer
    than an answer does. Of the events themselves the last 1,000 are kept: their list is copied at each event. Call it
    before a page is made. An owner who sets one of the variables gets what it says.
    """
    os.environ.setdefault("GRADIO_ANALYTICS_CACHE_FREQUENCY", "1000")
    os.environ.setdefault("GRADIO_ANALYTICS_MAX_EVENTS", "1000")


def read_settings(environ: Mapping[str, str] | None = None, *, modes: Sequence[str] = ()) -> Settings:
    """Read the settings from the environment.

    Args:
        environ: stands in for the process environment, for tests.
        modes: those to show where `MODES` names none; empty for all.

    Raises:
        SettingsError: when a variable is set to something that cannot be used; the text names it.
    """
    env = os.environ if environ is None else environ
    space_id = env.get("SPACE_ID", "").strip() if env.get("SYSTEM") == "spaces" else ""
    clips = env.get("CLIPS_DIR", "").strip()
    data = env.get("DATA_DIR", "").strip()
    savvy_media = env.get("SAVVY_MEDIA", "").strip()
    return Settings(
        data_dir=Path(data).expanduser().resolve() if data else ROOT / "data",
        clips_dir=Path(clips).expanduser().resolve() if clips else None,
        clips_dataset=_clips_dataset(env),
        modes=tuple(part.strip() for part in env.get("MODES", "").split(",") if part.strip()) or tuple(modes),
        player_salt=_long_secret(env, "PLAYER_SALT"),
        space_id=space_id,
        deployment=env.get("DEPLOYMENT_ID", "").strip() or space_id or "local",
        public_url=_public_url(env),
        open_browser=_boolean(env, "OPEN_BROWSER", default=False),
        log_repo=_hub_name(env, "LOG_REPO"),
        hub_token=Secret(env.get("HF_TOKEN", "").strip()),
        hub_endpoint=_web_address(env, "HF_ENDPOINT"),
        log_bucket=_hub_name(env, "LOG_BUCKET"),
        flush_every_s=_seconds(env, "FLUSH_EVERY_S", default=DEFAULT_FLUSH_EVERY_S),
        demo_only=tuple(part.strip().lower() for part in env.get("DEMO", "").split(",") if part.strip()),
        offline=_boolean(env, "HF_HUB_OFFLINE", default=False),
        clip_cache_bytes=_bytes(env, "CLIP_CACHE_GB"),
        benchmark_revisions=_revisions(env, "BENCHMARK_REVISIONS"),
        runs_baselines=_boolean(env, "BASELINES", default=True),
        savvy_media_dir=Path(savvy_media).expanduser().resolve() if savvy_media else None,
        models_file=_models_file(env),
        keys=Keys(dict(env)),
        arena_publishes_uploads=_boolean(env, "ARENA_PUBLISH_UPLOADS", default=False),
        lets_agents_play=_boolean(env, "AGENTS", default=True),
        savvy_silent=_boolean(env, "SAVVY_SILENT", default=False),
        own_recording_s=60 * _minutes(env, "OWN_RECORDING_MINUTES"),
        has_login=bool(space_id) and all(env.get(name, "").strip() for name in OAUTH_VARIABLES),
        owners=_accounts(env, "OWNERS"),
        owner_key=_long_secret(env, "OWNER_KEY"),
        space_hosts=_space_hosts(env),
        is_personal=not space_id and _is_personal(env),
    )


def _clips_dataset(env: Mapping[str, str]) -> DatasetChoice | None:
    name = _hub_name(env, "CLIPS_DATASET")
    if not name:
        return None
    columns, limit = env.get("CLIPS_MAP", "").strip(), env.get("CLIPS_LIMIT", "").strip()
    if env.get("CLIPS_DIR", "").strip():
        raise SettingsError("Both CLIPS_DIR and CLIPS_DATASET are set. Set the one that is to be played.")
    if limit and not (limit.isascii() and limit.isdigit() and len(limit) <= 9 and int(limit) > 0):
        raise SettingsError(f"CLIPS_LIMIT is {limit!r}. Set it to a number of rows.")
    return DatasetChoice(
        name=name,
        columns=columns,
        config=env.get("CLIPS_CONFIG", "").strip(),
        split=env.get("CLIPS_SPLIT", "").strip(),
        revision=env.get("CLIPS_REVISION", "").strip() or "main",
        limit=int(limit or 0),
    )


def _models_file(env: Mapping[str, str]) -> Path | None:
    named = env.get("MODELS_FILE", "").strip()
    if named:
        return Path(named).expanduser().resolve()
    beside = ROOT / "models.toml"
    return beside if beside.is_file() else None


def _boolean(env: Mapping[str, str], name: str, *, default: bool) -> bool:
    word = env.get(name, "").strip().lower()
    if not word:
        return default
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise SettingsError(f"{name} is {word!r}. Set it to true or false.")


def _hub_name(env: Mapping[str, str], name: str) -> str:
    text = env.get(name, "").strip()
    if text and not HUB_NAME.fullmatch(text):
        raise SettingsError(f"{name} is {text!r}. Write it as owner/name, for instance maria/sound-answers.")
    return text


def _web_address(env: Mapping[str, str], name: str) -> str:
    url = env.get(name, "").strip()
    if url and not url.startswith(("https://", "http://")):
        raise SettingsError(f"{name} is {url!r}. It must start with https:// or http://.")
    return url.rstrip("/")


def _number(text: str, default: float) -> float:
    """The number, or NaN for what is none."""
    try:
        return float(text) if text else default
    except ValueError:
        return float("nan")


def _seconds(env: Mapping[str, str], name: str, *, default: float) -> float:
    text = env.get(name, "").strip()
    value = _number(text, default)
    if not MIN_FLUSH_EVERY_S <= value <= MAX_FLUSH_EVERY_S:
        raise SettingsError(f"{name} is {text!r}. Set it to {MIN_FLUSH_EVERY_S:g} to {MAX_FLUSH_EVERY_S:g} seconds.")
    return value


def _minutes(env: Mapping[str, str], name: str) -> float:
    text = env.get(name, "").strip()
    value = _number(text, DEFAULT_OWN_RECORDING_MINUTES)
    if not MIN_OWN_RECORDING_MINUTES <= value <= MAX_OWN_RECORDING_MINUTES:
        limits = f"{MIN_OWN_RECORDING_MINUTES:g} to {MAX_OWN_RECORDING_MINUTES:g}"
        raise SettingsError(f"{name} is {text!r}. Set it to {limits} minutes.")
    return value


def _bytes(env: Mapping[str, str], name: str) -> int:
    text = env.get(name, "").strip()
    value = _number(text, DEFAULT_CLIP_CACHE_GB)
    if not MIN_CLIP_CACHE_GB <= value <= MAX_CLIP_CACHE_GB:
        raise SettingsError(f"{name} is {text!r}. Set it to {MIN_CLIP_CACHE_GB:g} to {MAX_CLIP_CACHE_GB:g} gigabytes.")
    return int(value * 1e9)


def _revisions(env: Mapping[str, str], name: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in env.get(name, "").split(","))):
        if not BENCHMARK_REVISION.fullmatch(part):
            raise SettingsError(f"{name} holds {part!r}. Write it as name=revision, for instance tau=main.")
        benchmark, _, revision = part.partition("=")
        found[benchmark] = revision
    return found


def _long_secret(env: Mapping[str, str], name: str) -> Secret:
    text = env.get(name, "")
    if text and len(text) < 32:
        raise SettingsError(f"{name} has {len(text)} characters. Use 32 random ones or more.")
    return Secret(text)


def _accounts(env: Mapping[str, str], name: str) -> tuple[str, ...]:
    names = tuple(part.strip() for part in env.get(name, "").split(",") if part.strip())
    for one in names:
        if not ACCOUNT.fullmatch(one):
            raise SettingsError(f"{name} holds {one!r}. Write names of Hub accounts, comma-separated: maria,sound-lab.")
    return names


def _space_hosts(env: Mapping[str, str]) -> tuple[str, ...]:
    """Of a Space with a domain of its own there are several; its first is that of the Hub."""
    hosts = env.get("SPACE_HOST", "") if env.get("SYSTEM") == "spaces" else ""
    return tuple(host.strip().lower() for host in hosts.split(",") if host.strip())


def _is_personal(env: Mapping[str, str]) -> bool:
    listens_on = env.get("GRADIO_SERVER_NAME", "").strip().lower()
    shows = any(env.get(name, "").strip() for name in ("PUBLIC_URL", "OWNER_KEY", "GRADIO_ROOT_PATH"))
    passes_on = any(env.get(name, "").strip().lower() in TRUE_WORDS for name in ("GRADIO_SHARE", "GRADIO_SSR_MODE"))
    return listens_on in ("", "127.0.0.1", "::1", "localhost") and not (shows or passes_on)


def _public_url(env: Mapping[str, str]) -> str:
    hosts = _space_hosts(env)
    return _web_address(env, "PUBLIC_URL") or (f"https://{hosts[0]}" if hosts else "")
