"""The optional link to OBS over obs-websocket 5: replay buffer and chapters. Nothing of it enters the core."""

from table_controller.obs.link import Cue, ObsLink, ObsSettings, cues_of

__all__ = ["Cue", "ObsLink", "ObsSettings", "cues_of"]
