"""A written folder is whole, takes nothing along that is not code, and destroys nothing of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from soundmark import cli
from soundmark.commands.deploy import is_folder
from soundmark.deploy.files import COMPOSITION_ROOT, FolderError, space_files, write_folder
from soundmark.deploy.secrets import SecretFound, refuse_secrets
from soundmark.deploy.spaces import find_space
from soundmark.settings import read_settings
from soundmark.variables import SettingsError

TOKEN = "hf_" + "aB3" * 12


@pytest.fixture
def code(tmp_path: Path) -> Path:
    """A small copy of the code, with what may lie about in a working copy."""
    root = tmp_path / "code"
    for name in (
        "app.py", "LICENSE", "models.example.toml", "models.toml", "data/journal.sqlite", "soundmark/one.py",
        "soundmark/deep/two.json", "soundmark/one.pyi", "soundmark/.env", "soundmark/.git/config", "tests/test_x.py",
        "soundmark/__pycache__/one.cpython-311.pyc", "components/map/static/map.js", "components/key.pem",
        "leaderboard/three.py",
    ):  # fmt: skip
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    (root / "requirements.txt").write_text("gradio[oauth]==6.31.0\n")
    (tmp_path / "elsewhere.py").write_text("secret")
    (root / "soundmark" / "link.py").symlink_to(tmp_path / "elsewhere.py")
    return root


def test_a_space_holds_the_code_and_nothing_else(code: Path) -> None:
    files = space_files(find_space("geo"), root=code)
    assert set(files) == {
        "README.md", "app.py", "requirements.txt", ".gitattributes", "LICENSE", "models.example.toml", COMPOSITION_ROOT,
        "soundmark/one.py", "soundmark/deep/two.json", "leaderboard/three.py", "components/map/static/map.js",
    }  # fmt: skip
    assert files[COMPOSITION_ROOT] == b"app.py"
    assert b'modes=["geo"]' in files["app.py"]
    assert space_files(find_space("geo"), root=code, models=b"mine")["models.toml"] == b"mine"


def test_a_space_can_be_written_from_a_space(code: Path, tmp_path: Path) -> None:
    first = space_files(find_space("all"), root=code)
    write_folder(first, tmp_path / "all")
    assert space_files(find_space("all"), root=tmp_path / "all") == first


def test_writing_again_takes_old_code_away_and_leaves_the_rest(code: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    write_folder(space_files(find_space("geo"), root=code), folder)
    (folder / "models.toml").write_text("mine")
    (folder / "soundmark" / "gone.py").write_text("of an earlier version")
    write_folder(space_files(find_space("geo"), root=code), folder)
    assert (folder / "models.toml").read_text() == "mine"
    assert not (folder / "soundmark" / "gone.py").exists()


def test_a_folder_with_something_else_is_left_alone(code: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "README.md").write_text("mine")
    files = space_files(find_space("geo"), root=code)
    with pytest.raises(FolderError, match="holds something else"):
        write_folder(files, tmp_path / "thesis")
    with pytest.raises(FolderError, match="is a file"):
        write_folder(files, tmp_path / "thesis" / "README.md")
    assert [path.name for path in (tmp_path / "thesis").iterdir()] == ["README.md"]
    with pytest.raises(FolderError, match=r"models\.example\.toml cannot be read"):
        (code / "models.example.toml").unlink()
        space_files(find_space("geo"), root=code)


@pytest.mark.parametrize(
    "secret", [TOKEN, "sk-proj-" + "x1" * 20, "AIza" + "b" * 35, "-----BEGIN RSA PRIVATE KEY-----", "my own password"]
)
def test_a_secret_stops_it_and_is_not_repeated(secret: str) -> None:
    known = read_settings({"SOME_PASSWORD": "my own password", "OPENAI_API_KEY": "short"}).keys.secret_values
    with pytest.raises(SecretFound, match=r"^soundmark/x\.py holds ") as stopped:
        refuse_secrets({"soundmark/x.py": f"value = '{secret}'".encode()}, known)
    assert secret not in str(stopped.value)
    refuse_secrets({"soundmark/x.py": b"hf_token = short", "y": b"sk-learn"}, known)


def test_the_command_stops_at_a_secret_in_a_models_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    models = tmp_path / "models.toml"
    models.write_text(f"# my key is {TOKEN}\n")
    monkeypatch.delenv("HF_TOKEN", raising=False)
    assert cli.main(["deploy", "arena", "--to", str(tmp_path / "out"), "--models", str(models)]) == 2
    assert "models.toml holds a token of the Hub" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_what_is_a_folder_and_what_a_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    assert all(is_folder(target) for target in ("geo", "./a/b", "/tmp/x", "../y", "out/geo", "a/b/c", "~/x"))
    assert not any(is_folder(target) for target in ("maria/geo", "Sound-Lab/all.2"))
    with pytest.raises(SettingsError, match="--to names nothing"):
        is_folder(" ")


def test_a_variable_wins_over_the_modes_of_the_folder() -> None:
    assert read_settings({}, modes=["geo"]).modes == ("geo",)
    assert read_settings({"MODES": "tau"}, modes=["geo"]).modes == ("tau",)
