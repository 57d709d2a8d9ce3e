"""A player never waits while the pool is warm, the disk stays under its limit, and what was heard makes room first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from soundmark.benchmarks import pool as pool_module
from soundmark.benchmarks.block import Block, SingleClips, single_blocks
from soundmark.benchmarks.clips import ClipUnavailable
from soundmark.benchmarks.fetch import FetchedClips, FetchError, FetchReason, FileCache, Pace, WebFiles
from soundmark.benchmarks.fetch.addresses import AllowedHosts
from soundmark.benchmarks.pool import ClipPool
from soundmark.types import Clip
from tests.support.block_shop import BlockShop, blocks_of, wait_until_ready
from tests.support.faulty_web import Fault, faulty_web
from tests.support.waiting import wait_until

CLIP_BYTES = 1000
OpenPool = Callable[..., ClipPool]


@pytest.fixture
def cache(tmp_path: Path) -> FileCache:
    return FileCache(tmp_path / "clips", max_bytes=40 * CLIP_BYTES, in_use_s=0.05)


@pytest.fixture
def shop(cache: FileCache) -> BlockShop:
    return BlockShop(cache, clip_bytes=CLIP_BYTES)


@pytest.fixture
def open_pool(cache: FileCache, shop: BlockShop, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenPool]:
    monkeypatch.setattr(pool_module, "IDLE_S", 0.02)
    monkeypatch.setattr(pool_module, "FIRST_PAUSE_S", 0.02)
    opened: list[ClipPool] = []

    def make(blocks: Sequence[Block], ahead: int = 6) -> ClipPool:
        opened.append(ClipPool(blocks, shop, cache, ahead=ahead, in_use_s=0.05))
        return opened[-1]

    yield make
    for pool in opened:
        pool.close()


def clip(key: str) -> Clip:
    return Clip(path=None, key=key)


def test_every_group_gets_its_supply_and_no_more(open_pool: OpenPool, shop: BlockShop) -> None:
    pool = open_pool(blocks_of(groups=3, blocks=4, clips=4), ahead=6)
    pool.start()
    assert wait_until_ready(pool, 18, longest_s=20)
    time.sleep(0.1)
    for group in range(3):
        assert sum(key.startswith(f"g{group}") for key in pool.ready()) == 6
    assert len(shop.read) == 18
    assert pool.statistics().fresh == 18


def test_a_warm_pool_gives_at_once_and_fetches_the_next(open_pool: OpenPool, shop: BlockShop) -> None:
    pool = open_pool(blocks_of(groups=1, blocks=10, clips=3), ahead=6)
    pool.start()
    assert wait_until_ready(pool, 6, longest_s=20)
    shop.delay_s = 0.3
    waits_s: list[float] = []
    given: set[str] = set()
    for _ in range(6):
        key = sorted(pool.ready() - given)[0]
        given.add(key)
        begin = time.perf_counter()
        found = pool.fetch(clip(key))
        waits_s.append(time.perf_counter() - begin)
        assert found.path.read_bytes() == shop.content(key)
    assert wait_until(lambda: len(pool.ready() - given) == 6, 20), "the supply is full again"
    assert max(waits_s) < 0.3, "no wait for a clip that comes in 300 ms"
    assert pool.statistics().waited == 0


def test_clips_are_replaced_by_new_ones_as_they_are_given(open_pool: OpenPool, cache: FileCache) -> None:
    pool = open_pool(blocks_of(groups=1, blocks=40, clips=4), ahead=6)
    pool.start()
    given: set[str] = set()
    for _ in range(100):
        assert wait_until(lambda: bool(pool.ready() - given), 20)
        key = sorted(pool.ready() - given)[0]
        pool.fetch(clip(key))
        given.add(key)
        assert cache.total_bytes() <= cache.max_bytes
        time.sleep(0.005)
    assert len(given) == 100
    assert pool.statistics().waited == 0
    assert pool.statistics().disk_bytes <= 40 * CLIP_BYTES


def test_a_small_set_goes_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clip that was heard, replaced and fetched again is fresh again."""
    monkeypatch.setattr(pool_module, "IDLE_S", 0.01)
    cache = FileCache(tmp_path / "few", max_bytes=6 * CLIP_BYTES, in_use_s=0.02)
    shop = BlockShop(cache, clip_bytes=CLIP_BYTES)
    pool = ClipPool(blocks_of(groups=1, blocks=5, clips=2), shop, cache, ahead=2, in_use_s=0.02)
    pool.start()
    for _ in range(40):
        assert wait_until(lambda: bool(pool.fresh()), 20)
        pool.fetch(clip(min(pool.fresh())))
    pool.close()
    assert pool.statistics().waited == 0
    assert pool.statistics().arrived >= 40
    assert cache.total_bytes() <= cache.max_bytes


