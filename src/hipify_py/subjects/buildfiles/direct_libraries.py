"""The libraries that sources call in the end: with `--target roc`, builds link rocBLAS and not hipBLAS; a library that
no release has is linked under no other name, and reported."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import TypeVar

from hipify_py.edits import Edit
from hipify_py.findings import Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.tables import builds
from hipify_py.tables.model import Policy
from hipify_py.texts import to_bytes, to_text

_Made = TypeVar("_Made", Edit, Finding, Edit | Finding)
# `hipblas`, `-lhipblas`, `libhipblas.so`, `roc::hipblas`
_LINKED = rb"(?<![\w-])(?P<before>-l|lib|(?:hip|roc)::|)(?P<name>%s)(?![\w-])"
# `-lcudnn`, `libcudnn.so`
_FILE = rb"(?:-l *|lib)?%s(?:\.\w+)?"
BUILDS = pattern(rb"\b(?:nvcc|NVCC|hipcc|HIPCC|CUDAExtension|CUDAToolkit|CUDA|HIP)\b")
# rocSOLVER takes the handles of rocBLAS, and linkers want to be told of it.
_NEEDS = {b"rocsolver": b" -lrocblas"}


def for_target(policy: Policy, made: Iterable[_Made]) -> Iterable[_Made]:
    """The same with the libraries that sources call."""
    return _directly_linked(made) if policy.target == "roc" else made


def without_absent(policy: Policy, data: bytes, made: Iterable[Edit | Finding]) -> Iterator[Edit | Finding]:
    """Findings in place of the edits that link a library which the release does not have."""
    names = builds.libraries() if policy.target == "hip" else ()
    absent = {to_bytes(builds.libraries()[name].library): name for name in names if policy.why_absent(name)}
    for each in made:
        text = each.new if absent and isinstance(each, Edit) and isinstance(each.new, bytes) else b""
        linked = (absent.get(found["name"]) for found in _kind().finditer(text))
        name = next(filter(None, linked), None)
        yield each if name is None else _absent_library(policy, data, each, name)


def unlinked(code: bytes, names: Iterable[str]) -> Iterator[Finding]:
    """What sources need of libraries that no build file links, where the first of these calls a compiler."""
    for name, place in zip(names, BUILDS.finditer(code), strict=False):
        row = builds.libraries()[name]
        message = f"sources include {row.headers[0]}, of which ROCm has a library, and no build file links one"
        help = f"link `-l{row.library}`, or in CMake `{row.target}`"
        yield Finding("BLD006", place.start(), place.end(), message, help=help, severity=Severity.WARNING)


def _absent_library(policy: Policy, data: bytes, edit: Edit | Finding, name: str) -> Finding:
    found = re.compile(_FILE % to_bytes(name)).search(data, edit.start, edit.end)
    start, end = found.span() if found else (edit.start, edit.end)
    text = data[start:end].decode("utf-8", "replace")
    message = f"'{text}' links a CUDA library: {policy.why_absent(name)}"
    help = f"convert with `hipify-py --target roc`, which links {builds.libraries()[name].roc}"
    return Finding("BLD006", start, end, message, help=help, subject=text)


def _directly_linked(made: Iterable[_Made]) -> Iterator[_Made]:
    for each in made:
        if isinstance(each, Finding):
            yield replace(each, message=_in_text(each.message), help=_in_text(each.help))
        elif isinstance(each.new, bytes):
            yield each._replace(new=_replaced(each.new))
        else:
            parts = (_replaced(part) if isinstance(part, bytes) else part for part in each.parts)
            yield each._replace(new=tuple(parts))


def _in_text(text: str) -> str:
    return to_text(_replaced(to_bytes(text)))


def _replaced(text: bytes) -> bytes:
    return _kind().sub(_own_library, text) if b"hip" in text else text


def _own_library(found: re.Match[bytes]) -> bytes:
    before, name = found["before"], _names()[found["name"]]
    if before == b"-l":
        return before + name + _NEEDS.get(name, b"")
    return (b"roc::" if before.endswith(b"::") else before) + name


@cache
def _names() -> Mapping[bytes, bytes]:
    rows = builds.libraries().values()
    return {to_bytes(row.library): to_bytes(row.roc) for row in rows if row.roc}


@cache
def _kind() -> re.Pattern[bytes]:
    return re.compile(_LINKED % b"|".join(_names()))
