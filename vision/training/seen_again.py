"""Crops as they are seen again: half of them moved, turned and sized a little, all tinted, many worse than they were.

All pictures here are (n, 3, h, w), 0 … 1, and stay on the device where they are.
"""

import math
import random
from functools import partial

import torch
import torch.nn.functional as functional
from torch import Tensor

from vision.rectify import INDEX_REACH, MARGIN, UNIT

MOVED, INDEX_BY, CARD_BY, CARD_ASIDE = 0.5, 0.035, 0.015, 0.012
"""The share of crops that are moved, and by how much: in half heights of an index, and in parts of a card."""
WORSE = 5
"""One of so many crops has fewer pixels, one more noise, and one light from one side; some have two of these."""
FEWER, NOISE, SLANT = (1.15, 1.7), 0.05, 0.4
"""By what the sides are divided, how much noise there is at most, and how much lighter or darker an edge is at most."""


def moved_indices(x: Tensor, off: Tensor) -> tuple[Tensor, Tensor]:
    """Return indices (n, 3, h, w), some moved, turned and sized, and how far they are *off* (n, 4) then."""
    on = (torch.rand(len(x), 1, device=x.device) < MOVED).float()
    by = torch.randn(len(x), 4, device=x.device) * INDEX_BY * on
    up = torch.stack([by[:, 3], 1 + by[:, 2]], 1)
    right = torch.stack([up[:, 1], -up[:, 0]], 1)
    at, true_up = off[:, :2] - by[:, :2], torch.stack([off[:, 3], 1 + off[:, 2]], 1)

    def along(vector: Tensor, way: Tensor) -> Tensor:
        return (vector * way).sum(1) / (up**2).sum(1)

    now = torch.stack([along(at, right), along(at, up), along(true_up, up) - 1, along(true_up, right)], 1)
    wide, high = (reach / 2 for reach in INDEX_REACH)
    across = [right[:, 0], -up[:, 0] * high / wide, by[:, 0] / wide]
    down = [-right[:, 1] * wide / high, up[:, 1], -by[:, 1] / high]
    return _seen_from(x, torch.stack(across + down, 1).reshape(-1, 2, 3), on), torch.where(on > 0, now, off)


def moved_cards(x: Tensor, off: Tensor) -> tuple[Tensor, Tensor]:
    """Return cards (n, 3, h, w), some moved and stretched, and how far their corners are *off* (n, 8) then."""
    on = (torch.rand(len(x), 1, device=x.device) < MOVED).float()
    shape = torch.eye(2, device=x.device) + torch.randn(len(x), 2, 2, device=x.device) * CARD_BY * on[:, :, None]
    aside = torch.randn(len(x), 2, device=x.device) * CARD_ASIDE * on
    unit = torch.from_numpy(UNIT).to(x.device)
    true = unit + off.reshape(-1, 4, 2) - 0.5 - aside[:, None]
    now = torch.einsum("nij,nkj->nki", torch.linalg.inv(shape), true) + 0.5 - unit
    places = torch.cat([shape, (aside / (0.5 + MARGIN))[:, :, None]], 2)
    return _seen_from(x, places, on), torch.where(on > 0, now.reshape(-1, 8), off)


def _seen_from(x: Tensor, places: Tensor, on: Tensor) -> Tensor:
    """Return pictures as they are seen from other *places* (n, 2, 3), where these are *on* (n, 1)."""
    grid = functional.affine_grid(places, list(x.shape), align_corners=False)
    seen = functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
    return torch.where(on[:, :, None, None] > 0, seen, x)


def tinted(x: Tensor) -> Tensor:
    """Return pictures 0 … 1 with random gain, offset and colour cast, as reader.coloured does."""
    between = partial(number, x)
    y = x * between(0.9, 1.1, 3) * between(0.7, 1.25, 1) + between(-0.12, 0.12, 1)
    return torch.where(between(0, 1, 1) < 0.06, y.clamp(0, 1).mean(1, keepdim=True), y.clamp(0, 1))


def number(x: Tensor, low: float, high: float, channels: int) -> Tensor:
    """Return (n, channels, 1, 1) random numbers, *low* … *high*, for each of the pictures *x*."""
    return torch.rand(len(x), channels, 1, 1, device=x.device) * (high - low) + low


def worse(x: Tensor) -> Tensor:
    """Return pictures, some with fewer pixels, more noise, or lighter on one side and darker on the other."""
    order, many = torch.randperm(len(x), device=x.device), len(x) // WORSE
    coarse, noisy, slanting = order[:many], order[many // 2 : many // 2 + many], order[many : 2 * many]
    x = x.clone()
    x[coarse] = _coarser(x[coarse])
    x[noisy] += torch.randn_like(x[noisy]) * _each(x[noisy], NOISE)
    x[slanting] *= _slant(x[slanting])
    return x.clamp(0, 1)


def _coarser(x: Tensor) -> Tensor:
    size, by = x.shape[2:], random.uniform(*FEWER)
    fewer = [round(side / by) for side in size]
    small = functional.interpolate(x, size=fewer, mode="bilinear", antialias=True, align_corners=False)
    return functional.interpolate(small, size=list(size), mode="bilinear", align_corners=False)


def _each(x: Tensor, most: float) -> Tensor:
    """Return a number 0 … *most* for each picture."""
    return number(x, 0, most, 1)


def _slant(x: Tensor) -> Tensor:
    """Return (n, 1, h, w): how much light falls on each pixel, brighter towards any one side."""
    down, across = (torch.linspace(-1, 1, side, device=x.device) for side in x.shape[2:])
    turn = _each(x, 2 * math.pi)
    return 1 + _each(x, SLANT) * (across * turn.cos() + down[:, None] * turn.sin())
