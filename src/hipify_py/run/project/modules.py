"""The modules of PTX in a tree, which sources name in strings, and the sources that these become."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from hipify_py.file.surroundings import PtxModule
from hipify_py.patterns import pattern
from hipify_py.run.discover import MADE_SUFFIX, MODULE_SUFFIX, File, is_module_name
from hipify_py.texts import to_text

_NAMED = pattern(rb'([^"\'\s<>|]{1,300}\.ptx)\b')


class PtxModules:
    """Those of a tree; what is converted lies in `output` afterwards, if that is another tree."""

    def __init__(self, files: Iterable[File], output: Path | None = None) -> None:
        self._output = output
        self._by_name: dict[str, list[File]] = defaultdict(list)
        for file in files:
            if is_module_name(file.path):
                self._by_name[file.path.name].append(file)

    def named_in(self, data: bytes) -> tuple[PtxModule, ...]:
        """The modules that a source names, each once."""
        if not self._by_name or MODULE_SUFFIX.encode() not in data:
            return ()
        found = {to_text(name) for name in _NAMED.findall(data)}
        modules = (self._meant(name) for name in sorted(found))
        return tuple(module for module in modules if module is not None)

    def _meant(self, name: str) -> PtxModule | None:
        """The one whose path ends so; where a program looks for it nobody knows."""
        files = self._by_name.get(posixpath.basename(name), [])
        ending = [file for file in files if f"/{file.real.as_posix()}".endswith(f"/{_plain(name)}")]
        files = ending or files
        return self._known(name, files[0]) if len(files) == 1 else None

    def _known(self, name: str, file: File) -> PtxModule:
        is_moved = file.kind == "module" and self._output is not None
        path = self._output / file.relative if is_moved and self._output is not None else file.path
        source = path.with_suffix(MADE_SUFFIX)
        is_there = file.kind == "module" or file.path.with_suffix(MADE_SUFFIX).exists()
        return PtxModule(name, "" if is_there else str(file.path), str(source))


def _plain(name: str) -> str:
    name = posixpath.normpath(name)
    while name.startswith("../"):
        name = name[3:]
    return name.lstrip("/")
