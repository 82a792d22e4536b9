"""A source that a module of PTX becomes: written beside it, never over what somebody else has put there."""

from __future__ import annotations

import os
from os import stat_result
from pathlib import Path

from hipify_py.file.marks import is_untouched_module
from hipify_py.run.outcome import FileOutcome
from hipify_py.system.disk import Folder, IrregularError


def place_of(outcome: FileOutcome) -> Path:
    """Where the source is to lie, without links: beside the module as it is named, as its header does."""
    return Path(os.path.realpath(outcome.file.path.parent)) / outcome.made_name


def lying(outcome: FileOutcome, folder: Folder) -> tuple[bytes | None, stat_result | None]:
    """What lies there already; raises FileExistsError if that is not what was made of a module."""
    name = outcome.made_name
    status = folder.stat(name)
    if status is None:
        return None, None
    shown = outcome.file.path.with_name(name)
    try:
        data, status = folder.read(name)
    except IrregularError as error:
        raise FileExistsError(None, f"{shown} is {error.what}; {_advice(outcome)}") from error
    if data is None or not (data == outcome.output or is_untouched_module(data)):
        raise FileExistsError(
            None, f"{shown} exists and was not written by hipify-py, or was edited since; {_advice(outcome)}"
        )
    return data, status


def _advice(outcome: FileOutcome) -> str:
    return f"move it away, or use `hipify-py ptx {outcome.file.path}` to see the translation"
