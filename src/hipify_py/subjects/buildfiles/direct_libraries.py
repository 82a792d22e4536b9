"""`--target roc`: sources call rocBLAS and the like, so builds link these in place of hipBLAS and the like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import TypeVar

from hipify_py.edits import Edit
from hipify_py.findings import Finding
from hipify_py.tables import builds
from hipify_py.tables.model import Target
from hipify_py.texts import to_bytes, to_text

_Made = TypeVar("_Made", Edit, Finding, Edit | Finding)
# `hipblas`, `-lhipblas`, `libhipblas.so`, `roc::hipblas`
_LINKED = rb"(?<![\w-])(?P<before>-l|lib|(?:hip|roc)::|)(?P<name>%s)(?![\w-])"
# rocSOLVER takes the handles of rocBLAS, and linkers want to be told of it.
_NEEDS = {b"rocsolver": b" -lrocblas"}


def for_target(target: Target, made: Iterable[_Made]) -> Iterable[_Made]:
    """The same with the libraries that sources call."""
    return _directly_linked(made) if target == "roc" else made


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
