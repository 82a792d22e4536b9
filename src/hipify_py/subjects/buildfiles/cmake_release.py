"""The release of CMake that a file asks for. The language HIP came with 3.21."""

from __future__ import annotations

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.cmake import Argument
from hipify_py.subjects.buildfiles.statements import Statement

_VERSION = pattern(rb"\d+(?:\.\d+)*(?:\.\.\.[\d.]+)?")
_OLDEST = (3, 21)


def raised(statement: Statement) -> tuple[Argument, bytes] | None:
    """The release in `cmake_minimum_required(VERSION 3.18...3.25)`, where that is too old, and the one that is not."""
    if statement.name != b"cmake_minimum_required" or statement.words[:1] != [b"VERSION"] or len(statement.words) < 2:
        return None
    version = statement.arguments[1]
    oldest, dots, newest = version.text.partition(b"...")
    if not _VERSION.fullmatch(version.text) or _numbers(oldest) >= _OLDEST:
        return None
    is_range = dots and _numbers(newest) >= _OLDEST
    return version, b"3.21" + (dots + newest if is_range else b"")


def _numbers(version: bytes) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(b".") if part)


def asked_for_hip(statement: Statement) -> bytes:
    """The same command for a release with HIP; nothing where there is none to be asked for."""
    found = raised(statement)
    return b"cmake_minimum_required(VERSION %s)" % found[1] if found else b""
