"""A run knows what its model is made of, what that costs at most, and how fast it may be asked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from soundmark.evaluation.asker import Asker
from soundmark.evaluation.budget import Budget
from soundmark.evaluation.ledger import open_ledger
from soundmark.evaluation.pace import Paces
from soundmark.evaluation.retry import RetryRules
from soundmark.evaluation.stop import Stop
from soundmark.evaluation.wish import endpoint_of, model_identity, price_of, second_reader
from soundmark.models.model_file import ModelFile, read_model_file
from soundmark.models.price import Price
from soundmark.models.request import ModelRequest, Setting
from soundmark.secret import Keys
from tests.support.model_server import Answer, ModelServer, model_server
from tests.support.model_talk import SOUND

CASCADE = """
[[models]]
name = "asr"
adapter = "transcription"
endpoint = "{address}/v1"
model = "asr-1"
[models.price]
usd_per_million_input_tokens = 1.0
usd_per_million_audio_tokens = 6.0
usd_per_million_output_tokens = 10.0
[[models]]
name = "text"
adapter = "openai"
inputs = []
endpoint = "{address}/v1"
model = "{reader}"
not_accepted = ["temperature"]
parameters = {{ max_tokens = 7 }}
price = {{ usd_per_million_input_tokens = 2.0, usd_per_million_output_tokens = 20.0, usd_per_request = 0.5 }}
[[models]]
name = "both"
adapter = "cascade"
transcriber = "asr"
reader = "text"
parameters = {{ seed = 1 }}
"""
FAILED = Answer(status=500, body={"error": {"message": "x"}})
HEARD = Answer(body={"text": "Mind the gap.", "usage": {"input_tokens": 1_000_000, "output_tokens": 0}})


def models(folder: Path, address: str = "http://localhost:1", reader: str = "text-1") -> ModelFile:
    path = folder / "models.toml"
    path.write_text(CASCADE.format(address=address, reader=reader))
    found = read_model_file(path, Keys({}))
    assert not found.sentences
    return found


def test_a_cascade_asks_with_what_its_reader_takes(tmp_path: Path) -> None:
    both = models(tmp_path).model("both")
    assert dict(both.parameters) == {"max_tokens": 7, "seed": 1} and both.not_accepted == {"temperature"}


def test_a_cascade_costs_at_most_what_both_halves_do(tmp_path: Path) -> None:
    file = models(tmp_path)
    price = price_of(file.model("both"), file)
    assert price is not None
    # Sound is heard for 6, written down for 10 and read for 2 dollars a million tokens.
    assert (price.usd_per_million_audio_tokens, price.usd_per_million_input_tokens) == (18.0, 3.0)
    assert (price.usd_per_million_output_tokens, price.usd_per_request) == (20.0, 0.5)


def test_a_price_of_the_cascade_s_own_goes_before(tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text(CASCADE.format(address="http://localhost:1", reader="t") + "price = { usd_per_request = 3.0 }\n")
    file = read_model_file(path, Keys({}))
    assert price_of(file.model("both"), file) == Price(usd_per_request=3.0)


def test_another_model_in_a_cascade_is_another_model(tmp_path: Path) -> None:
    names = set()
    for reader in ("text-1", "text-2"):
        file = models(tmp_path, reader=reader)
        names.add(model_identity(file.model("both"), file))
    assert len(names) == 2 and not any("localhost" in name for name in names)


def test_a_parser_model_is_not_sent_what_it_refuses(tmp_path: Path) -> None:
    file = models(tmp_path)
    spec = file.model("text")

    async def parameters() -> dict[str, object]:
        return dict(second_reader(spec, file, Paces([spec])).parameters)

    assert asyncio.run(parameters()) == {"max_tokens": 7}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


def test_the_transcript_of_a_question_that_failed_counts_against_the_budget(
    server: ModelServer, tmp_path: Path
) -> None:
    file = models(tmp_path, server.address)
    server.will(HEARD, FAILED, HEARD, FAILED)
    ledger = open_ledger(tmp_path / "runs")
    request = ModelRequest(text="Which?", media=(SOUND,), setting=Setting.AUDIO, transcript_heading="Transcript:")

    async def go() -> tuple[float, float | None]:
        endpoint, budget = endpoint_of(file.model("both"), file), Budget(100.0)
        rules = RetryRules(failures=1, first_s=0.0)
        asker = Asker(endpoint=endpoint, ledger=ledger, budget=budget, stop=Stop(), rules=rules, run_id="r")
        try:
            asked = await asker.ask(request, key="k", name="q")
        finally:
            await endpoint.adapter.close()
        return budget.spent_usd, asked.spent.cost_usd

    # Two tries of a million tokens at a dollar each.
    assert asyncio.run(go()) == pytest.approx((2.0, 2.0))
    ledger.close()
