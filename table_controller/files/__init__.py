"""Rulebooks from TOML: shipped ones by name, a club's own by path. Unknown keys are refused, and missing citations."""

from table_controller.files.known import allowed_values, questions, undecided, ways_out
from table_controller.files.loading import DEFAULT, lineage, load_rulebook, written_by
from table_controller.files.shelf import rulebook_names

__all__ = (
    "DEFAULT",
    "allowed_values",
    "lineage",
    "load_rulebook",
    "questions",
    "rulebook_names",
    "undecided",
    "ways_out",
    "written_by",
)
