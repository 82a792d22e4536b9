"""A module of PTX that is translated by itself, to be shown."""

from __future__ import annotations

from pathlib import Path

from hipify_py.engine import Context
from hipify_py.run.discover import File
from hipify_py.run.outcome import FileOutcome
from hipify_py.run.runner import outcome_of, result_of
from hipify_py.tables.load import load


def translation(name: str, data: bytes, jobs: int = 1) -> FileOutcome:
    file = File(Path(name), Path(name), "module")
    return outcome_of(result_of(file, data, Context(load().policy(), path=name), jobs), file)
