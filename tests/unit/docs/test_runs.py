"""Every command and every Python block of the documentation is run, with small things in place of large ones.

The names in the documentation are those of a workspace that has small files of these names and models that need no key.
`RUNS` says what stands in for the rest; a command that has no entry fails.
"""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from soundmark.cli import main
from soundmark.store.journal import Journal
from soundmark.store.schema import SCHEMA_VERSION, BattleRow, VoteRow
from soundmark.store.tables.arena import Vote
from soundmark.types import ResponderKind, Status
from tests.conftest import ROOT
from tests.support.doc_blocks import PAGES, Block, blocks_of
from tests.support.doc_commands import Command, commands
from tests.support.doc_workspace import write_rows, write_workspace
from tests.support.loopback_hub import RunningHub, running_hub
from tests.support.rows import NOON, geo_row

REPO, TOKEN = "alice/answers", "hf_alice-1"
LIMIT_S = 300


@dataclass(frozen=True)
class Run:
    """How a command is run.

    Attributes:
        instead: word -> what stands in for it; '' for nothing.
        more: words that make it small.
        code: what it ends with.
        on_hub: it talks to a Hub, which is one of this machine; then it runs in a process of its own.
        elsewhere: the test that runs it, where it is not run here.
        fill: a folder of sheets that a person fills in before.
    """

    instead: Mapping[str, str] = field(default_factory=dict)
    more: tuple[str, ...] = ()
    code: int = 0
    on_hub: bool = False
    elsewhere: str = ""
    fill: str = ""

    def words(self, command: Command) -> list[str]:
        """What the program is given."""
        stand_ins = [self.instead.get(word, word) for word in command.of_soundmark or ()]
        return [word for word in stand_ins if word] + list(self.more)


AS_IT_IS = Run()
SERVES = Run(elsewhere="tests/browser, tests/ui and tests/spaces start the app, with packs and without")
OWN_MODE = Run(elsewhere="tests/ui/test_a_mode_of_your_own.py")
TAGGED = Run(elsewhere="tests/unit/curation/test_curate.py, with a checkout of EfficientAT that needs no torch")
DEMO_OF = {"tau": "soundmark-demo-tau", "globeaudio": "soundmark-demo-globeaudio", "NAME": "my-model"}
FEW = Run(instead=DEMO_OF, more=("--limit", "3"))
AGL1K = {"FILE": "qwen25-omni_seed_42_progress_fixed.json", "NAME": "my-model"}
TABLE = ("--source", "geoLocalization_schema.csv")
KITCHEN = {"SCENE.json": "docs/examples/kitchen_scene.json"}

