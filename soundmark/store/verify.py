"""Checking a published log as its readers see it: every table is loaded with `datasets`, at one revision."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.secret import Secret
from soundmark.store import schema
from soundmark.store import verify_checks as checks
from soundmark.store.hub_client import HubRepo
from soundmark.store.verify_report import TableReport, VerifyReport

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["TableReport", "VerifyReport", "verify", "verify_folder"]

DOWNLOADS_AT_ONCE = 8
FRONT_MATTER_MAX_CHARS = 1_000_000


def verify(repo: str, endpoint: str = "", token: str | Secret = "") -> VerifyReport:
    """Check a dataset of the log on the Hub.

    The files of its newest revision are downloaded to a temporary folder and checked there, so that it is one state
    that is checked, whatever is published meanwhile.

    Args:
        repo: the dataset, as owner/name.
        endpoint: address of the Hub; empty for the public one.
        token: empty for public data.

    Raises:
        HubError: when the dataset cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix="soundmark-verify-") as cache:
        secret = token if isinstance(token, Secret) else Secret(token)
        hub = HubRepo(
            name=repo, token=secret, endpoint=endpoint, cache_dir=Path(cache), named_by="the name of the dataset"
        )
        revision = hub.head()
        paths = [path for path in hub.files("data", revision) if path.endswith(".parquet")]
        if "README.md" in hub.existing(["README.md"], revision):
            paths.append("README.md")
        with ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
            local = list(pool.map(lambda path: hub.download(path, revision), paths))
        if not local:
            problem = "The dataset is empty. Publish once: that declares the tables."
            return VerifyReport(name=repo, revision=revision, tables=(), problems=(problem,))
        folder = local[-1].parents[len(Path(paths[-1]).parts) - 1]
        return verify_folder(folder, name=repo, revision=revision)


def verify_folder(
    folder: Path, *, name: str, revision: str, tables: Sequence[str] = tuple(schema.TABLES)
) -> VerifyReport:
    """Check a dataset of the log that lies in a folder: README.md, and data/<table>/ with Parquet files.

    Args:
        folder: where it lies.
        name: the dataset's name, for the report.
        revision: which state of it this is, for the report.
        tables: which tables to check.
    """
    front, problem = _front_matter(folder / "README.md")
    if problem:
        return VerifyReport(name=name, revision=revision, tables=(), problems=(problem,))
    with tempfile.TemporaryDirectory(prefix="soundmark-verify-") as cache, _quiet():
        reports = tuple(_table_report(folder, table, front, Path(cache)) for table in tables)
    return VerifyReport(name=name, revision=revision, tables=reports, problems=tuple(checks.card_problems(front)))


def _front_matter(path: Path) -> tuple[Mapping[str, object], str]:
    """The card's front matter, and what is wrong with it as a sentence."""
    import yaml
    from huggingface_hub import DatasetCard

    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeError):
        return {}, "README.md is missing or is no text, so that no table loads. Publish once: that writes it."
    if len(text) > FRONT_MATTER_MAX_CHARS:
        return {}, f"README.md has {len(text):,} characters. A card is shorter than {FRONT_MATTER_MAX_CHARS:,}."
    try:
        return vars(DatasetCard(text).data), ""
    except (yaml.YAMLError, ValueError, TypeError, ArithmeticError, RecursionError) as error:
        return {}, f"README.md has a front matter that cannot be read ({str(error)[:120]}). Correct it."


def _table_report(folder: Path, table: str, front: Mapping[str, object], cache: Path) -> TableReport:
    paths = sorted((folder / "data" / table).glob("**/*.parquet"))
    declared = checks.declared_types(front, table)
    problems = list(checks.feature_problems(declared, table))
    problems += checks.file_problems(folder, paths, declared or checks.own_types(table))
    loaded = _loaded(folder, table, cache)
    if isinstance(loaded, str):
        return TableReport(table=table, rows=0, files=len(paths), problems=(*problems, loaded))
    missing = [name for name in schema.arrow_schema(table).names if name not in loaded.column_names]
    if missing:
        problem = f"What loads lacks the column {checks.named(missing)}."
        return TableReport(table=table, rows=loaded.num_rows, files=len(paths), problems=(*problems, problem))
    rows = checks.without_first_rows(loaded, table)
    if rows.num_rows == loaded.num_rows:
        problems.append("There is no typed first row. Publish once: that adds it.")
    problems += checks.row_problems(rows, table)
    distinct = len(rows[schema.id_column(table)].unique())
    return TableReport(table=table, rows=distinct, files=len(paths), problems=tuple(problems))


def _loaded(folder: Path, table: str, cache: Path) -> pa.Table | str:
    """All rows of a table as `datasets` loads them, or why it does not, as a sentence."""
    import pyarrow as pa
    from datasets import load_dataset
    from datasets.exceptions import DatasetsError

    try:
        found = load_dataset(str(folder), table, split="train", cache_dir=str(cache))
    except (DatasetsError, ValueError, TypeError, KeyError, OSError) as error:
        cause = error.__cause__ or error
        return f"The table does not load with datasets: {type(cause).__name__}: {str(cause).strip()[:300]}"
    return pa.table(found.data.table)


@contextmanager
def _quiet() -> Iterator[None]:
    """Without progress bars on the terminal."""
    import datasets

    were_shown = datasets.is_progress_bar_enabled()
    datasets.disable_progress_bars()
    try:
        yield
    finally:
        if were_shown:
            datasets.enable_progress_bars()
