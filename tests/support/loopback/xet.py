"""The Xet CAS, upload half only."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import pyarrow as pa

from tests.support.loopback.store import Store

GROUPED_LZ4 = 2


def xet_hash_hex(raw: bytes) -> str:
    """Print a 32-byte Xet hash: four little-endian 64-bit words in hex."""
    return "".join(f"{word:016x}" for word in struct.unpack("<4Q", raw))


def xorb_chunks(data: bytes) -> list[bytes]:
    """Return the unpacked chunks of a xorb.

    Chunk header, 8 bytes: version u8, packed length u24, scheme u8, length u24.
    Schemes: 0 plain, 1 LZ4 frame, 2 LZ4 over bytes grouped by position modulo 4.
    """
    lz4, offset, chunks = pa.Codec("lz4"), 0, []
    while offset + 8 <= len(data) and data[offset] == 0:
        packed = int.from_bytes(data[offset + 1 : offset + 4], "little")
        scheme = data[offset + 4]
        length = int.from_bytes(data[offset + 5 : offset + 8], "little")
        raw = data[offset + 8 : offset + 8 + packed]
        offset += 8 + packed
        if scheme:
            raw = lz4.decompress(raw, length, asbytes=True)
        chunks.append(ungroup_bytes(raw) if scheme == GROUPED_LZ4 else raw)
    return chunks


def ungroup_bytes(raw: bytes) -> bytes:
    """Undo the grouping of bytes by their position modulo 4."""
    out, start = bytearray(len(raw)), 0
    for k in range(4):
        size = len(out[k::4])
        out[k::4] = raw[start : start + size]
        start += size
    return bytes(out)


def files_in_shard(shard: bytes, store: Store) -> Iterator[tuple[str, bytes]]:
    """Yield (SHA-256, content) of each file a Xet shard describes.

    After a 48-byte header come the files, each of 48-byte records: a head (hash,
    flags u32, number of segments u32), the segments (xorb hash, then u32 flags,
    length, first chunk, end chunk), as many verification records if flag bit 31
    is set, and a record with the SHA-256 if bit 30 is set. A hash of 0xFF bytes
    ends the list.
    """
    record, at = 48, 48
    while shard[at : at + 32] != b"\xff" * 32:
        flags, segments = struct.unpack_from("<II", shard, at + 32)
        at += record
        content = b""
        for _ in range(segments):
            xorb = store.xorb_path(xet_hash_hex(shard[at : at + 32]))
            first, end = struct.unpack_from("<II", shard, at + 40)
            content += b"".join(xorb_chunks(xorb.read_bytes())[first:end])
            at += record
        if flags & (1 << 31):
            at += record * segments
        if flags & (1 << 30):
            yield xet_hash_hex(shard[at : at + 32]), content
            at += record
