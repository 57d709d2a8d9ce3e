"""Bringing a dataset's README up to date without taking anything away from it.

Replicas of several versions and people write to one dataset. A README that lacks a table or a column makes the whole
table unreadable; one that declares more than the files have does no harm. So tables and columns are only ever added,
and text that somebody wrote stays.
"""

from __future__ import annotations

from collections.abc import Mapping

Json = dict[str, object]


def merged_readme(remote: str, ours: str) -> str | None:
    """The README that declares what either declares, or None when the remote one does so already.

    Args:
        remote: as it is in the dataset; may be empty or damaged.
        ours: as this version of the program writes it.
    """
    if not remote.strip():
        return ours
    remote_data, remote_body = _split(remote)
    our_data, our_body = _split(ours)
    data = our_data | remote_data
    data["configs"] = _joined(_items(remote_data, "configs"), _items(our_data, "configs"))
    infos = _joined(_items(remote_data, "dataset_info"), _items(our_data, "dataset_info"))
    wanted = {info.get("config_name"): info for info in _items(our_data, "dataset_info")}
    data["dataset_info"] = [_with_features(info, wanted.get(info.get("config_name"), {})) for info in infos]
    if data == _normal(remote_data):
        return None
    return _whole(data, remote_body if remote_body.strip() else our_body)


def _split(text: str) -> tuple[Json, str]:
    import yaml
    from huggingface_hub.repocard import RepoCard

    try:
        card = RepoCard(text.removeprefix("\ufeff"), ignore_metadata_errors=True)
    except (yaml.YAMLError, ValueError, TypeError):  # not YAML, or no mapping: whatever it was, it declares nothing
        return {}, text.split("\n---", 1)[-1].lstrip("-").lstrip()
    return dict(card.data.to_dict()), card.text  # type: ignore[no-untyped-call]


def _whole(data: Json, body: str) -> str:
    from huggingface_hub import CardData
    from huggingface_hub.repocard import RepoCard

    card = RepoCard("")
    card.data = CardData(ignore_metadata_errors=False, **data)
    card.text = "\n" + body.lstrip()
    return str(card)


def _items(data: Mapping[str, object], name: str) -> list[Json]:
    """A list of mappings; a single one may stand for itself."""
    found = data.get(name)
    listed = found if isinstance(found, list) else [found]
    return [item for item in listed if isinstance(item, dict)]


def _normal(data: Json) -> Json:
    return data | {name: _items(data, name) for name in ("configs", "dataset_info")}


def _joined(remote: list[Json], ours: list[Json]) -> list[Json]:
    """Ours first, as theirs where they have the same one: the first table must be one that always has a file."""
    theirs = {item.get("config_name"): item for item in remote}
    names = [item.get("config_name") for item in ours]
    return [theirs.get(item.get("config_name"), item) for item in ours] + [
        item for item in remote if item.get("config_name") not in names
    ]


def _with_features(info: Json, ours: Json) -> Json:
    """The table with our columns too; of a column that both declare, our type counts."""
    wanted = {item.get("name"): item for item in _items(ours, "features")}
    kept = [wanted.pop(item.get("name"), item) for item in _items(info, "features")]
    return info | {"features": kept + list(wanted.values())}
