"""What a request costs by a price list; right values by hand."""

from __future__ import annotations

import pytest

from soundmark.models.price import Price
from soundmark.models.reply import Usage

LIST = Price(
    usd_per_million_input_tokens=2.0,
    usd_per_million_output_tokens=10.0,
    usd_per_million_audio_tokens=40.0,
    usd_per_request=0.001,
    usd_per_audio_minute=0.06,
)


@pytest.mark.parametrize(
    ("price", "usage", "audio_s", "cost_usd"),
    [
        # 1000 text at 2 + 2000 audio at 40 + 500 output at 10 per million, 0.001 a request, half a minute at 0.06
        (LIST, Usage(input_tokens=3000, output_tokens=500, audio_tokens=2000), 30.0, 0.118),
        (LIST, Usage(input_tokens=3000, output_tokens=500), 0.0, 0.012),
        (LIST, Usage(cost_usd=0.5, input_tokens=3000), 30.0, 0.5),
        (LIST, Usage(output_tokens=500), 0.0, None),
        (LIST, Usage(input_tokens=5), 0.0, None),
        (Price(usd_per_request=0.25), Usage(), 0.0, 0.25),
        (Price(usd_per_million_input_tokens=1.0), Usage(input_tokens=10, audio_tokens=99), 0.0, 1e-5),
        (Price(), Usage(), 60.0, 0.0),
    ],
)
def test_cost(price: Price, usage: Usage, audio_s: float, cost_usd: float | None) -> None:
    assert price.cost_usd(usage, audio_s=audio_s) == (None if cost_usd is None else pytest.approx(cost_usd))