def test_looking_is_not_giving(open_pool: OpenPool) -> None:
    pool = open_pool(blocks_of(groups=1, blocks=1, clips=3))
    pool.start()
    assert wait_until_ready(pool, 3, longest_s=20)
    assert pool.at_hand(clip("g0b0c1")) is not None
    assert (pool.statistics().fresh, pool.statistics().given) == (3, 0)
    pool.fetch(clip("g0b0c1"))
    assert (pool.statistics().fresh, pool.statistics().given) == (2, 1)


def test_what_was_given_most_goes_first(open_pool: OpenPool, shop: BlockShop, cache: FileCache) -> None:
    pool = open_pool(blocks_of(groups=1, blocks=1, clips=40), ahead=30)
    pool.start()
    assert wait_until_ready(pool, 30, longest_s=20)
    for times, key in ((3, "g0b0c0"), (1, "g0b0c1"), (2, "g0b0c2")):
        for _ in range(times):
            pool.fetch(clip(key))
    time.sleep(0.3)
    held = ["g0b0c0", "g0b0c2", "g0b0c1"]
    for n_gone in (1, 2, 3):
        free = cache.max_bytes - cache.total_bytes()
        cache.make_room(free + 1)
        assert [key for key in held if key not in pool.ready()] == held[:n_gone]


def test_a_limit_smaller_than_the_supply_is_kept(cache: FileCache, open_pool: OpenPool, shop: BlockShop) -> None:
    pool = open_pool(blocks_of(groups=4, blocks=5, clips=10), ahead=1000)
    pool.start()
    assert wait_until_ready(pool, 30, longest_s=20)
    # Nothing that nobody has heard is thrown away for something else that nobody has heard: four fifths, and no more.
    assert not wait_until(lambda: len(shop.read) > 33, 0.5)
    assert cache.total_bytes() <= cache.max_bytes
    assert pool.statistics().trouble == ""


def test_one_clip_of_a_cold_pool_is_read_up_to_with_progress(open_pool: OpenPool, shop: BlockShop) -> None:
    pool = open_pool(blocks_of(groups=2, blocks=3, clips=5))
    told: list[int] = []
    found = pool.fetch(clip("g1b1c2"), lambda done, total: told.append(done))
    assert found.path.read_bytes() == shop.content("g1b1c2")
    assert shop.read == ["g1b1c0", "g1b1c1", "g1b1c2"]
    assert told == [1000, 2000, 3000]
    pool.fetch(clip("g1b1c4"))
    assert shop.opened == ["g1b1"], "reading goes on where it rested"
    assert pool.statistics().waited == 2


def test_players_of_one_block_read_it_once(open_pool: OpenPool, shop: BlockShop) -> None:
    shop.delay_s = 0.02
    pool = open_pool(blocks_of(groups=1, blocks=2, clips=6))
    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(lambda n: pool.fetch(clip(f"g0b1c{n}")).path.read_bytes(), range(6)))
    assert found == [shop.content(f"g0b1c{n}") for n in range(6)]
    assert sorted(shop.read) == [f"g0b1c{n}" for n in range(6)]


def test_wanted_clips_come_first(open_pool: OpenPool, shop: BlockShop) -> None:
    pool = open_pool(blocks_of(groups=1, blocks=9, clips=3), ahead=3)
    pool.want(["g0b7c1", "g0b4c0"])
    pool.start()
    assert wait_until(lambda: {"g0b7c1", "g0b4c0"} <= pool.ready(), 20)
    assert shop.read[:3] == ["g0b7c0", "g0b7c1", "g0b4c0"]


