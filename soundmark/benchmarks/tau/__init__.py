"""TAU: 1,794 questions on sounds of Taiwan, each with four options in Traditional Chinese.

The readers take the published rows in the layouts of the Hub dataset, of its demonstration and of its older versions.
"""

from soundmark.benchmarks.tau.entry import TAU
from soundmark.benchmarks.tau.questions import read_tau

__all__ = ["TAU", "read_tau"]
