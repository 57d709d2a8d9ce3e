"""The only reader of the environment: one frozen `Settings`, read once and passed down."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from soundmark.secret import Keys, Secret
from soundmark.variables import (
    TRUE_WORDS,
    SettingsError,
    accounts,
    boolean,
    hub_name,
    long_secret,
    number,
    revisions,
    web_address,
    whole_path,
    words,
)

OAUTH_VARIABLES = ("OAUTH_CLIENT_ID", "OAUTH_CLIENT_SECRET", "OAUTH_SCOPES", "OPENID_PROVIDER_URL")
"""What a Space has whose card says `hf_oauth: true`; Gradio needs all of them."""
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
    player_salt: Secret = field(default=Secret(""))
    space_id: str = ""
    deployment: str = "local"
    public_url: str = ""
    open_browser: bool = False
    log_repo: str = ""
    hub_token: Secret = field(default=Secret(""))
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
    keys: Keys = field(default=Keys())
    arena_publishes_uploads: bool = False
    lets_agents_play: bool = True
    savvy_silent: bool = False
    own_recording_s: float = 60 * DEFAULT_OWN_RECORDING_MINUTES
    has_login: bool = False
    owners: tuple[str, ...] = ()
    owner_key: Secret = field(default=Secret(""))
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
    return Settings(
        data_dir=whole_path(env, "DATA_DIR") or ROOT / "data",
        clips_dir=whole_path(env, "CLIPS_DIR"),
        clips_dataset=_clips_dataset(env),
        modes=words(env, "MODES") or tuple(modes),
        player_salt=long_secret(env, "PLAYER_SALT"),
        space_id=space_id,
        deployment=env.get("DEPLOYMENT_ID", "").strip() or space_id or "local",
        public_url=_public_url(env),
        open_browser=boolean(env, "OPEN_BROWSER", default=False),
        log_repo=hub_name(env, "LOG_REPO"),
        hub_token=Secret(env.get("HF_TOKEN", "").strip()),
        hub_endpoint=web_address(env, "HF_ENDPOINT"),
        log_bucket=hub_name(env, "LOG_BUCKET"),
        flush_every_s=number(
            env,
            "FLUSH_EVERY_S",
            default=DEFAULT_FLUSH_EVERY_S,
            least=MIN_FLUSH_EVERY_S,
            most=MAX_FLUSH_EVERY_S,
            unit="seconds",
        ),
        demo_only=tuple(word.lower() for word in words(env, "DEMO")),
        offline=boolean(env, "HF_HUB_OFFLINE", default=False),
        clip_cache_bytes=int(
            1e9
            * number(
                env,
                "CLIP_CACHE_GB",
                default=DEFAULT_CLIP_CACHE_GB,
                least=MIN_CLIP_CACHE_GB,
                most=MAX_CLIP_CACHE_GB,
                unit="gigabytes",
            )
        ),
        benchmark_revisions=revisions(env, "BENCHMARK_REVISIONS"),
        runs_baselines=boolean(env, "BASELINES", default=True),
        savvy_media_dir=whole_path(env, "SAVVY_MEDIA"),
        models_file=_models_file(env),
        keys=Keys(dict(env)),
        arena_publishes_uploads=boolean(env, "ARENA_PUBLISH_UPLOADS", default=False),
        lets_agents_play=boolean(env, "AGENTS", default=True),
        savvy_silent=boolean(env, "SAVVY_SILENT", default=False),
        own_recording_s=60
        * number(
            env,
            "OWN_RECORDING_MINUTES",
            default=DEFAULT_OWN_RECORDING_MINUTES,
            least=MIN_OWN_RECORDING_MINUTES,
            most=MAX_OWN_RECORDING_MINUTES,
            unit="minutes",
        ),
        has_login=bool(space_id) and all(env.get(name, "").strip() for name in OAUTH_VARIABLES),
        owners=accounts(env, "OWNERS"),
        owner_key=long_secret(env, "OWNER_KEY"),
        space_hosts=_space_hosts(env),
        is_personal=not space_id and _is_personal(env),
    )


def _clips_dataset(env: Mapping[str, str]) -> DatasetChoice | None:
    name = hub_name(env, "CLIPS_DATASET")
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
    beside = ROOT / "models.toml"
    return whole_path(env, "MODELS_FILE") or (beside if beside.is_file() else None)


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
    return web_address(env, "PUBLIC_URL") or (f"https://{hosts[0]}" if hosts else "")
