"""Which flags a unit is compiled with: those of `compile_commands.json` that mean the same to clang, and the user's."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from hipify_py.patterns import pattern
from hipify_py.run.json_files import parsed
from hipify_py.run.verify import VerifyError
from hipify_py.subjects.buildfiles.kinds import DATABASE
from hipify_py.system.disk import read_regular
from hipify_py.texts import to_text

_DIRECTORIES = ("-isystem", "-iquote", "-idirafter", "-I")
_FILES = ("-include", "-imacros", "-isysroot")
_WORDS = ("-D", "-U")
_LONG = {
    "--include-path": "-I",
    "--system-include": "-isystem",
    "--pre-include": "-include",
    "--define-macro": "-D",
    "--undefine-macro": "-U",
    "--std": "-std",
}
_RESPONSE_FILES = ("--options-file", "-optf")
_FOR_HOST = ("-Xcompiler", "--compiler-options")
# What follows these is an argument of theirs, whatever it looks like.
_TAKING_ANY = frozenset(
    ("-Xclang", "-Xpreprocessor", "-Xlinker", "-Xarch_device", "-Xarch_host", "-mllvm", "-o", "-MF")
)
_MAX_NESTING = 8
_MOST_BYTES = 256_000_000
_MOST_BYTES_OF_FLAGS = 1_000_000
_TOOLKIT = pattern(r"(/usr/local|/opt)/cuda(/|$)|/cuda-\d+(\.\d+)*(/|$)|/targets/[\w-]+-linux/include(/|$)")


class Flag(NamedTuple):
    """A flag with a value, or, with no kind, an argument as it stands."""

    kind: str
    value: str

    @property
    def is_path(self) -> bool:
        return self.kind in _DIRECTORIES or self.kind in _FILES

    def rendered(self, move: Callable[[Path], Path]) -> str:
        """In one argument; `move` tells where a path of the source lies now."""
        if self.kind == "-std":
            return f"-std={self.value}"
        path = Path(self.value)
        return self.kind + (str(move(path)) if self.is_path and path.is_absolute() else self.value)


class UnitFlags(NamedTuple):
    """The flags of a unit; `borrowed_from` names the file whose they are, if the unit has none of its own."""

    flags: tuple[Flag, ...]
    borrowed_from: str = ""


def own_flags(arguments: Sequence[str], folder: Path) -> tuple[Flag, ...]:
    """The user's flags, all of them, with paths made absolute."""
    return tuple(_absolute(flag, folder) for flag in _read(arguments))


def database_at(path: Path | None, start: Path) -> Database | None:
    """The database named, or the nearest one at or above a directory, up to the root of its repository."""
    if path is not None:
        return Database(path)
    for folder in (start, *start.parents):
        for candidate in (folder / DATABASE, folder / "build" / DATABASE):
            if candidate.is_file():
                return Database(candidate)
        if (folder / ".git").exists():
            return None
    return None


class Database:
    def __init__(self, path: Path) -> None:
        self.path = path
        self._entries: dict[str, dict[str, Any]] = {}
        for entry in _entries(path):
            # A file that is compiled several times is checked as it is the first time.
            self._entries.setdefault(os.path.realpath(_file(entry, path)), entry)
        if not self._entries:
            raise VerifyError(f"{path}: contains no entries")

    def flags(self, source: Path) -> UnitFlags:
        real = os.path.realpath(source)
        known = real if real in self._entries else self._nearest(real)
        flags = tuple(_kept(self._entries[known], self.path.parent))
        return UnitFlags(flags, "" if known == real else known)

    def _nearest(self, source: str) -> str:
        """A file beside or near to one that the build does not name: what it includes lies in the same places."""
        parts = Path(source).parts
        return max(self._entries, key=lambda other: _common(parts, Path(other).parts))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    return next((count for count, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))


