"""Pictures from outside: whatever the file holds, a picture or one clear line."""

import re
import struct
import zlib
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from table_controller.records import BadInput
from vision.pictures import open_picture


@pytest.fixture
def picture() -> np.ndarray:
    gradient = np.zeros((40, 60, 3), np.uint8)
    gradient[:, :, 2] = np.linspace(0, 255, 60)
    gradient[:20, :, 1] = 200
    return gradient


def write(path: Path, picture: np.ndarray) -> Path:
    path.write_bytes(cv2.imencode(path.suffix, picture)[1].tobytes())
    return path


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_usual_formats_open_as_bgr(tmp_path: Path, picture: np.ndarray, suffix: str) -> None:
    opened = open_picture(write(tmp_path / f"a{suffix}", picture))
    assert opened.shape == (40, 60, 3)
    assert opened.dtype == np.uint8
    assert abs(int(opened[30, 58, 2]) - 250) < 15


def test_grey_and_sixteen_bit_become_eight_bit_colour(tmp_path: Path) -> None:
    grey = write(tmp_path / "grey.png", np.full((20, 30), 130, np.uint8))
    deep = write(tmp_path / "deep.png", np.full((20, 30, 3), 130 * 257, np.uint16))
    assert (open_picture(grey) == 130).all()
    assert (open_picture(deep) == 130).all()


def test_one_pixel_is_a_picture(tmp_path: Path) -> None:
    assert open_picture(write(tmp_path / "one.png", np.zeros((1, 1, 3), np.uint8))).shape == (1, 1, 3)


def test_a_rotation_in_the_exif_data_is_followed(tmp_path: Path, picture: np.ndarray) -> None:
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    entry = struct.pack("<HHII", 0x0112, 3, 1, 6)
    tiff = b"II*\x00\x08\x00\x00\x00" + struct.pack("<H", 1) + entry + b"\x00\x00\x00\x00"
    block = b"Exif\x00\x00" + tiff
    turned = tmp_path / "turned.jpg"
    turned.write_bytes(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + jpeg[2:])
    assert open_picture(turned).shape == (60, 40, 3)


def cmyk(ink: tuple[int, int, int, int]) -> bytes:
    """A JPEG of 8 × 8 pixels of one ink, as Adobe's programs write it: four components, inverted."""
    bits = ""
    for level in (255 - part - 128 for part in ink):
        size = abs(level).bit_length()
        value = level if level >= 0 else level + (1 << size) - 1
        bits += f"{size:04b}" + (f"{value:0{size}b}" if size else "") + "0"
    bits += "1" * (-len(bits) % 8)
    scan = bytes(int(bits[n : n + 8], 2) for n in range(0, len(bits), 8)).replace(b"\xff", b"\xff\x00")

    def segment(marker: int, body: bytes) -> bytes:
        return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body

    parts = range(1, 5)
    return b"".join(
        (
            b"\xff\xd8",
            segment(0xEE, b"Adobe" + struct.pack(">HHHB", 100, 0, 0, 0)),
            segment(0xDB, bytes([0] + [8] * 64)),
            segment(0xC0, struct.pack(">BHHB", 8, 8, 8, 4) + b"".join(bytes((n, 0x11, 0)) for n in parts)),
            segment(0xC4, bytes([0x00, 0, 0, 0, 9] + [0] * 12 + list(range(9)))),
            segment(0xC4, bytes([0x10, 1] + [0] * 15 + [0])),
            segment(0xDA, bytes([4]) + b"".join(bytes((n, 0)) for n in parts) + bytes((0, 63, 0))),
            scan,
            b"\xff\xd9",
        )
    )


