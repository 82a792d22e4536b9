"""The headers that converted sources include, put together from their parts, in the order in which these build on
each other.

hipify_ptx.hpp has what PTX instructions do, in a namespace. hipify_compat.hpp has the functions of CUDA that HIP lacks,
under their names, and in a namespace those of warps, which mean other lanes in HIP, and of texture references; it
stands on pieces of the former, which may be included twice.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING

from hipify_py.file.lane_builtins import OF_WARPS
from hipify_py.file.marks import COMPAT_HEADER, OF_TEXTURES, PTX_HEADER, is_our_header
from hipify_py.patterns import pattern
from hipify_py.texts import to_bytes, to_text

if TYPE_CHECKING:
    from hipify_py.helpers.pieces import Piece

NAMESPACE = "hipify_ptx::"
# What hipify_compat.hpp has of cooperative groups, and of nvcuda::wmma; all else of CUDA's stands in no namespace.
OF_GROUPS = frozenset(
    ["reduce", "inclusive_scan", "exclusive_scan", "plus", "less", "greater", "bit_and", "bit_or", "bit_xor"]
)
OF_WMMA = frozenset(
    ["fragment", "load_matrix_sync", "store_matrix_sync", "fill_fragment", "mma_sync", "bmma_sync", "__float_to_tf32"]
)
# What host code calls of hipify_compat.hpp, with its namespace, by the files that have it: each is written as a whole,
# and stands on nothing else.
_HOST = {
    "devices": frozenset(["CurrentDevice", "DeviceCount"]),
    "variants": frozenset(["variant", "get", "visit"]),
    "dispatch": frozenset(["DispatchScan", "DispatchRadixSort", "DispatchSegmentedRadixSort"]),
}
OF_HOST = frozenset[str]().union(*_HOST.values())
# What sources say of it with its own namespace.
IN_NAMESPACE = OF_WARPS | OF_TEXTURES
_IN_NAMESPACE = "namespace of hipify_compat.hpp"
_PARTS = {
    PTX_HEADER: (
        *("core", "integer", "video", "rounding", "float", "half", "narrow"),
        *("convert", "approximate", "memory", "atomics", "warp"),
        *("products", "matrix_cores", "matrix", "fragments", "control", "barriers", "modules"),
    ),
    COMPAT_HEADER: ("compat", "wmma"),
    _IN_NAMESPACE: ("lanes", "textures"),
}
_HEADS = {
    PTX_HEADER: """\
// hipify_ptx.hpp: what PTX instructions do, in C++ that compiles for AMD and NVIDIA GPUs.
//
// Written by hipify-py beside sources whose inline PTX it translated; they call what stands here. Each function is
// named after its instruction and computes the same bits, unless the comment at it says otherwise. docs/ptx.md of
// hipify-py lists the instructions, and how each was tested against a GPU.
""",
    COMPAT_HEADER: """\
// hipify_compat.hpp: functions of CUDA that HIP lacks, or has for waves instead of warps of 32 lanes, for AMD GPUs. For
// NVIDIA GPUs those in namespace hipify_compat call CUDA's own, and it defines nothing else; <mma.h> is CUDA's there.
// What host code calls in place of NVTX, cuBLASLt and the inside of CUB stands behind them, with variants for both.
//
// Written by hipify-py beside sources that call them. Each computes the same bits as in CUDA, unless the comment at it
// says otherwise. docs/compat.md of hipify-py lists them.
""",
}
# Those of headers with what is called and no more.
_HEADS_OF_PARTS = {
    PTX_HEADER: """\
// hipify_ptx.hpp: what PTX instructions do, as far as the sources around it call them. hipify-py wrote it, and adds to
// it. Each computes the same bits, unless its comment says otherwise; `hipify-py ptx --header` prints all of them.
""",
    COMPAT_HEADER: """\
