"""Whether a PNG is whole: of one that is not libpng would print a line of its own."""

import zlib
from collections.abc import Iterator

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Of each kind of colour: grey, colour, from a palette, grey and colour that may be clear."""
PASSES = ((0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2))
"""Which columns and rows an interlaced picture gives first: from where, and each how manyth."""
AT_ONCE = 1 << 20


def whole(png: bytes) -> bool:
    """Whether each chunk has its checksum, and together they unpack to as many pixels as the header says."""
    chunks = list(_chunks(png))
    if not chunks or chunks[0][0] != b"IHDR" or chunks[-1][0] != b"IEND" or len(chunks[0][1]) != 13:
        return False
    return _unpacks((data for kind, data in chunks if kind == b"IDAT"), _bytes_of(chunks[0][1]))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield each chunk's kind and data, up to the first that is torn or altered."""
    at = 8
    while at + 12 <= len(png):
        end = at + 8 + int.from_bytes(png[at : at + 4], "big")
        if zlib.crc32(png[at + 4 : end]) != int.from_bytes(png[end : end + 4], "big"):
            return
        kind = png[at + 4 : at + 8]
        yield kind, png[at + 8 : end]
        if kind == b"IEND":  # telephones append films
            return
        at = end + 4


def _bytes_of(header: bytes) -> int:
    width, height, bits, colour = (int.from_bytes(header[a:b], "big") for a, b in ((0, 4), (4, 8), (8, 9), (9, 10)))
    deep = bits * CHANNELS.get(colour, 4)
    if not header[12]:
        return height * (1 + (width * deep + 7) // 8)
    sizes = ((-(-(width - x) // dx), -(-(height - y) // dy)) for x, dx, y, dy in PASSES)
    return sum(high * (1 + (wide * deep + 7) // 8) for wide, high in sizes if wide > 0 and high > 0)


def _unpacks(parts: Iterator[bytes], expected: int) -> bool:
    """Whether *parts* unpack to *expected* bytes at least; what is more is not looked at."""
    unpacker, got = zlib.decompressobj(), 0
    try:
        for part in parts:
            left = part
            while left and got < expected:
                got += len(unpacker.decompress(left, AT_ONCE))
                left = unpacker.unconsumed_tail
    except zlib.error:
        return False
    return got >= expected
