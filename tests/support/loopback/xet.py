"""The Xet CAS: what is in an uploaded xorb and shard, and how a file is put together from them again."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import Any

import pyarrow as pa

from tests.support.loopback.errors import HubError
from tests.support.loopback.store import Store

GROUPED_LZ4 = 2
CHUNK_HEADER_BYTES = 8
RECORD_BYTES = 48


@dataclass(frozen=True)
class Segment:
    """The chunks `first` to before `end` of a xorb; ``size`` unpacked bytes."""

    xorb: str
    first: int
    end: int
    size: int


@dataclass(frozen=True)
class XetFile:
    """One file of a shard; ``sha256`` is empty when the uploader left it out, as for buckets."""

    xet_hash: str
    sha256: str
    segments: list[Segment]


def xet_hash_hex(raw: bytes) -> str:
    """Print a 32-byte Xet hash: four little-endian 64-bit words in hex."""
    return "".join(f"{word:016x}" for word in struct.unpack("<4Q", raw))


def chunk_spans(data: bytes) -> list[tuple[int, int]]:
    """Return where each chunk of a xorb lies, header included.

    Chunk header, 8 bytes: version u8, packed length u24, scheme u8, length u24.
    """
    offset, spans = 0, []
    while offset + CHUNK_HEADER_BYTES <= len(data) and data[offset] == 0:
        packed = int.from_bytes(data[offset + 1 : offset + 4], "little")
        spans.append((offset, offset + CHUNK_HEADER_BYTES + packed))
        offset = spans[-1][1]
    return spans


def unpacked(chunk: bytes) -> bytes:
    """Return the content of a chunk. Schemes: 0 plain, 1 LZ4 frame, 2 LZ4 over bytes grouped by position modulo 4."""
    scheme, length, raw = chunk[4], int.from_bytes(chunk[5:8], "little"), chunk[CHUNK_HEADER_BYTES:]
    if scheme:
        raw = pa.Codec("lz4").decompress(raw, length, asbytes=True)
    return ungroup_bytes(raw) if scheme == GROUPED_LZ4 else raw


def ungroup_bytes(raw: bytes) -> bytes:
    """Undo the grouping of bytes by their position modulo 4."""
    out, start = bytearray(len(raw)), 0
    for k in range(4):
        size = len(out[k::4])
        out[k::4] = raw[start : start + size]
        start += size
    return bytes(out)


def files_in_shard(shard: bytes) -> Iterator[XetFile]:
    """Yield the files a Xet shard describes.

    After a 48-byte header come the files, each of 48-byte records: a head (hash,
    flags u32, number of segments u32), the segments (xorb hash, then u32 flags,
    length, first chunk, end chunk), as many verification records if flag bit 31
    is set, and a record with the SHA-256 if bit 30 is set. A hash of 0xFF bytes
    ends the list.
    """
    at = RECORD_BYTES
    while shard[at : at + 32] != b"\xff" * 32:
        name = xet_hash_hex(shard[at : at + 32])
        flags, count = struct.unpack_from("<II", shard, at + 32)
        at += RECORD_BYTES
        segments = []
        for _ in range(count):
            xorb = xet_hash_hex(shard[at : at + 32])
            size, first, end = struct.unpack_from("<III", shard, at + 36)
            segments.append(Segment(xorb, first, end, size))
            at += RECORD_BYTES
        if flags & (1 << 31):
            at += RECORD_BYTES * count
        sha256 = ""
        if flags & (1 << 30):
            sha256 = xet_hash_hex(shard[at : at + 32])
            at += RECORD_BYTES
        yield XetFile(name, sha256, segments)


def content_of(file: XetFile, store: Store) -> bytes:
    """Return a file's content; 400 when a xorb is missing or does not hold what the shard says."""
    content = b""
    for segment in file.segments:
        path = store.xorb_path(segment.xorb)
        if not path.exists():
            raise HubError(400, "a xorb of the shard was never uploaded")
        data = path.read_bytes()
        part = b"".join(unpacked(data[a:b]) for a, b in chunk_spans(data)[segment.first : segment.end])
        if len(part) != segment.size:
            raise HubError(400, "a segment of the shard has another length")
        content += part
    return content


def keep_file(file: XetFile, store: Store) -> None:
    """Remember how a file is put together, under its Xet hash."""
    store.put_xet_file(file.xet_hash, [asdict(segment) for segment in file.segments])


def reconstruction(xet_hash: str, store: Store, base: str, start: int, end: int | None) -> dict[str, Any]:
    """Say how bytes ``start`` to before ``end`` of a file are put together from ranges of xorbs.

    Whole segments are given: the client skips ``offset_into_first_range`` bytes.
    """
    segments = [Segment(**raw) for raw in store.xet_file(xet_hash)]
    ends = list(accumulate(segment.size for segment in segments))
    if not ends or start >= ends[-1]:
        raise HubError(416, "range not satisfiable")
    stop = ends[-1] if end is None else min(end, ends[-1])
    wanted = [
        (segment, last - segment.size)
        for segment, last in zip(segments, ends, strict=True)
        if last > start and last - segment.size < stop
    ]
    terms, fetch_info = [], dict[str, list[dict[str, Any]]]()
    for segment, _ in wanted:
        spans = chunk_spans(store.xorb_path(segment.xorb).read_bytes())
        chunks = {"start": segment.first, "end": segment.end}
        terms.append({"hash": segment.xorb, "unpacked_length": segment.size, "range": chunks})
        bytes_ = {"start": spans[segment.first][0], "end": spans[segment.end - 1][1] - 1}
        info = {"range": chunks, "url": f"{base}/__cas/xorb-data/{segment.xorb}", "url_range": bytes_}
        fetch_info.setdefault(segment.xorb, []).append(info)
    return {"offset_into_first_range": start - wanted[0][1], "terms": terms, "fetch_info": fetch_info}
