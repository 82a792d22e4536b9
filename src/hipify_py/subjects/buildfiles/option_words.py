"""Options of nvcc in build files."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.subjects.buildfiles.statements import CMakeFile, Statement


def translated(values: list[bytes]) -> list[bytes] | None:
    return values


def converted_options(file: CMakeFile, statement: Statement) -> Iterator[Edit]:
    return iter(())
