"""Scenes built in three dimensions and path-traced by Blender: measured with, and trained on a little.

Two programs, because Blender's module needs a NumPy of its own: this package draws textures, lays the table and makes
the labels; stage.py alone runs in Blender's environment and turns a plan into two pictures.
"""
