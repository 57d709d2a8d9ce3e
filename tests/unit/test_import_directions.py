"""Imports point one way; a wrong one is caught."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

LINT = Path(sys.executable).parent / "lint-imports"

WRONG = {
    "a component that knows the log": ("components/theme.py", "from soundmark.store import schema"),
    "a mode that imports the leaderboard": ("soundmark/modes/geo/round.py", "import leaderboard.geo"),
    "the leaderboard that imports a mode": ("leaderboard/geo.py", "from soundmark.modes.geo import round"),
    "the log that imports a mode": ("soundmark/store/ids.py", "from soundmark.modes.geo import round"),
    "geography that imports the log": ("soundmark/geography/country.py", "from soundmark.store import ids"),
    "rules that import gradio": ("soundmark/modes/geo/round.py", "import gradio"),
    "types that import a room": ("soundmark/types.py", "import soundmark.scoring"),
    "benchmarks that import a mode": ("soundmark/benchmarks/pack.py", "from soundmark.modes.geo import round"),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    for name in ("soundmark", "components", "leaderboard"):
        shutil.copytree(
            ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.opus", "static", "data")
        )
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(LINT), "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)


def test_the_house_keeps_its_directions(copy: Path) -> None:
    result = lint(copy)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("name", WRONG)
def test_a_planted_wrong_import_is_caught(copy: Path, name: str) -> None:
    file, line = WRONG[name]
    path = copy / file
    before = path.read_text(encoding="utf-8")
    path.write_text(f"{before}\n{line}\n", encoding="utf-8")
    try:
        result = lint(copy)
    finally:
        path.write_text(before, encoding="utf-8")
    assert result.returncode != 0
    assert "BROKEN" in result.stdout


def test_a_mode_that_imports_another_is_caught(copy: Path) -> None:
    other = copy / "soundmark" / "modes" / "other"
    other.mkdir()
    try:
        (other / "__init__.py").write_text("from soundmark.modes.geo import round\n", encoding="utf-8")
        result = lint(copy)
    finally:
        shutil.rmtree(other)
    assert result.returncode != 0
    assert "modes never import modes BROKEN" in result.stdout


def test_the_deployment_folders_are_no_package() -> None:
    assert not list((ROOT / "spaces").rglob("__init__.py"))
