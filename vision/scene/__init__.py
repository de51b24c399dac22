"""A table in millimetres rendered to a camera's frame, with a deck of our own."""

from vision.scene.look import Look
from vision.scene.render import Studio, render

__all__ = ["Look", "Studio", "render"]