// hipify_compat.hpp: what the sources around it call of CUDA and HIP lacks. hipify-py wrote it, and adds to it. Each
// computes the same bits, unless its comment says otherwise; `hipify-py ptx --compat-header` prints all of them.
""",
}
_LICENCE = """\
// MIT License. Copyright (c) 2026 the hipify-py authors. The text of the licence is that of hipify-py; this file may be
// used, changed and passed on under it as part of any program.
#pragma once
"""
# A file may include several parts that differ. What guards each piece of them is enough; this is for the whole alone.
_UNLESS_ALL_IS_THERE = "#ifndef HIPIFY_PTX_HPP\n"
_ALL_IS_THERE = "#define HIPIFY_PTX_HPP\n"
_TAIL = """
}  // namespace hipify_ptx

#endif  // a compiler of device code
#endif  // HIPIFY_PTX_HPP
"""
# What functions stand on that need nothing of hipify_ptx.hpp.
_ON_AMD = """\
#if (defined(__HIP__) || defined(__HIPCC__)) && \\
    (defined(__HIP_PLATFORM_AMD__) || (defined(__clang__) && !defined(__CUDACC__)))
#ifndef __HIPCC_RTC__
#include <hip/hip_runtime.h>
#endif
"""
_QUALIFIERS = "HIPIFY_PTX_FN"
_END_FOR_DEVICES = "#endif  // a compiler of device code\n"
_END_OF_COMPAT = "\n}  // namespace hipify_compat\n"
_COMMENT = pattern(rb"//[^\n]*")
_TAKEN = pattern(r"\b(?:[A-Z]|min|max)\b")
# Headers of templates, with parameters of all names.
_LIBRARY = pattern(r"#include <(?:hipcub|thrust)/")
# A part that would be larger than this share of the whole is not worth having.
_WORTH_IT = 0.8


# The names of CUDA among what hipify_compat.hpp defines.
_OF_CUDA = pattern(
    r"__\w+|atomic[A-Z]\w*|surf[1-3C]\w+|sincos(?:pif?)?|min|max"
    r"|(?:rsqrt|rcbrt|sinpi|cospi|normcdf|normcdfinv|erfinv|erfcinv|erfcx)f?"
    r"|exp10|[jy][01n]|cyl_bessel_i[01]"
)
_TYPES = {
    "__half": "hip/hip_fp16.h",
    "__half2": "hip/hip_fp16.h",
    "__hip_bfloat16": "hip/hip_bf16.h",
    "__hip_bfloat162": "hip/hip_bf16.h",
}
# HIP has these if it is told so.
_ROUNDS = pattern(r"__(?!fmaf_ieee)[df]\w+_r[duz]")
_BECOMES_GLOBAL = pattern(rb"^using hipify_compat::(\w+);", re.MULTILINE)
# What every file with fragments says: who calls a function has one.
_BESIDE_FRAGMENTS = """\
using hipify_compat::accumulator;
using hipify_compat::col_major;
using hipify_compat::layout_t;
using hipify_compat::matrix_a;
using hipify_compat::matrix_b;
using hipify_compat::mem_col_major;
using hipify_compat::mem_row_major;
using hipify_compat::row_major;
namespace experimental = hipify_compat::experimental;
namespace precision = hipify_compat::precision;
"""
_OF_FRAGMENTS = frozenset(
    ("fragment", "accumulator", "matrix_a", "matrix_b", "row_major", "col_major", "layout_t", "experimental")
) | {"precision"}
_OTHERWISE = "\n#else\n#include <mma.h>\n"
_OPENS_PTX = b"\nnamespace hipify_ptx {\n\n"
_OPENS_COMPAT = "\nnamespace hipify_compat {\n"
# How what stands in the namespace is defined, be it by a macro.
_DEFINED = pattern(rb"\b(?:HIPIFY_PTX_FN (?:unsigned|int|void|T)|inline hipError_t|struct) (\w+)[ (]")


def has_word(header: str, name: bytes) -> bool:
    """Whether an identifier may be one of those that a header is made of: none of them may be a macro where it is
    included."""
    return name in _words(header) or _ROUNDS.fullmatch(to_text(name)) is not None  # macros of ours make these


@cache
def _words(header: str) -> frozenset[bytes]:
    headers = (PTX_HEADER,) if header == PTX_HEADER else _PARTS
    parts = (*(part for each in headers for part in _PARTS[each]), *(_HOST if header == COMPAT_HEADER else ()))
    return frozenset(re.findall(rb"[A-Za-z_]\w*", _COMMENT.sub(b"", to_bytes("\n".join(map(_text_of, parts))))))


@cache
def functions(header: str) -> frozenset[str]:
    """What sources may call of a header."""
    names = frozenset(name for piece in _pieces(header) for name in piece.names)
    if header == PTX_HEADER:
        return names
    own = names & (OF_GROUPS | OF_WMMA) | frozenset(filter(_OF_CUDA.fullmatch, names))
    return own | IN_NAMESPACE | OF_HOST


@cache
def text(header: str) -> str:
    """A whole header."""
    if header == COMPAT_HEADER:
        code = _compat(functions(header))
    else:
        code = _UNLESS_ALL_IS_THERE + _ALL_IS_THERE + "\n" + _joined(_pieces(header)) + _TAIL
    return _HEADS[header] + "//\n" + _LICENCE + _without_macros(code)


def pin_header() -> str:
    """What instrumented programs call."""
    head, begin, code = _text_of("pin").partition("\n#if ")
    return head + "\n" + _without_macros(begin.lstrip() + code)


def text_for(header: str, calls: Iterable[str], present: Iterable[bytes] = ()) -> str:
    """A header with what is called, what that needs, and what headers that are there already have of it; the whole one
    where that is hardly more, or nobody knows what is called."""
    wanted = set(calls)
    for other in filter(is_our_header, present):
        found = _called_of(header, other.replace(b"\r\n", b"\n"))
        if found is None:
            return text(header)
        wanted |= found
    if not wanted <= functions(header):
        return text(header)
    if header == COMPAT_HEADER:
        code = _compat(wanted)
    else:
        code = _UNLESS_ALL_IS_THERE + "\n" + _joined(_needed(header, wanted)) + _TAIL
    part = _HEADS_OF_PARTS[header] + _LICENCE + _without_macros(code)
    return part if len(part) <= _WORTH_IT * len(text(header)) else text(header)


def _compat(names: Collection[str]) -> str:
    """hipify_compat.hpp with some functions, and what they need of the other header."""
    in_namespace, of_amd = IN_NAMESPACE.intersection(names), frozenset(names) - IN_NAMESPACE - OF_HOST
    of_wmma = not OF_WMMA.isdisjoint(of_amd)
    both = _needed(_IN_NAMESPACE, in_namespace) if in_namespace else ()
    own = _needed(COMPAT_HEADER, of_amd | (_OF_FRAGMENTS if of_wmma else frozenset())) if of_amd else ()
    said = frozenset(word for piece in (*both, *own) for word in piece.words)
    others = _needed(PTX_HEADER, _among(said, functions(PTX_HEADER)))
    types = "".join(f"#include <{header}>\n" for word, header in _TYPES.items() if word in said)
    host = [_text_of(part) for part, defined in _HOST.items() if not defined.isdisjoint(names)]
    if own and not both and len(others) == 1:
        return "\n".join((_for_amd_alone(own, types, said) + _usings(of_amd) + _END_FOR_DEVICES, *host))
    device = (
        *(_joined(others), "\n}  // namespace hipify_ptx\n"),
        *(("\n", _joined(both), _END_OF_COMPAT) if both else ()),
        *(("\n#if HIPIFY_PTX_ON_AMD\n", types, "\n", _joined(own), _END_OF_COMPAT) if own else ()),
        *(("\n", _usings(of_amd), _OTHERWISE if of_wmma else "", "\n#endif  // an AMD GPU\n") if own else ("\n",)),
        _END_FOR_DEVICES,
    )
    return "\n".join(("".join(device), *host) if both or own else host)


def _for_amd_alone(own: Sequence[Piece], types: str, said: Collection[str]) -> str:
    """Functions for AMD GPUs that need nothing of the other header."""
    qualifiers = f"#define {_QUALIFIERS} __device__ __forceinline__\n" if _QUALIFIERS in said else ""
    functions = _joined([piece for piece in own if piece.guard])
    return f"{_ON_AMD}{types}{qualifiers}{_OPENS_COMPAT}{functions}{_END_OF_COMPAT.lstrip()}"


def _without_macros(code: str) -> str:
    """Code that holds where it is included behind `#define T float`, as parameters of files are given, or behind macros
    for `min` and `max`."""
    taken = set(_TAKEN.findall(to_text(_COMMENT.sub(b"", to_bytes(code)))))
    words = sorted(taken.union(ascii_uppercase) if _LIBRARY.search(code) else taken)
    aside = "".join(f'#pragma push_macro("{word}")\n#undef {word}\n' for word in words)
    back = "".join(f'#pragma pop_macro("{word}")\n' for word in words)
    return f"{aside}{code}{back}"


def _usings(names: Collection[str]) -> str:
    """What makes functions those that sources call, unless the release of HIP has them."""
    lines: dict[str, list[str]] = defaultdict(list)
    for name in sorted(set(names) - OF_WMMA):
        lines[_unless_hip_has(name)].append(f"using hipify_compat::{name};\n")
    return "".join(map(_guarded, lines, map("".join, lines.values()))) + _usings_of_wmma(OF_WMMA.intersection(names))


def _usings_of_wmma(names: Collection[str]) -> str:
    if not names:
        return ""
    usings = "".join(f"using hipify_compat::{name};\n" for name in sorted({"fragment", *names}))
    return f"namespace nvcuda {{\nnamespace wmma {{\n{usings}{_BESIDE_FRAGMENTS}}}\n}}\n"


def _guarded(condition: str, usings: str) -> str:
    if "HIP_VERSION" in condition:
        usings = f"namespace cooperative_groups {{\n{usings}}}\n"
    return f"#if {condition}\n{usings}#endif\n" if condition else usings


def _unless_hip_has(name: str) -> str:
    if _ROUNDS.fullmatch(name):
        return "!defined(OCML_BASIC_ROUNDED_OPERATIONS)"
    if name in OF_GROUPS:
        return "HIP_VERSION_MAJOR < 10" if name.endswith("scan") else "HIP_VERSION < 71300000"
    return ""


def _called_of(header: str, other: bytes) -> set[str] | None:
    """What was called when a header was written; None for a whole one."""
    if header == COMPAT_HEADER:
        defined = _DEFINED.findall(other.partition(to_bytes(_OPENS_COMPAT))[2])
        in_namespace = IN_NAMESPACE.intersection(to_text(name) for name in defined)
        of_host = frozenset[str]().union(*(_HOST[part] for part in _HOST if _guard_of(part) in other))
        of_cuda = {to_text(name) for name in _BECOMES_GLOBAL.findall(other)} & functions(header)
        return of_cuda | in_namespace | of_host
    is_part = all(line in other for line in (to_bytes(_UNLESS_ALL_IS_THERE), _OPENS_PTX))
    if not is_part or to_bytes(_ALL_IS_THERE) in other:
        return None
    there = {name for piece in _pieces_of(to_text(other)) for name in piece.names} & functions(header)
    return there - {name.partition("::")[0] for name in there if "::" in name}  # of a namespace, what there is of it


def body(header: str) -> str:
    """The parts of a header, joined."""
    return "\n".join(map(_text_of, _PARTS[header]))


def _text_of(part: str) -> str:
    return Path(__file__).with_name(f"{part}.hpp").read_text(encoding="utf-8")


def _guard_of(part: str) -> bytes:
    """The line by which a part for host code is known, of whatever version."""
    return to_bytes(next(line for line in _text_of(part).splitlines() if line.startswith("#define HIPIFY_COMPAT_")))


@cache
def _pieces(header: str) -> tuple[Piece, ...]:
    return _pieces_of(body(header))


def _pieces_of(text: str) -> tuple[Piece, ...]:
    from hipify_py.helpers import pieces  # only runs that write a header take it apart

    return pieces.of(text)


def _needed(header: str, names: Collection[str]) -> Sequence[Piece]:
    from hipify_py.helpers import pieces

    return pieces.needed(_pieces(header), names)


def _among(words: Collection[str], names: Collection[str]) -> set[str]:
    from hipify_py.helpers import pieces

    return pieces.among(words, names)


def _joined(some: Sequence[Piece]) -> str:
    from hipify_py.helpers import pieces

    return pieces.joined(some)