def test_a_wanted_clip_comes_though_its_group_has_its_supply(open_pool: OpenPool, shop: BlockShop) -> None:
    pool = open_pool(blocks_of(groups=2, blocks=4, clips=3), ahead=2)
    pool.start()
    assert wait_until_ready(pool, 4, longest_s=20)
    pool.want(["g1b3c2"])
    assert wait_until(lambda: "g1b3c2" in pool.ready(), 20)
    assert not any(key.startswith("g0") for key in shop.read[4:])


def test_offline_nobody_is_asked_again(open_pool: OpenPool, shop: BlockShop) -> None:
    shop.error = FetchError(FetchReason.OFFLINE, "It is not here, and HF_HUB_OFFLINE is set.")
    pool = open_pool(blocks_of(groups=1, blocks=5, clips=3))
    pool.start()
    assert wait_until(lambda: "OFFLINE" in pool.statistics().trouble, 20)
    time.sleep(0.2)
    assert len(shop.opened) == 1


def test_a_clip_that_does_not_come_is_said_and_not_tried_for_ever(open_pool: OpenPool, shop: BlockShop) -> None:
    shop.missing = {"g0b0c1"}
    pool = open_pool(blocks_of(groups=1, blocks=1, clips=3), ahead=9)
    pool.start()
    assert wait_until_ready(pool, 2, longest_s=20)
    time.sleep(0.1)
    assert shop.opened == ["g0b0"]
    with pytest.raises(ClipUnavailable, match="damaged"):
        pool.fetch(clip("g0b0c1"))


def test_trouble_is_told_and_passes(open_pool: OpenPool, shop: BlockShop) -> None:
    shop.error = FetchError(FetchReason.NO_NETWORK, "The Hub cannot be reached. Check the network.")
    pool = open_pool(blocks_of(groups=1, blocks=2, clips=3))
    pool.start()
    assert wait_until(lambda: "network" in pool.statistics().trouble, 20)
    with pytest.raises(ClipUnavailable, match="network") as caught:
        pool.fetch(clip("g0b0c0"))
    assert "Hub" not in str(caught.value), "players are told no address"
    shop.error = None
    assert wait_until_ready(pool, 6, longest_s=20)
    assert pool.statistics().trouble == ""


def test_a_restart_finds_what_is_here(open_pool: OpenPool, shop: BlockShop) -> None:
    blocks = blocks_of(groups=1, blocks=2, clips=3)
    first = open_pool(blocks)
    first.start()
    assert wait_until_ready(first, 6, longest_s=20)
    first.close()
    shop.read.clear()
    second = open_pool(blocks)
    second.start()
    assert wait_until_ready(second, 6, longest_s=20)
    assert shop.read == []


def test_closing_ends_the_reading(open_pool: OpenPool, shop: BlockShop) -> None:
    shop.delay_s = 0.02
    pool = open_pool(blocks_of(groups=1, blocks=9, clips=9), ahead=80)
    pool.start()
    assert wait_until_ready(pool, 2, longest_s=20)
    pool.close()
    number = len(shop.read)
    time.sleep(0.1)
    assert len(shop.read) == number


def test_an_unknown_clip(open_pool: OpenPool) -> None:
    with pytest.raises(ClipUnavailable, match="not part of"):
        open_pool(blocks_of(groups=1, blocks=1, clips=1)).fetch(clip("../../etc/passwd"))


def test_files_of_the_web_are_blocks_of_their_own(cache: FileCache) -> None:
    with faulty_web() as web:
        web.files = {f"/{n}.mp3": bytes([n]) * 500 for n in range(8)}
        web.faults["/3.mp3"] = [Fault(status=404)] * 9
        clips = [Clip(path=None, key=f"k{n}", address=web.url(f"/{n}.mp3")) for n in range(8)]
        hosts = AllowedHosts(names=("127.0.0.1",), is_loopback_test=True)
        files = WebFiles(cache, hosts=hosts, pace=Pace(tries=1))
        pool = ClipPool(single_blocks(clips), SingleClips(FetchedClips(files)), cache, ahead=20)
        pool.start()
        assert wait_until_ready(pool, 7, longest_s=20)
        assert pool.fetch(clips[5]).path.read_bytes() == bytes([5]) * 500
        with pytest.raises(ClipUnavailable, match="no longer offered"):
            pool.fetch(clips[3])
        pool.close()
        files.close()
