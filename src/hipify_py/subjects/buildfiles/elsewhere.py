"""Branches of build files that no build for AMD takes anywhere: those for macOS, for Visual C++ and for nvcc, and those
for releases of CMake that do not know HIP."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.patterns import pattern
from hipify_py.subjects.buildfiles.branches import Branch, chains_of
from hipify_py.subjects.buildfiles.python import Python

_MAY_ASK = pattern(rb"(?i)\bAPPLE\b|darwin|\bMSVC\b|\bCMAKE_(?:(?:MAJOR_|MINOR_)?VERSION|CUDA_COMPILER_ID)\b")
_NOT = pattern(rb"(?i)\bnot\b|!|\bor\b|\|\||\bin\b|\b(?:filter|findstring)\b")
_AND = pattern(rb"(?i)\band\b|&&")
_OTHER_PLATFORM = {
    "cmake": pattern(
        rb"\s{0,40}(?:APPLE|MSVC)\s{0,40}|\s{0,40}\"?\$?\{?CMAKE_SYSTEM_NAME\}?\"?\s{1,40}(?:STREQUAL|MATCHES)\s{1,40}\"?Darwin\"?\s{0,40}"
        rb"|\s{0,40}\"?(?:\$\{)?CMAKE_CUDA_COMPILER_ID\}?\"?\s{1,40}(?:STREQUAL|MATCHES)\s{1,40}\"?\^?NVIDIA\$?\"?\s{0,40}"
    ),
    "python": pattern(rb"[^=]{0,200}(?:==\s{0,40}|\.startswith\(\s{0,40})[\"'][Dd]arwin[\"']\)?\s{0,40}"),
    "meson": pattern(rb"[^=]{0,200}==\s{0,40}'darwin'\s{0,40}"),
    "make": pattern(
        rb"\s{0,40}\([^,]{0,200},\s{0,40}Darwin\s{0,40}\)\s{0,40}|\s{0,40}[\"'][^\"']{0,200}[\"']\s{0,40}[\"']Darwin[\"']\s{0,40}"
    ),
    "other": pattern(
        rb"\s{0,40}\[{1,2}[^=\]]{0,200}==?\s{0,40}[\"']?[Dd]arwin\*?[\"']?\*?\s{0,40}\]{1,2}[\s;]{0,40}(?:then\b\s{0,40})?"
    ),
}
_VERSION = pattern(
    rb"(?i)\s*\"?(?:\$\{)?CMAKE_(?P<what>MAJOR_|MINOR_|)VERSION\}?\"?\s+(?:VERSION_)?(?P<how>LESS|GREATER)(?P<equal>_EQUAL)?\s+"
    rb"\"?(?P<number>\d{1,9}(?:\.\d{1,9}){0,3})\"?\s*"
)
# From this release on, CMake knows the language HIP.
_WITH_HIP = (3, 21)
_ANY = (100,)


def elsewhere(kind: str, code: bytes, python: Python | None) -> Iterator[tuple[int, int, str]]:
    """The branches in code without comments, each with its condition."""
    if kind not in _OTHER_PLATFORM or not _MAY_ASK.search(code):
        return
    for chain in chains_of(kind, code, python):
        always = ""
        for branch in chain.branches:
            words = " ".join(branch.condition.decode("utf-8", "replace").split())
            if always:
                yield branch.start, branch.end, f"if not {always}, and CMake knows HIP from 3.21 on"
            elif _is_for_other_platform(kind, code, branch):
                yield branch.start, branch.end, f"if {words}"
            elif kind == "cmake" and _is_for_old_cmake(branch.condition):
                yield branch.start, branch.end, f"if {words}, and CMake knows HIP from 3.21 on"
            elif kind == "cmake" and _is_for_all_with_hip(branch.condition):
                always = words


def _is_for_other_platform(kind: str, code: bytes, branch: Branch) -> bool:
    is_turned = b"ifn" in code[branch.head : branch.start] or _NOT.search(branch.condition)
    parts = _AND.split(branch.condition)
    return not is_turned and any(map(_OTHER_PLATFORM[kind].fullmatch, parts))


def _is_for_old_cmake(condition: bytes) -> bool:
    """Whether a condition holds for releases only that do not know HIP."""
    if _NOT.search(condition):
        return False
    found = [match for part in _AND.split(condition) if (match := _VERSION.fullmatch(part)) and not match["equal"]]
    less = {each["what"].upper(): _number(each["number"]) for each in found if each["how"].upper() == b"LESS"}
    version, major, minor = (less.get(what, _ANY) for what in (b"", b"MAJOR_", b"MINOR_"))
    return version <= _WITH_HIP or major < _WITH_HIP or (major <= (_WITH_HIP[0] + 1,) and minor <= _WITH_HIP[1:])


def _is_for_all_with_hip(condition: bytes) -> bool:
    """Whether a condition holds for all releases that know HIP."""
    is_negated = condition.strip()[:3].upper() == b"NOT"
    asked = _VERSION.fullmatch(condition.strip()[3:] if is_negated else condition)
    if asked is None or asked["what"]:
        return False
    is_less = asked["how"].upper() == b"LESS"
    return is_less == is_negated and _number(asked["number"]) < _WITH_HIP


def _number(text: bytes) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(b"."))
