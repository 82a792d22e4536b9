"""The files that inputs include, by whichever way and under whatever condition, as a compiler would find them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hipify_py.nvcc.hip_macros import asked_for
from hipify_py.reading.preprocessor import included_names
from hipify_py.run.verify.flags import Flag

_MOST_BYTES = 16_000_000
_FORCED = ("-include", "-imacros")
# Theirs are HIP's and the system's own headers.
_OF_SYSTEM = ("/usr/include", "/usr/local/include", "/usr/lib")
_OF_HIP = "hip/hip_runtime.h"


class Closure(NamedTuple):
    """`files` as they are named; `absent` are places where a file would take the place of one of them; `asked` are the
    macros for AMD that their conditions ask for."""

    files: list[str]
    absent: list[str]
    asked: frozenset[str]


def closure(inputs: Iterable[str], flags: Sequence[Flag], others: Sequence[str] = ()) -> Closure:
    """`others` are folders where headers are looked for behind those of the flags."""
    folders = [*(flag.value for flag in flags if flag.is_path and flag.kind not in _FORCED), *others]
    folders = [folder for folder in dict.fromkeys(folders) if _is_of_projects(folder)]
    forced = [flag.value for flag in flags if flag.kind in _FORCED]
    search = _Search(folders)
    search.all_from([*inputs, *(path for name in forced for path in search.places(name, os.curdir))])
    return Closure(list(search.files.values()), sorted(search.absent), search.asked)


def _is_of_projects(folder: str) -> bool:
    is_of_system = any(folder == each or folder.startswith(each + "/") for each in _OF_SYSTEM)
    return not is_of_system and not os.path.exists(os.path.join(folder, _OF_HIP))  # noqa: PTH110, PTH118


class _Search:
    def __init__(self, folders: Sequence[str]) -> None:
        self._folders = folders
        self.files: dict[str, str] = {}
        self.absent: set[str] = set()
        self.asked: frozenset[str] = frozenset()

    def all_from(self, waiting: list[str]) -> None:
        waiting = waiting[::-1]
        while waiting:
            path = waiting.pop()
            real = os.path.realpath(path)
            data = read(path) if real not in self.files else None
            if data is None:
                continue
            self.files[real] = path
            self.asked |= asked_for(data)
            names = sorted(included_names(data), reverse=True)
            waiting += [found for name in names for found in self.places(os.fsdecode(name), os.path.dirname(path))]  # noqa: PTH120

    def places(self, name: str, folder: str) -> Iterator[str]:
        """The file beside the one that includes it, and the first one in a directory where headers are looked for:
        which of them is meant, the kind of quotes says, and other files."""
        beside = os.path.normpath(os.path.join(folder, name))  # noqa: PTH118
        if self._is_file(beside):
            yield beside
        for each in self._folders:
            path = os.path.join(each, name)  # noqa: PTH118
            if self._is_file(path):
                yield path
                return

    def _is_file(self, path: str) -> bool:
        if os.path.isfile(path):  # noqa: PTH113
            return True
        self.absent.add(path)
        return False


def read(path: str) -> bytes | None:
    """What a file holds; None where it cannot be read, or is too large to be converted."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError:
        return None
    return data if len(data) <= _MOST_BYTES else None
