"""hipify_ptx.hpp, which converted sources include: its parts, in the order in which they build on each other."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from hipify_py.file.marks import PTX_HEADER
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
// MIT License. Copyright (c) 2026 the hipify-py authors. The text of the licence is that of hipify-py; this file may be
// used, changed and passed on under it as part of any program.

#ifndef HIPIFY_PTX_HPP
#define HIPIFY_PTX_HPP

"""
_TAIL = """
}  // namespace hipify_ptx

#endif  // a compiler of device code
#endif  // HIPIFY_PTX_HPP
"""
_COMMENT = pattern(rb"//[^\n]*")


@cache
def words() -> frozenset[bytes]:
    """The identifiers that the header is made of: none of them may be a macro where it is included."""
    return frozenset(re.findall(rb"[A-Za-z_]\w*", _COMMENT.sub(b"", text().encode())))


@cache
def text() -> str:
    """The whole header."""
    parts = (Path(__file__).with_name(f"{part}.hpp").read_text(encoding="utf-8") for part in _PARTS)
    return _HEAD + "\n".join(parts) + _TAIL