def _entries(path: Path) -> list[dict[str, Any]]:
    entries = parsed(path, _MOST_BYTES, VerifyError, "not JSON")
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise VerifyError(f"{path}: expected a JSON list of objects")
    return [entry for entry in entries if _is_usable(entry)]


def _is_usable(entry: dict[str, Any]) -> bool:
    arguments = entry.get("arguments", [])
    return (
        isinstance(entry.get("file"), str)
        and isinstance(entry.get("directory", ""), str)
        and isinstance(entry.get("command", ""), str)
        and isinstance(arguments, list)
        and all(isinstance(argument, str) for argument in arguments)
    )


def _folder(entry: dict[str, Any], base: Path) -> Path:
    return Path(os.path.abspath(base / entry.get("directory", "")))


def _file(entry: dict[str, Any], path: Path) -> Path:
    return _folder(entry, path.parent) / str(entry["file"])


def _kept(entry: dict[str, Any], base: Path) -> Iterator[Flag]:
    """Of a compiler's flags those that say where things are and what is defined; clang knows few of nvcc's others."""
    folder = _folder(entry, base)
    for flag in _read(_expanded(_arguments(entry), folder)):
        if not flag.kind:
            continue
        absolute = _absolute(flag, folder)
        if not (flag.kind in _DIRECTORIES and is_toolkit(absolute.value)):
            yield absolute


def _arguments(entry: dict[str, Any]) -> list[str]:
    if arguments := entry.get("arguments"):
        return [str(argument) for argument in arguments]
    return _split(str(entry.get("command", "")))


def _split(text: str) -> list[str]:
    """Like a shell; a line that no shell would take is split at blanks."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _expanded(arguments: Iterable[str], folder: Path, depth: int = 0) -> Iterator[str]:
    """The arguments with those that stand in response files, as CMake makes them for nvcc."""
    waiting = iter(arguments)
    for argument in waiting:
        option, _, value = argument.partition("=")
        if option in _RESPONSE_FILES:
            yield from _response(value or next(waiting, ""), folder, depth)
        elif argument.startswith("@"):
            yield from _response(argument[1:], folder, depth)
        else:
            yield argument


def _response(name: str, folder: Path, depth: int) -> Iterator[str]:
    if depth < _MAX_NESTING:
        with suppress(OSError, ValueError):  # a build that was cleaned: its flags are what is left
            text = to_text(read_regular(folder / name, _MOST_BYTES_OF_FLAGS))
            yield from _expanded(_split(text), folder, depth + 1)


def _read(arguments: Iterable[str]) -> Iterator[Flag]:
    """The arguments as flags with their values, however those are attached."""
    waiting = iter(arguments)
    for argument in waiting:
        option, equals, value = argument.partition("=")
        if argument in _TAKING_ANY:
            yield Flag("", argument)
            yield from (Flag("", taken) for taken in [next(waiting, "")] if taken)
        elif option in _FOR_HOST:
            yield from _read((value if equals else next(waiting, "")).split(","))
        elif option in _LONG or option in _FILES or option == "-std":
            yield Flag(_LONG.get(option, option), value if equals else next(waiting, ""))
        elif kind := next((kind for kind in (*_DIRECTORIES, *_WORDS) if argument.startswith(kind)), ""):
            attached = argument.removeprefix(kind).removeprefix("=")
            yield Flag(kind, attached or next(waiting, ""))
        else:
            yield Flag("", argument)


def _absolute(flag: Flag, folder: Path) -> Flag:
    """A file given to -include is searched for like a header, unless it lies where the compiler runs."""
    if not flag.is_path:
        return flag
    path = os.path.abspath(folder / flag.value)
    return flag if flag.kind in _FILES and not os.path.exists(path) else Flag(flag.kind, path)  # noqa: PTH110


def is_toolkit(folder: str) -> bool:
    """CUDA's own headers would come before HIP's, or clash with them."""
    return bool(_TOOLKIT.search(folder + "/")) or Path(folder, "cuda_runtime_api.h").exists()
