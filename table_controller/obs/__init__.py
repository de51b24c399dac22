"""The optional link to OBS over obs-websocket 5: replay buffer, chapters, scenes. Nothing of it enters the core."""

from table_controller.obs.link import Cue, ObsLink, ObsSettings, cues_of
from table_controller.obs.scenes import Scenes, scene_of

__all__ = ["Cue", "ObsLink", "ObsSettings", "Scenes", "cues_of", "scene_of"]
