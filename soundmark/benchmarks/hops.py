"""How much reasoning a question about a sound takes: one cue is enough, or it must be joined with what one knows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

HOP_KEYS: Mapping[str, str] = MappingProxyType({"Single-hop": "single_hop", "Multi-hop": "multi_hop"})
"""The two kinds, as published and logged (TAU, section 3.3.3) -> what texts and figures of them are named by."""
HOPS = tuple(HOP_KEYS)
