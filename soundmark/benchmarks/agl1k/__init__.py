"""AGL1K: 1,444 field recordings of radio aporee, each to be placed on the world map.

Zhang et al., "The Sonar Moment: Benchmarking Audio-Language Models in Audio Geo-Localization".
"""

from soundmark.benchmarks.agl1k.entry import AGL1K
from soundmark.benchmarks.agl1k.questions import read_agl1k

__all__ = ["AGL1K", "read_agl1k"]
