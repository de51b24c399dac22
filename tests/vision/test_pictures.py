"""Pictures from outside: whatever the file holds, a picture or one clear line."""

import re
import struct
import zlib
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


def test_a_picture_too_large_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    header = struct.pack(">IIBBBBB", 20_000, 10_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    bomb = tmp_path / "bomb.png"
    bomb.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk + b"\x00\x00\x00\x00IEND\xaeB`\x82")
    with pytest.raises(BadInput, match="20000 × 10000"):
        open_picture(bomb)


def test_the_error_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        open_picture(tmp_path / "missing.jpg")
    assert "\n" not in str(caught.value)