RUNS: Mapping[str, Run] = {
    "play": SERVES,
    "play --clips FOLDER": SERVES,
    "play --clips my-pack": SERVES,
    "check --clips FOLDER": Run(instead={"FOLDER": "my-pack"}),
    "check --clips my-pack": AS_IT_IS,
    "check --clips soundmark/modes/household/household-sounds": OWN_MODE,
    "evaluate soundmark/modes/household/household-sounds --model NAME": Run(
        instead={"soundmark/modes/household/household-sounds": "soundmark-demo-tau", "NAME": "my-model"},
        more=("--limit", "3"),
    ),
    "leaderboard household-sounds": Run(instead={"household-sounds": "soundmark-demo-tau"}),
    "deploy household --to ./household-space": OWN_MODE,
    "deploy all --to FOLDER": Run(instead={"FOLDER": "./my-space"}),
    "deploy geo --to ./my-space": AS_IT_IS,
    "deploy geo --to OWNER/NAME": Run(instead={"OWNER/NAME": "alice/places"}, on_hub=True),
    "export --to DIR": Run(instead={"DIR": "out"}),
    "export --to answers": AS_IT_IS,
    "export --to export": AS_IT_IS,
    "leaderboard soundmark-demo": AS_IT_IS,
    "leaderboard soundmark-demo --from answers": AS_IT_IS,
    "leaderboard soundmark-demo --from answers --json": AS_IT_IS,
    "evaluate tau --model NAME --dry-run": Run(instead=DEMO_OF),
    "evaluate tau --model NAME --max-usd 5": FEW,
    "evaluate tau --model my-model --dry-run": Run(instead=DEMO_OF),
    "evaluate tau --model my-model --limit 20": Run(instead={**DEMO_OF, "20": "2"}),
    "evaluate globeaudio --model my-model --max-usd 25": FEW,
    "evaluate soundmark-demo-globeaudio --model my-model --shuffle 7": FEW,
    "evaluate tau --model my-model --resume": FEW,
    "evaluate tau --model my-model --resume --retry-errors": FEW,
    "evaluate tau --model my-model --new": FEW,
    "evaluate my-clips --model my-listener": AS_IT_IS,
    "import-predictions agl1k FILE --model NAME": Run(instead=AGL1K, more=TABLE),
    "import-predictions agl1k qwen25-omni_seed_42_progress_fixed.json --model qwen2.5-omni": Run(more=TABLE),
    "import-predictions tau model_scored.jsonl --model some-model --source tau_copy": AS_IT_IS,
    "score agl1k FILE --json": Run(instead=AGL1K, more=TABLE),
    "judge --model my-judge --setting blind --limit 100": AS_IT_IS,
    "judge --model my-judge --max-usd 5": Run(more=("--setting", "blind", "--new")),
    "judge-referral gemini25 --source savvy_copy --model my-judge": AS_IT_IS,
    "curate RECORDINGS --to FOLDER": Run(instead={"RECORDINGS": "recordings", "FOLDER": "curated"}),
    "curate recordings --to my-pack --speech --near-duplicates drop --licence cc-by-4.0 --provenance "
    "Recorded by us in Taipei, 2026.": Run(instead={"my-pack": "curated"}),
    "curate recordings --to my-pack --efficientat EfficientAT --efficientat-model mn10_as": TAGGED,
    "curate recordings --to all --efficientat EfficientAT": TAGGED,
    "curate recordings --to chosen --efficientat EfficientAT --weights weights.json": TAGGED,
    "evaluate all --model my-listener": TAGGED,
    "localizability judge --tags all-curation/tags.jsonl --answers export/geo/geo.parquet --judge one --judge two "
    "--judge three --to judged.jsonl": TAGGED,
    "localizability fit --tags all-curation/tags.jsonl --answers export/geo/geo.parquet --judged judged.jsonl "
    "--to weights.json": TAGGED,
    "curate recordings --to my-pack --report-only": Run(instead={"my-pack": "looked-at"}),
    "localizability judge --tags tags.csv --answers export/geo/geo.parquet --reasoner my-listener --judge gemini "
    "--judge claude --judge qwen --to judged.jsonl --max-usd 20": AS_IT_IS,
    "localizability fit --tags tags.csv --answers export/geo/geo.parquet --reasoner my-listener --judged judged.jsonl "
    "--to weights.json --figures weights.html": AS_IT_IS,
    "localizability score --tags more-tags.csv --weights weights.json --places my-clips/metadata.csv --to scores.csv "
    "--figures scores.html": AS_IT_IS,
    "questions draft notes.csv --model my-writer --to questions.csv": AS_IT_IS,
    "questions check questions.csv": AS_IT_IS,
    "questions leakage questions.csv --transcripts heard.csv --model my-reader --to tested.csv": AS_IT_IS,
    "questions review tested.csv --sheets sheets --per-language 100": AS_IT_IS,
    "questions review tested.csv --by sheets/reviewer_1.csv sheets/reviewer_2.csv": Run(fill="sheets"),
    "questions pack tested.csv --clips recordings --to my-quiz --licence cc-by-4.0": AS_IT_IS,
    "benchmarks check owner/name --map audio=audio,question=prompt,options=choices.text,answer=label,language==zh "
    "--split test --limit 500": Run(elsewhere="tests/hub/test_mapped.py"),
    "benchmarks fetch owner/name --map audio=audio,latitude=lat,longitude=lon": Run(
        elsewhere="tests/hub/test_mapped_folder.py"
    ),
    "play --dataset owner/name --map audio=audio,latitude=lat,longitude=lon": Run(
        elsewhere="tests/hub/test_mapped_folder.py"
    ),
    "evaluate owner/name --model my-model": Run(elsewhere="tests/hub/test_mapped_folder.py"),
    "scene docs/examples/kitchen_scene.json": AS_IT_IS,
    "scene SCENE.json --json --questions --segments --margin 10": Run(instead=KITCHEN),
    "scene SCENE.json --published": Run(instead=KITCHEN),
    "locate walk.wav": AS_IT_IS,
    "locate walk.wav --paper --json": AS_IT_IS,
    "parse --kind choice": AS_IT_IS,
    "parse --kind choice --options a dog|a bell": AS_IT_IS,
    "leaderboard agl1k": AS_IT_IS,
    "leaderboard agl1k --from OWNER/NAME": Run(instead={"OWNER/NAME": REPO}, on_hub=True),
    "rate votes.jsonl": AS_IT_IS,
    "rate votes.jsonl --cluster voter --ties davidson --fragility": AS_IT_IS,
    "benchmarks list": AS_IT_IS,
    "benchmarks check agl1k --source geoLocalization_schema.csv": AS_IT_IS,
    "arena-export votes.jsonl": Run(instead={"votes.jsonl": "exported.jsonl"}),
    "models list": AS_IT_IS,
    "models ask scripted-demo Which sound is it? --clip clip.wav": AS_IT_IS,
    "models prompts agl1k": AS_IT_IS,
}

PYTHON_NOT_RUN = {
    "EfficientAt": "needs torch and its authors' repository: tests/unit/curation/tags",
    "streamablehttp_client": "needs the app: tests/ui/test_agents.py runs it",
    "gradio_client": "needs the app: tests/ui/test_agents.py runs it",
    'load_dataset("audiofolder"': "needs torchcodec, which the page says: tests/unit/benchmarks/test_audiofolder.py",
}
"""What a block that is not run holds -> why."""


OURS = [one for one in commands() if one.of_soundmark is not None]


def key(command: Command) -> str:
    return " ".join(command.of_soundmark or ())


