"""Getting what others published onto this machine: files of the web, files of Hub datasets, and a cache for both.

For a reader whose clips are files of the web, each of them under an address:

    clips = FetchedClips(open_web_files(settings, open_cache(settings, "agl1k")))

and for one whose clips are files of a dataset, read at a pinned commit:

    dataset = open_dataset(settings, "tau", "owner/name", "main")
    clips = HubClips(dataset, open_cache(settings, "tau"))

Both are `ClipSource`s. What cannot be had is a `FetchError`, and for a player a `ClipUnavailable`.
"""

from soundmark.benchmarks.fetch.addresses import ARCHIVE_ORG, AllowedHosts
from soundmark.benchmarks.fetch.cache import CachedFile, FileCache, Origin
from soundmark.benchmarks.fetch.clips import FetchedClips, HubClips
from soundmark.benchmarks.fetch.errors import FetchError, FetchReason, unavailable
from soundmark.benchmarks.fetch.hub_files import HubDataset, HubFile
from soundmark.benchmarks.fetch.opening import benchmark_dir, open_cache, open_dataset, open_web_files
from soundmark.benchmarks.fetch.pace import Pace
from soundmark.benchmarks.fetch.web_files import WebFiles

__all__ = [
    "ARCHIVE_ORG",
    "AllowedHosts",
    "CachedFile",
    "FetchError",
    "FetchReason",
    "FetchedClips",
    "FileCache",
    "HubClips",
    "HubDataset",
    "HubFile",
    "Origin",
    "Pace",
    "WebFiles",
    "benchmark_dir",
    "open_cache",
    "open_dataset",
    "open_web_files",
    "unavailable",
]
