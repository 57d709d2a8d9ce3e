"""A README only ever gains tables and columns, and keeps what people wrote."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
import yaml
from huggingface_hub.repocard import RepoCard

from soundmark.store.card import readme
from soundmark.store.readme_merge import merged_readme

OURS = """---
license: cc0-1.0
configs:
- config_name: geo
  data_files: data/geo/**/*.parquet
- config_name: votes
  data_files: data/votes/**/*.parquet
dataset_info:
- config_name: geo
  features:
  - name: a
    dtype: string
  - name: b
    dtype: int64
- config_name: votes
  features:
  - name: v
    list: string
---
# Ours
"""


def front(text: str | None) -> Mapping[str, object]:
    assert text is not None
    found: Mapping[str, object] = yaml.safe_load(text.split("---\n")[1])
    return found


def features(text: str | None, table: str) -> list[object]:
    infos = front(text)["dataset_info"]
    assert isinstance(infos, list)
    return next(info["features"] for info in infos if info["config_name"] == table)


@pytest.mark.parametrize("remote", ["", "  \n"])
def test_none_becomes_ours(remote: str) -> None:
    assert merged_readme(remote, OURS) == OURS


def test_ours_stays_untouched() -> None:
    assert merged_readme(OURS, OURS) is None
    assert merged_readme(readme("a/b"), readme("a/b")) is None


def test_what_a_newer_version_declares_stays() -> None:
    newer = OURS.replace("  - name: v\n", "  - name: w\n    dtype: bool\n  - name: v\n")
    assert merged_readme(newer, OURS) is None


def test_a_missing_column_and_a_missing_table_are_added() -> None:
    older = OURS.replace("  - name: b\n    dtype: int64\n", "  - name: z\n    dtype: bool\n")
    older = older.replace("- config_name: votes\n  data_files: data/votes/**/*.parquet\n", "")
    merged = merged_readme(older, OURS)
    assert features(merged, "geo") == [
        {"name": "a", "dtype": "string"}, {"name": "z", "dtype": "bool"}, {"name": "b", "dtype": "int64"},
    ]  # fmt: skip
    configs = front(merged)["configs"]
    assert isinstance(configs, list)
    assert [config["config_name"] for config in configs] == ["geo", "votes"]
    assert merged_readme(merged or "", OURS) is None


def test_the_first_table_is_one_of_ours() -> None:
    """A first table without files would make every table of the dataset unreadable."""
    other = "---\nconfigs:\n- config_name: mine\n  data_files: mine.csv\n---\nHello\n"
    configs = front(merged_readme(other, OURS))["configs"]
    assert isinstance(configs, list)
    assert [config["config_name"] for config in configs] == ["geo", "votes", "mine"]


def test_a_changed_type_is_put_right() -> None:
    assert features(merged_readme(OURS.replace("int64", "string"), OURS), "geo")[1] == {"name": "b", "dtype": "int64"}


@pytest.mark.parametrize(
    "remote",
    [
        "# Only words\n",
        "---\n---\n# Only words\n",
        "---\ntitle: [broken\n---\n# Only words\n",
        "---\n- a list\n---\n# Only words\n",
        "---\nconfigs: 3\ndataset_info: no\n---\n# Only words\n",
        "\ufeff---\nlicense: mit\n---\n# Only words\n",
        "---\r\nlicense: mit\r\n---\r\n# Only words\r\n",
    ],
)
def test_whatever_it_was_the_tables_are_declared_and_the_words_stay(remote: str) -> None:
    merged = merged_readme(remote, OURS)
    assert features(merged, "votes") == [{"name": "v", "list": "string"}]
    assert "# Only words" in (merged or "")
    assert RepoCard(merged or "").data.to_dict()["configs"]  # type: ignore[no-untyped-call]
    assert front(merged)["license"] == ("mit" if "mit" in remote else "cc0-1.0")
    assert merged_readme(merged or "", OURS) is None
