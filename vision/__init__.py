"""Frames in, sightings out."""

import os

# Released builds of ONNX Runtime from 1.29 on tell their maker about every session, unless told not to before import.
# What happens at a table stays there.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
