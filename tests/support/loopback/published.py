"""Datasets that are there from the start, put into a loopback Hub's store without any request."""

from __future__ import annotations

from collections.abc import Mapping

from tests.support.loopback.store import Commit, Store


def publish_dataset(store: Store, repo_id: str, files: Mapping[str, bytes]) -> str:
    """Commit files to a dataset, which is made when it is not there; the Parquet and mp3 files go to LFS.

    Returns:
        The commit.
    """
    with store.lock:
        if ("dataset", repo_id) not in store.repos:
            store.create_repo("dataset", repo_id, repo_id.split("/", maxsplit=1)[0], private=False)
        repo = store.repos["dataset", repo_id]
        tree = dict(repo.find("main").tree)
        for path, content in files.items():
            is_lfs = path.endswith((".parquet", ".mp3"))
            tree[path] = (
                store.lfs_entry(store.put_blob(content), path) if is_lfs else store.regular_entry(content)
            )  # fmt: skip
        commit = Commit("owner", "published", "", tree)
        store.add_commit(repo, "main", commit)
        return commit.oid
