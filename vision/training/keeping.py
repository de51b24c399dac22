"""Results that a training which was stopped goes on from: there whole or not at all."""

from pathlib import Path


def keep(path: Path, data: bytes) -> None:
    """Write *data* as *path*; whoever is stopped in the middle leaves nothing there, or what was there before."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(data)
    part.rename(path)
