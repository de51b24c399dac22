"""Frames in, sightings out."""

import os

# Released builds of ONNX Runtime from 1.29 on tell their maker about every session, unless told not to before import.
# What happens at a table stays there.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
# FFmpeg would print lines of its own about a broken recording; ours is one. It asks once, when the first one is opened.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
