"""All clips of the pack, in the shuffled order of their file names."""

from __future__ import annotations

import numpy as np

from demo_pack.clip import ClipPlan
from demo_pack.clips_africa import african_clips
from demo_pack.clips_americas import american_clips
from demo_pack.clips_asia import asian_clips
from demo_pack.clips_europe import european_clips
from demo_pack.clips_south import southern_clips

_ORDER_SEED = 20_240


def numbered_clips() -> dict[str, ClipPlan]:
    """Every clip by file name. The number says nothing: the order is shuffled with a fixed seed."""
    clips = (*european_clips(), *asian_clips(), *african_clips(), *american_clips(), *southern_clips())
    order = np.random.default_rng(_ORDER_SEED).permutation(len(clips))
    return {f"clip_{number:02d}.opus": clips[chosen] for number, chosen in enumerate(order, start=1)}