def test_every_command_has_a_run_and_no_run_is_left_over() -> None:
    assert {key(one) for one in OURS} == set(RUNS)
    named = {run.elsewhere.split(",")[0].split(" ")[0] for run in RUNS.values() if run.elsewhere}
    assert all((ROOT / path).exists() for path in named)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_workspace(tmp_path_factory.mktemp("documents"))


@pytest.fixture
def workspace(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the workspace as the folder that one stands in, with logged answers."""
    shutil.copytree(template, tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    for name, value in {"MODELS_FILE": "models.toml", "DATA_DIR": "data", "HF_HUB_OFFLINE": "1"}.items():
        monkeypatch.setenv(name, str(tmp_path / "here" / value) if name != "HF_HUB_OFFLINE" else value)
    journal = Journal(tmp_path / "here" / "data" / "journal.sqlite")
    for benchmark in ("soundmark-demo", "agl1k"):
        journal.append(geo_row(benchmark=benchmark))
    for row in a_judged_battle():
        journal.append(row)
    journal.close()
    return tmp_path / "here"


def a_judged_battle() -> tuple[BattleRow, VoteRow]:
    """A battle on which a person voted."""
    about: dict[str, Any] = {
        "battle_id": "battle-1", "schema_version": SCHEMA_VERSION, "benchmark": "agl1k", "benchmark_revision": "r",
        "question_id": "q", "model_a": "model-a", "model_b": "model-b", "side_seed": "s", "shown_at": NOON,
        "app_version": "0", "deployment_id": "test",
    }  # fmt: skip
    battle = BattleRow(
        **about, setting="audio", status_a=Status.OK, status_b=Status.OK, response_a="Rome", response_b="Oslo"
    )
    return battle, VoteRow(**about, vote_id="vote-1", responder_kind=ResponderKind.HUMAN, vote=Vote.A, voted_at=NOON)


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[RunningHub]:
    with running_hub(tmp_path / "hub") as running:
        yield running


def pages_with_commands() -> Mapping[str, list[Command]]:
    found: dict[str, list[Command]] = defaultdict(list)
    for one in OURS:
        if not RUNS.get(key(one), AS_IT_IS).elsewhere:
            found[one.page].append(one)
    return found


@pytest.mark.long
@pytest.mark.parametrize("page", pages_with_commands())
def test_the_commands_of_a_page_run_one_after_the_other(
    page: str, workspace: Path, hub: RunningHub, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in pages_with_commands()[page]:
        run = RUNS[key(command)]
        for sheet in Path(run.fill).glob("*.csv") if run.fill else ():
            fill_in(sheet)
        if run.on_hub:
            in_a_process(["-m", "soundmark", "publish"], workspace, hub)
            done = in_a_process(["-m", "soundmark", *run.words(command)], workspace, hub)
            code, said = done.returncode, done.stderr
        else:
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given_to(command))))
            code, said = main(run.words(command)), capsys.readouterr().err
        assert code == run.code, f"{command}\n{said}"


def fill_in(sheet: Path) -> None:
    """Answer every question of a reviewer's sheet."""
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    write_rows(sheet, [row | {"answer": "B", "verdict": "ok"} for row in rows])


def given_to(command: Command) -> bytes:
    """What a command reads from standard input."""
    return Path(command.stdin).read_bytes() if command.stdin else b""


def in_a_process(words: list[str], folder: Path, hub: RunningHub) -> subprocess.CompletedProcess[str]:
    """Run Python against the loopback Hub, whose address its clients read when they are imported."""
    online = {"HF_ENDPOINT": hub.endpoint, "HF_TOKEN": TOKEN, "HF_HOME": str(folder / "home"), "HF_HUB_OFFLINE": "0"}
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder, env=os.environ | online | {"PYTHONPATH": str(ROOT), "LOG_REPO": REPO},
        capture_output=True, text=True, check=False, timeout=LIMIT_S,
    )  # fmt: skip


def python_blocks() -> Iterator[Block]:
    for page in PAGES:
        for block in blocks_of(page):
            is_left_out = any(text in block.text for text in PYTHON_NOT_RUN)
            if block.language == "python" and not block.file and not is_left_out:
                yield block


STUBS = """
import sys, types
import plotly.graph_objects
plotly.graph_objects.Figure.show = lambda *_: None
"""


@pytest.mark.long
@pytest.mark.parametrize("block", python_blocks(), ids=lambda one: f"{one.page}:{one.line}")
def test_a_python_block_runs(block: Block, workspace: Path, hub: RunningHub) -> None:
    needs = {"answers/": ["export", "--to", "answers"], "OWNER/NAME": ["publish"]}
    for words in (words for text, words in needs.items() if text in block.text):
        done = in_a_process(["-m", "soundmark", *words], workspace, hub)
        assert done.returncode == 0, done.stderr
    (workspace / "a.wav").write_bytes((workspace / "my-pack" / "tone1.wav").read_bytes())
    (workspace / "block.py").write_text(STUBS + block.text.replace("OWNER/NAME", REPO), encoding="utf-8")
    done = in_a_process(["block.py"], workspace, hub)
    assert done.returncode == 0, f"{block.page}:{block.line}\n{done.stderr[-2000:]}"
