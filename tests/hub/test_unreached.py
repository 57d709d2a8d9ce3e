"""Why a published benchmark of a Hub is not played: told to players by a text of the page, to the owner in full."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from soundmark.benchmarks.tau.rows import CLIPS_DATASET
from soundmark.games.opening import published_or_demo
from soundmark.ownership.last_errors import LastErrors
from soundmark.settings import Secret, Settings
from tests.hub.conftest import TOKEN
from tests.support.choices import pack_of, question
from tests.support.loopback_hub import RunningHub

DATASET = "chenjoachim/TAU-Benchmark"
GATED = {"status": 403, "headers": {"X-Error-Code": "GatedRepo"}}


@pytest.mark.parametrize(
    ("fault", "token", "key", "sentence"),
    [
        (GATED, "", "unreached_terms", "accept them, and put a token of that account into HF_TOKEN"),
        (GATED, TOKEN, "unreached_terms", "accept them, and start again"),
        ({"status": 401}, "", "unreached_no_token", "put a token that may read it into HF_TOKEN"),
        ({"status": 401}, TOKEN, "unreached_no_access", "does not accept the token"),
        ({"status": 403}, TOKEN, "unreached_no_access", "may not read"),
        (None, "", "unreached_no_token", "Check its name"),
        (None, TOKEN, "unreached_missing", "has no dataset"),
        ({"when": "drop_before"}, "", "unreached_no_network", "Check the network"),
    ],
    ids=["gated", "other account", "no token", "bad token", "other token", "hidden or gone", "gone", "no network"],
)
def test_the_page_says_why_and_the_owner_is_told_what_to_do(
    server: RunningHub, tmp_path: Path, fault: dict[str, object] | None, token: str, key: str, sentence: str
) -> None:
    if fault is not None:
        server.controls.set_faults([{"match": f"/api/datasets/{DATASET}", "when": "before", "times": 99} | fault])
    settings = Settings(data_dir=tmp_path / "data", hub_endpoint=server.endpoint, hub_token=Secret(token))
    kept = LastErrors()
    logging.getLogger("soundmark").addHandler(kept)
    try:
        pack = published_or_demo("tau", settings, lambda: pack_of([question(1)]), patience_s=60)
    finally:
        logging.getLogger("soundmark").removeHandler(kept)
    assert (pack.benchmark, pack.notice_key) == ("test-choices", key)
    (told,) = kept.newest()
    assert sentence in told.text
    assert CLIPS_DATASET not in told.text
    assert token == "" or token not in told.text
