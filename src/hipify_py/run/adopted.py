"""Files whose endings do not tell that they are C++, and that sources of a tree include: `#include "kernels.foo"`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.run.discover import File, Found, Selection

if TYPE_CHECKING:
    from hipify_py.run.project.index import Project


def adopt(found: Found, project: Project, selection: Selection) -> bool:
    """Make such files with code for GPUs sources; whether there are any. Those that are not included in quotes, or lie
    outside of the tree, are left."""
    known = {file.real for file in found.files if file.is_source}
    new = {file.real: file for file in _included(project, selection) if file.real not in known}
    if new:
        found.files = [file for file in found.files if file.real not in new] + list(new.values())
        found.files.sort(key=lambda file: file.relative.parts)
    return bool(new)


def _included(project: Project, selection: Selection) -> Iterator[File]:
    for includer, spelling in () if selection.include else project.unusual_includes():
        relative = Path(os.path.normpath(includer.relative.parent / spelling))
        real = Path(os.path.normpath(includer.real.parent / spelling))
        is_left_out = ".." in relative.parts or selection.is_excluded(relative, is_directory=False)
        if not is_left_out and real == Path(os.path.realpath(real)) and real.is_file():
            file = replace(includer, path=includer.path.parent / spelling, relative=relative, real=real)
            if project.concerns(file):
                yield file
