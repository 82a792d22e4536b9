"""hipify_ptx.hpp, which converted sources include: its parts, in the order in which they build on each other."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from hipify_py.file.marks import PTX_HEADER, is_our_header
from hipify_py.patterns import pattern

NAME = PTX_HEADER
NAMESPACE = "hipify_ptx::"
_PARTS = (
    "core",
    "integer",
    "video",
    "rounding",
    "float",
    "half",
    "narrow",
    "convert",
    "approximate",
    "memory",
    "atomics",
    "warp",
    "control",
)
_HEAD = """\
// hipify_ptx.hpp: what PTX instructions do, in C++ that compiles for AMD and NVIDIA GPUs.
//
// Written by hipify-py beside sources whose inline PTX it translated; they call what stands here. Each function is
// named after its instruction and computes the same bits, unless the comment at it says otherwise. docs/ptx.md of
// hipify-py lists the instructions, and how each was tested against a GPU.
//
"""
_OF_A_PART = """\
// This is as much of it as the sources around it call; hipify-py adds to it when more is called, and takes nothing
// away. `hipify-py ptx --header` prints all of it.
//
"""
_LICENCE = """\
// MIT License. Copyright (c) 2026 the hipify-py authors. The text of the licence is that of hipify-py; this file may be
// used, changed and passed on under it as part of any program.

"""
# A file may include several parts that differ. What guards each piece of them is enough; this is for the whole alone.
_UNLESS_ALL_IS_THERE = "#ifndef HIPIFY_PTX_HPP\n"
_ALL_IS_THERE = "#define HIPIFY_PTX_HPP\n"
_TAIL = """
}  // namespace hipify_ptx

#endif  // a compiler of device code
#endif  // HIPIFY_PTX_HPP
"""
_COMMENT = pattern(rb"//[^\n]*")
# A part that would be larger than this share of the whole is not worth having.
_WORTH_IT = 0.8


@cache
def words() -> frozenset[bytes]:
    """The identifiers that the header is made of: none of them may be a macro where it is included."""
    return frozenset(re.findall(rb"[A-Za-z_]\w*", _COMMENT.sub(b"", body().encode())))


@cache
def text() -> str:
    """The whole header."""
    from hipify_py.subjects.ptx.header import pieces

    unless = _UNLESS_ALL_IS_THERE + _ALL_IS_THERE + "\n"
    return _HEAD + _LICENCE + unless + pieces.joined(pieces.of(body())) + _TAIL


def text_for(calls: Iterable[str], present: Iterable[bytes] = ()) -> str:
    """The header with what is called, what that needs, and what headers that are there already have of it; the whole
    one where that is hardly more, or nobody knows what is called."""
    from hipify_py.subjects.ptx.header import pieces

    every = pieces.of(body())
    known = frozenset(name for piece in every for name in piece.names)
    wanted = frozenset(calls)
    for other in filter(is_our_header, present):
        if not _is_part(other):
            return text()
        said = set(pieces.words_of(other.decode("latin-1")))
        wanted |= {name for piece in every for name in piece.names if name in said or piece.guard in said}
    if not wanted <= known:
        return text()
    unless = _UNLESS_ALL_IS_THERE + "\n"
    part = _HEAD + _OF_A_PART + _LICENCE + unless + pieces.joined(pieces.needed(every, wanted)) + _TAIL
    return part if len(part) <= _WORTH_IT * len(text()) else text()


def _is_part(header: bytes) -> bool:
    lines = header.replace(b"\r\n", b"\n")
    return _UNLESS_ALL_IS_THERE.encode() in lines and _ALL_IS_THERE.encode() not in lines


@cache
def body() -> str:
    """The parts, joined."""
    return "\n".join(Path(__file__).with_name(f"{part}.hpp").read_text(encoding="utf-8") for part in _PARTS)
