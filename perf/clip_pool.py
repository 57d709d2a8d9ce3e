"""A player's wait for the next clip of GlobeAudio, with the pool warm and cold, beside reading whole row groups.

    .venv/bin/python -m perf.clip_pool

A synthetic GlobeAudio (clips of 25 s, 2.2 MB each, 10 to a row group) is served by the loopback Hub, which takes 50 ms
for every answer; the network itself is as fast as this machine. Peer: what one writes first, `HfFileSystem` and
`ParquetFile.read_row_group` for the row group of the clip. All give the same bytes.
"""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from soundmark.benchmarks.fetch import FileCache, HubDataset
from soundmark.benchmarks.globeaudio import GLOBEAUDIO_DATASET, GlobeAudio, read_globeaudio
from soundmark.types import Clip
from tests.support.block_shop import wait_until_ready
from tests.support.globeaudio_repo import Shape, globeaudio_files
from tests.support.loopback.published import publish_dataset
from tests.support.loopback_hub import running_hub

SHAPE = Shape(shards=1, groups_per_shard=4, rows_per_group=10, seconds=25.0, configs=("en", "sg"))
LATENCY_S = 0.05
TURN_S = 0.5
"""A player takes a clip so often: far faster than anybody listens."""
N_WARM, N_COLD, N_PEER = 40, 20, 10
AHEAD = 12


def open_globe(endpoint: str, folder: Path, name: str) -> GlobeAudio:
    """The benchmark with an empty cache."""
    dataset = HubDataset(GLOBEAUDIO_DATASET, revision="main", state_dir=folder / "state", endpoint=endpoint)
    cache = FileCache(folder / name, max_bytes=1_000_000_000)
    return read_globeaudio(dataset, cache, index_dir=folder / "index", configs=("en", "sg"), ahead=AHEAD)


def timed(work: Callable[[], object]) -> float:
    """How long it takes, in ms."""
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def warm_waits(globe: GlobeAudio) -> list[float]:
    """Waits of a player who takes a clip that is ready, again and again, while the pool refills."""
    globe.pool.start()
    assert wait_until_ready(globe.pool, 2 * AHEAD, longest_s=120)
    given: set[str] = set()
    waits_ms = []
    for _ in range(N_WARM):
        key = sorted(globe.pool.ready() - given)[0]
        given.add(key)
        waits_ms.append(timed(lambda key=key: globe.pool.fetch(Clip(path=None, key=key))))  # type: ignore[misc]
        time.sleep(TURN_S)
    globe.pool.close()
    return waits_ms


def cold_waits(globe: GlobeAudio) -> list[float]:
    """Waits for clips picked at random, nothing fetched ahead."""
    clips = [question.clip for question in globe.pack.questions]
    picked = random.Random(0).sample(clips, N_COLD)
    return [timed(lambda clip=clip: globe.pool.fetch(clip)) for clip in picked]  # type: ignore[misc]


def first_waits(globe: GlobeAudio) -> list[float]:
    """Waits for the first clip of each row group, nothing fetched ahead."""
    firsts = [block.clips[0] for block in globe.pool.blocks]
    return [timed(lambda clip=clip: globe.pool.fetch(clip)) for clip in firsts]  # type: ignore[misc]


def peer_waits(globe: GlobeAudio, endpoint: str) -> list[float]:
    """Waits when the row group of the clip is read whole."""
    import pyarrow.parquet as pq
    from huggingface_hub import HfFileSystem

    system = HfFileSystem(endpoint=endpoint, token=False, skip_instance_cache=True)

    def read(block_id: str) -> None:
        path, _, number = block_id.rpartition("#")
        with system.open(f"datasets/{GLOBEAUDIO_DATASET}/{path}", "rb") as file:
            pq.ParquetFile(file).read_row_group(int(number)).column("audio").to_pylist()

    blocks = [globe.pool.block_of(question.clip.key).block_id for question in globe.pack.questions]
    return [timed(lambda block=block: read(block)) for block in random.Random(0).sample(blocks, N_PEER)]  # type: ignore[misc]


def row(name: str, waits_ms: list[float], peer_ms: float) -> str:
    """A line of the table."""
    median_ms = statistics.median(waits_ms)
    return f"| {name} | {median_ms:.1f} | {max(waits_ms):.1f} | {median_ms / peer_ms:.4f} |"


def main() -> None:
    """Measure, and print a table with ratios to the peer."""
    with tempfile.TemporaryDirectory() as scratch, running_hub(Path(scratch) / "hub") as hub:
        folder = Path(scratch)
        publish_dataset(hub.store, GLOBEAUDIO_DATASET, globeaudio_files(SHAPE))
        slow = {"match": "/(resolve|api)/", "when": "hang", "delay": LATENCY_S, "times": 10**9}
        hub.controls.set_faults([slow])
        texts_ms = timed(lambda: open_globe(hub.endpoint, folder, "texts"))
        again_ms = timed(lambda: open_globe(hub.endpoint, folder, "texts"))
        warm_globe = open_globe(hub.endpoint, folder, "warm")
        warm = warm_waits(warm_globe)
        waited = warm_globe.pool.statistics().waited
        cold = cold_waits(open_globe(hub.endpoint, folder, "cold"))
        first = first_waits(open_globe(hub.endpoint, folder, "first"))
        peer = peer_waits(warm_globe, hub.endpoint)
    peer_ms = statistics.median(peer)
    print("| next clip | median ms | longest ms | of peer |\n|---|---|---|---|")
    print(row("pool, warm", warm, peer_ms))
    print(row("pool, cold, any clip", cold, peer_ms))
    print(row("pool, cold, first clip of a row group", first, peer_ms))
    print(row("read_row_group (peer)", peer, peer_ms))
    print(f"\nOf {N_WARM} clips from the warm pool, {waited} had to be waited for.")
    print(f"Texts of 80 questions: {texts_ms:.0f} ms at the first start, {again_ms:.0f} ms later.")


if __name__ == "__main__":
    os.environ["HF_HUB_OFFLINE"] = "0"
    main()
