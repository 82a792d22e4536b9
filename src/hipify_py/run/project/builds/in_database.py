"""Directories of headers, languages of sources, and macros, as the commands in `compile_commands.json` have them."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.run.project.builds.said import Definition, Folder, Reach, Who, is_unit
from hipify_py.texts import parsed_json

_FOLDER = pattern(r"(?<![^\s\"'])(?:-I|-iquote|-isystem|-idirafter)[ \t=]*[\"']?([^\s\"']+)")
_LANGUAGE = pattern(r"(?<![^\s\"'])--?x(?:[ =]|(?=\w))[\"']?(cu(?:da)?|hip)\b")
_MACRO = pattern(r"(?<![^\s\"'])-D[ ]?[\"']?([A-Za-z_]\w*)")
_HIPCC = pattern(r"\S*hipcc(?:\.exe)?[\"']?\s")


class _Entry(NamedTuple):
    """A command, the directory in which it runs, and the file that it compiles."""

    command: str
    folder: str
    file: str

    @property
    def language(self) -> str:
        found = _LANGUAGE.search(self.command)
        if found:
            return "CUDA" if found[1].startswith("cu") else "HIP"
        return "HIP" if _HIPCC.match(self.command) else "CUDA" if self.file.endswith(".cu") else ""


@dataclass(frozen=True, eq=False)
class InDatabase:
    """It says nothing if it cannot be read."""

    path: str
    data: bytes

    @property
    def base(self) -> str:
        """Its directories count before all others."""
        return ""

    @cached_property
    def _entries(self) -> list[_Entry]:
        try:
            entries = parsed_json(self.data)
        except (ValueError, RecursionError):
            return []
        return list(self._usable(entries)) if isinstance(entries, list) else []

    def _usable(self, entries: Sequence[Any]) -> Iterator[_Entry]:
        base = posixpath.dirname(self.path)
        for entry in entries:
            if isinstance(entry, dict) and (command := _command(entry)):
                directory, file = entry.get("directory"), entry.get("file")
                folder = posixpath.join(base, directory) if isinstance(directory, str) else base
                path = posixpath.join(folder, file) if isinstance(file, str) else ""
                yield _Entry(command, folder, posixpath.normpath(path))

    @cached_property
    def folders(self) -> Sequence[Folder]:
        paths = (posixpath.join(each.folder, path) for each in self._entries for path in _FOLDER.findall(each.command))
        return [Folder(path) for path in dict.fromkeys(map(posixpath.normpath, paths))]

    @property
    def as_cuda(self) -> Sequence[str]:
        return [each.file for each in self._entries if each.language == "CUDA" and is_unit(each.file)]

    @property
    def as_hip(self) -> Sequence[str]:
        return [each.file for each in self._entries if each.language == "HIP" and is_unit(each.file)]

    @cached_property
    def definitions(self) -> Sequence[Definition]:
        """The macros of one way to build, which is none for HIP: those of all CUDA sources, and of these alone."""
        by_language = {language: [each for each in self._entries if each.language == language] for language in _ALL}
        if by_language["HIP"] or not by_language["CUDA"]:
            return ()
        counts = Counter(name for each in by_language["CUDA"] for name in set(_MACRO.findall(each.command)))
        others = {name for each in by_language[""] for name in _MACRO.findall(each.command)}
        most = len(by_language["CUDA"])
        whose = {name: Who.ANY if name in others else Who.CUDA for name in (*counts, *others)}
        return [Definition(name, Reach(who, is_sure=counts[name] == most)) for name, who in whose.items()]

    def may_define(self, name: str) -> bool:  # noqa: ARG002
        """Every option with a macro is a definition."""
        return False


_ALL = ("CUDA", "HIP", "")


def _command(entry: dict[str, Any]) -> str:
    command, arguments = entry.get("command"), entry.get("arguments")
    if isinstance(arguments, list) and all(isinstance(each, str) for each in arguments):
        return " ".join(arguments)
    return command if isinstance(command, str) else ""