@pytest.mark.parametrize(
    ("ink", "bgr"),
    [((0, 255, 255, 0), (0, 0, 255)), ((255, 0, 0, 0), (255, 255, 0)), ((0, 0, 0, 155), (100, 100, 100))],
)
def test_printers_colours_become_bgr(tmp_path: Path, ink: tuple[int, int, int, int], bgr: tuple[int, ...]) -> None:
    path = tmp_path / "ink.jpg"
    path.write_bytes(cmyk(ink))
    opened = open_picture(path)
    assert opened.shape == (8, 8, 3)
    assert np.abs(opened.astype(int) - bgr).max() <= 4


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_of_the_exif_data_is_followed(tmp_path: Path, picture: np.ndarray, orientation: int) -> None:
    stored = cv2.imencode(".jpg", picture)[1].tobytes()
    entry = struct.pack("<HHII", 0x0112, 3, 1, orientation)
    block = b"Exif\x00\x00II*\x00\x08\x00\x00\x00" + struct.pack("<H", 1) + entry + b"\x00\x00\x00\x00"
    path = tmp_path / "turned.jpg"
    path.write_bytes(stored[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + stored[2:])
    plain = np.asarray(cv2.imdecode(np.frombuffer(stored, np.uint8), cv2.IMREAD_COLOR))
    upright = {
        1: plain,
        2: plain[:, ::-1],
        3: plain[::-1, ::-1],
        4: plain[::-1],
        5: plain.transpose(1, 0, 2),
        6: plain.transpose(1, 0, 2)[:, ::-1],
        7: plain.transpose(1, 0, 2)[::-1, ::-1],
        8: plain.transpose(1, 0, 2)[::-1],
    }[orientation]
    assert np.array_equal(open_picture(path), upright)


@pytest.mark.parametrize("suffix", [".jpg", ".png"])
def test_a_picture_damaged_inside_is_a_picture_or_one_line(
    tmp_path: Path, suffix: str, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (90, 90, 3), np.uint8)
    path = write(tmp_path / f"hurt{suffix}", noise)
    whole = path.read_bytes()
    for place in range(200, len(whole) - 200, len(whole) // 25):
        path.write_bytes(whole[:place] + bytes(120) + whole[place + 120 :])
        with suppress(BadInput):
            assert open_picture(path).shape == (90, 90, 3)
    if suffix == ".png":
        assert capfd.readouterr().err == "", "the decoder's own lines help nobody"


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_a_truncated_picture_is_refused(tmp_path: Path, suffix: str) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (90, 90, 3), np.uint8)
    path = write(tmp_path / f"torn{suffix}", noise)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(BadInput, match=r"torn.*cut off"):
        open_picture(path)


def test_a_torn_photograph_with_a_whole_thumbnail_is_refused(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (90, 90, 3), np.uint8)
    jpeg, thumbnail = (cv2.imencode(".jpg", picture)[1].tobytes() for picture in (noise, noise[:9, :9]))
    block = b"Exif\x00\x00" + thumbnail
    path = tmp_path / "torn.jpg"
    path.write_bytes(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + jpeg[2 : len(jpeg) // 2])
    with pytest.raises(BadInput, match="cut off"):
        open_picture(path)


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    for name, content in (("text.jpg", b"not a picture"), ("empty.png", b""), ("head.jpg", b"\xff\xd8\xff")):
        (tmp_path / name).write_bytes(content)
        line = re.escape(name)
        with pytest.raises(BadInput, match=line):
            open_picture(tmp_path / name)
    with pytest.raises(BadInput, match=r"missing\.jpg"):
        open_picture(tmp_path / "missing.jpg")
    with pytest.raises(BadInput):
        open_picture(tmp_path)


@pytest.mark.parametrize(("brand", "hint"), [(b"heic", True), (b"mif1", True), (b"avif", True), (b"isom", False)])
def test_a_telephones_own_format_is_refused_with_what_to_do(tmp_path: Path, brand: bytes, hint: bool) -> None:
    (tmp_path / "photo.heic").write_bytes(b"\0\0\0\x18ftyp" + brand + bytes(200))
    with pytest.raises(BadInput, match=r"photo\.heic: expected a picture") as refused:
        open_picture(tmp_path / "photo.heic")
    assert ("most compatible" in str(refused.value)) == hint


def test_a_picture_too_large_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    header = struct.pack(">IIBBBBB", 20_000, 10_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    bomb = tmp_path / "bomb.png"
    bomb.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk + b"\x00\x00\x00\x00IEND\xaeB`\x82")
    with pytest.raises(BadInput, match="20000 × 10000"):
        open_picture(bomb)


def png(width: int, height: int, pixels: bytes, interlaced: int = 0) -> bytes:
    """A grey PNG with that content, every checksum good."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, interlaced)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(pixels)), (b"IEND", b""))
    chunks = (struct.pack(">I", len(data)) + kind + data for kind, data in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(one + struct.pack(">I", zlib.crc32(one[4:])) for one in chunks)


@pytest.mark.parametrize(
    ("content", "whole"),
    [
        (png(8, 8, bytes(72)), True),
        (png(8, 8, bytes(60)), False),
        (png(8, 8, b""), False),
        (png(8, 8, bytes(79), interlaced=1), True),
        (png(8, 8, bytes(78), interlaced=1), False),
        (png(8, 8, bytes(72)).replace(zlib.compress(bytes(72)), b"\0" * len(zlib.compress(bytes(72)))), False),
        (png(30_000, 4000, bytes(1000)), False),
    ],
)
def test_a_png_with_too_few_pixels_is_one_line_of_ours_and_none_of_the_decoder(
    tmp_path: Path, content: bytes, whole: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "some.png"
    path.write_bytes(content)
    if whole:
        assert open_picture(path).shape == (8, 8, 3)
    else:
        with pytest.raises(BadInput, match=r"some\.png.*expected a whole picture"):
            open_picture(path)
    assert capfd.readouterr().err == ""


def test_the_error_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        open_picture(tmp_path / "missing.jpg")
    assert "\n" not in str(caught.value)


def test_what_a_telephone_appends_to_a_photograph_does_not_tear_it(tmp_path: Path, picture: np.ndarray) -> None:
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    path = tmp_path / "motion.jpg"
    path.write_bytes(jpeg + b"\x00\x00\x00\x18ftypmp42" + bytes(range(100)) + b"\xff\xda" + bytes(400))
    assert open_picture(path).shape == (40, 60, 3)


def test_a_torn_photograph_does_not_end_with_what_a_marker_of_it_holds(tmp_path: Path, picture: np.ndarray) -> None:
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    scans = [place for place in range(len(jpeg)) if jpeg[place : place + 2] == b"\xff\xda"]
    comment = b"\xff\xfe\x00\x06\xff\xd9\xff\xda"
    whole, torn = tmp_path / "whole.jpg", tmp_path / "torn.jpg"
    whole.write_bytes(jpeg[: scans[1]] + comment + jpeg[scans[1] :])
    torn.write_bytes(jpeg[: scans[1]] + comment + jpeg[scans[1] : scans[2]])
    assert open_picture(whole).shape == (40, 60, 3)
    with pytest.raises(BadInput, match=r"torn.*cut off"):
        open_picture(torn)


def test_bytes_that_fill_up_before_a_marker_are_passed_over(tmp_path: Path, picture: np.ndarray) -> None:
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    path = tmp_path / "filled.jpg"
    path.write_bytes(jpeg[:2] + b"\xff\xff" + jpeg[2:])
    assert open_picture(path).shape == (40, 60, 3)
