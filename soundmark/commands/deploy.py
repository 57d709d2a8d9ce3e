"""`deploy`: write a Space's folder, or bring it to the Hub."""

from __future__ import annotations

import argparse
from pathlib import Path

from soundmark.commands.options import Commands, a_path
from soundmark.settings import Settings
from soundmark.variables import HUB_NAME, SettingsError, path_of


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    deploy = commands.add_parser(
        "deploy",
        help="write a Space: the whole collection, or one mode",
        description="Write the folder of a Space on the Hub, with all that it needs to start; or bring it there in one "
        "commit, with the token in HF_TOKEN. A new Space is made when there is none.",
    )
    deploy.add_argument("space", metavar="all|MODE", help="all modes, or one: geo, tau, globeaudio, savvy, arena, ...")
    deploy.add_argument("--to", metavar="DIR|OWNER/NAME", required=True, help="a folder, or a Space on the Hub")
    deploy.add_argument("--models", type=a_path, metavar="FILE", help="a models file to take along; it holds no keys")
    deploy.add_argument("--private", action="store_true", help="a new Space is seen by its owner only")
    deploy.set_defaults(run=_deploy)


def _deploy(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.deploy.files import space_files, write_folder
    from soundmark.deploy.push import push
    from soundmark.deploy.secrets import refuse_secrets
    from soundmark.deploy.spaces import find_space
    from soundmark.registry import enabled_modes

    space = find_space(options.space, {mode.mode_id: mode.title for mode in enabled_modes()})
    repo = "" if is_folder(options.to) else options.to
    files = space_files(space, repo=repo, models=_models(options.models, settings))
    refuse_secrets(files, settings.keys.secret_values)
    if not repo:
        folder = path_of(options.to).resolve()
        write_folder(files, folder)
        print(f"{space.title}: {len(files)} files in {folder}. Start it there with: python app.py")
        return 0
    pushed = push(files, repo, token=settings.hub_token, endpoint=settings.hub_endpoint, private=options.private)
    print(f"{space.title}: {len(files)} files are at {pushed.url}")
    if pushed.is_new:
        print("It was made, with a PLAYER_SALT of its own. To keep answers, set LOG_REPO and the secret HF_TOKEN.")
    return 0


def is_folder(target: str) -> bool:
    """Whether a target names a folder and not a Space: it has another form than owner/name, or lies in a folder.

    Raises:
        SettingsError: when it is empty.
    """
    if not target.strip():
        raise SettingsError("--to names nothing. Give a folder, or a Space as owner/name.")
    return not HUB_NAME.fullmatch(target) or Path(target).parent.is_dir()


def _models(path: Path | None, settings: Settings) -> bytes | None:
    """The models file, once it could be read as one."""
    if path is None:
        return None
    from soundmark.models.model_file import read_model_file

    resolved = path.resolve()
    read_model_file(resolved, settings.keys)
    return resolved.read_bytes()
