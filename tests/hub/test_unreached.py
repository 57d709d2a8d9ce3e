"""Why a published benchmark of a Hub is not played: told to players by a text of the page, to the owner in full."""

from __future__ import annotations

import logging
from pathlib import Path

from soundmark.benchmarks.tau.rows import CLIPS_DATASET
from soundmark.games.opening import published_or_demo
from soundmark.ownership.last_errors import LastErrors
from soundmark.secret import Secret
from soundmark.settings import Settings
from tests.hub.conftest import TOKEN
from tests.support.choices import pack_of, question
from tests.support.loopback_hub import RunningHub

DATASET = "chenjoachim/TAU-Benchmark"
GATED = {"status": 403, "headers": {"X-Error-Code": "GatedRepo"}}


CASES: tuple[tuple[dict[str, object] | None, str, str, str], ...] = (
    (GATED, "", "unreached_terms", "accept them, and put a token of that account into HF_TOKEN"),
    (GATED, TOKEN, "unreached_terms", "accept them, and start again"),
    ({"status": 401}, "", "unreached_no_token", "put a token that may read it into HF_TOKEN"),
    ({"status": 401}, TOKEN, "unreached_no_access", "does not accept the token"),
    ({"status": 403}, TOKEN, "unreached_no_access", "may not read"),
    (None, "", "unreached_no_token", "Check its name"),
    (None, TOKEN, "unreached_missing", "has no dataset"),
    ({"when": "drop_before"}, "", "unreached_no_network", "Check the network"),
)
"""How the Hub answers, with which token -> what the page says, and what the owner reads."""


def test_the_page_says_why_and_the_owner_is_told_what_to_do(server: RunningHub, tmp_path: Path) -> None:
    for number, (fault, token, key, sentence) in enumerate(CASES):
        rule = {"match": f"/api/datasets/{DATASET}", "when": "before", "times": 99}
        server.controls.set_faults([] if fault is None else [rule | fault])
        settings = Settings(data_dir=tmp_path / str(number), hub_endpoint=server.endpoint, hub_token=Secret(token))
        kept = LastErrors()
        logging.getLogger("soundmark").addHandler(kept)
        try:
            pack = published_or_demo("tau", settings, lambda: pack_of([question(1)]), patience_s=60)
        finally:
            logging.getLogger("soundmark").removeHandler(kept)
        assert (pack.benchmark, pack.notice_key) == ("test-choices", key), fault
        (told,) = kept.newest()
        assert sentence in told.text
        assert CLIPS_DATASET not in told.text
        assert token == "" or token not in told.text
