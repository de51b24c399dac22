"""Frames in, sightings out."""
