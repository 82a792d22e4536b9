"""The invariants, on arbitrary bytes and on soups of the pieces that C++ sources are made of."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.robustness.patterns import Attack, succeeds
from hipify_py import api
from hipify_py.edits import Edit, outermost
from hipify_py.engine import Context, Result, convert
from hipify_py.findings import BROKEN_EDIT
from hipify_py.reading import tokens
from tests.compositions import Composition

POLICY = api.policy()

_PIECES = [
    *(b"cudaMalloc", b"cudaFree", b"cudaStream_t", b"CUDA_VERSION", b"cublasSgemm", b"cudaMemPrefetchAsync", b"cub"),
    *(
        b"cudaGraphConditionalHandle",
        b"cudaMemcpyToSymbol",
        b"cudaMallocHost",
        b"__shfl_sync",
        b"my_cudaFree",
        b"int",
        b"x",
        b"namespace",
        b"class",
        b"return",
        b"goto",
        b"case",
    ),
    *(b"::", b".", b"->", b"(", b")", b"{", b"}", b"[", b"]", b"<", b">", b"<<<", b">>>", b",", b";", b"=", b"*", b"&"),
    *(b"#include <cuda_runtime.h>\n", b'#include "cublas_v2.h"\n', b"#include <device_launch_parameters.h>\n"),
    *(b"#define F(x) cuda##x\n", b"#define G(x) #x\n", b"#define cudaFree mine\n", b"F(Free)", b"G(cudaFree)"),
    *(b"#define H \\\n", b"#if 0\n", b"#else\n", b"#endif\n", b"#error ", b"#", b"##", b"include", b"define"),
    *(b"asm", b"volatile(", b'"add.s32 %0, %1, 2;"', b'"{ .reg .pred p; }"', b":", b'"=r"(x)', b"__CUDA_ARCH__"),
    *(b"__global__ void k() {", b"#if __CUDA_ARCH__ >= 800\n", b"#if !defined(__HIPCC__)\n", b"cudaUnknownName"),
    *(b"// hipify: off\n", b"// hipify: on\n", b"// hipify: ignore[API001]\n", b"threadIdx.x & 31", b"cupti.h"),
    *(b'"', b"'", b"\\", b"//", b"/*", b"*/", b'R"(', b')"', b'R"x(', b')x"', b'u8R"', b"1'0", b"0x", b"7"),
    *(b"\\\n", b"\\ \n", b"\n", b" ", b"\t", b"\xff", b"\xc3\xa9", b"\xef\xbb\xbf", b"$", b"@", b"\f"),
]
_SOUP = st.lists(st.sampled_from(_PIECES), max_size=60).map(b"".join)
_ANY = st.one_of(st.binary(max_size=300), _SOUP)


def _convert(data: bytes) -> Result:
    return api.convert(data, POLICY)


def _between(data: bytes, edits: list[Edit]) -> list[bytes]:
    starts = [0, *(edit.end for edit in edits)]
    ends = [*(edit.start for edit in edits), len(data)]
    return [data[start:end] for start, end in zip(starts, ends, strict=True)]


@settings(max_examples=300)
@given(_ANY)
def test_bytes_outside_edits_stay_and_edits_never_overlap(data: bytes) -> None:
    result = _convert(data)
    outer = outermost(result.edits)
    assert all(left.end <= right.start for left, right in pairwise(outer))
    position = 0
    for piece in _between(data, outer):
        position = result.output.index(piece, position) + len(piece)
    assert result.output.startswith(data[: outer[0].start] if outer else data)


@settings(max_examples=300)
@given(_ANY)
def test_converting_twice_is_converting_once(data: bytes) -> None:
    once = _convert(data).output
    assert _convert(once).output == once


@settings(max_examples=300)
@given(_ANY.filter(lambda data: b"\n" in data and b"\r" not in data))
def test_line_ends_do_not_matter(data: bytes) -> None:
    unix, windows = _convert(data), _convert(data.replace(b"\n", b"\r\n"))
    assert windows.output == unix.output.replace(b"\n", b"\r\n")
    assert [found.rule for found in windows.findings] == [found.rule for found in unix.findings]


@settings(max_examples=300)
@given(_ANY)
def test_findings_are_sorted_lie_in_the_file_and_come_once(data: bytes) -> None:
    findings = _convert(data).findings
    assert all(0 <= found.start <= found.end <= len(data) for found in findings)
    places = [(found.start, found.rule, found.end) for found in findings]
    assert [place[:2] for place in places] == sorted(place[:2] for place in places)
    assert len(set(places)) == len(places)


@settings(max_examples=300)
@given(_ANY.filter(lambda data: b"hipify" not in data))
def test_what_is_switched_off_stays(data: bytes) -> None:
    data = b"// hipify: off\n" + data
    result = _convert(data)
    if not result.skipped and b"#if" not in data:
        assert result.output == data


@settings(max_examples=300)
@given(st.binary(max_size=50), st.sampled_from([b"//%s\n", b"/*%s*/", b'"%s"', b'R"q(%s)q"']))
def test_comments_and_strings_stay(noise: bytes, frame: bytes) -> None:
    inside = b"cudaMalloc " + bytes(byte for byte in noise if byte not in b'\\"*/\n\r\0') + b" cudaFree"
    data = b"f(); " + frame % inside + b" cudaMalloc(&p, 1);"
    assert _convert(data).output == b"f(); " + frame % inside + b" hipMalloc(&p, 1);"


Text = Callable[[int], bytes]
# Each of about as many bytes as it is asked for.
HOSTILE: dict[str, Text] = {
    "brackets": lambda size: _nested(b"(", size, b"cudaFree(p)", b")"),
    "open brackets": lambda size: _many(b"cudaMemPrefetchAsync(", size),
    "nested calls": lambda size: _nested(b"cudaMemPrefetchAsync(", size),
    "nested edits": lambda size: _nested(b"cudaMemcpyToSymbol(", size),
    "nested expressions": lambda size: _nested(b"__finitef(", size, b"p"),
    "nested votes": lambda size: _nested(b"__any_sync(m /* c */, ", size, b"p"),
    "comments in calls": lambda size: _many(b"__any_sync(/* a */ m, // b\n p /* c */);", size),
    "templates": lambda size: _nested(b"A<", size, b"cudaFree", b">"),
    "braces": lambda size: _many(b"class A { int cudaFree(int);", size),
    "one long line": lambda size: _many(b"cudaFree(p); ", size),
    "escapes": lambda size: b'"' + _many(b"\\n", size) + b'" cudaFree',
    "raw string openers": lambda size: _many(b'R"x(', size) + b"cudaFree",
    "comment openers": lambda size: _many(b"/*", size) + b"cudaFree",
    "splices": lambda size: _many(b"cuda\\\n", size),
    "blank gap": lambda size: b"cudaFree" + _many(b" ", size) + b"(p)" + _many(b" \n", size) + b"cudaFree",
    "directives": lambda size: _many(b"#define cudaFree(x) x##y\n", size),
    "uses": lambda size: b"#define F(x) cuda##x\n" + _many(b"F(Free) ", size),
    "apostrophes": lambda size: _many(b"'", size) + b"\ncudaFree",
    "operators": lambda size: b"int y = " + _many(b"a+", size) + b"a; int cudaFree(int);",
    "assembler": lambda size: _many(b'asm("add.s32 %0, 1, 2;" : "=r"(a));', size),
    "assembler in macros": lambda size: _numbered(b'#define M%d asm("trap;")\n', size),
    "open assembler": lambda size: _many(b'asm("trap;" ', size),
    "functions with assembler": lambda size: _numbered(b'inline void f%d() { asm("trap.x;"); }\n', size),
    "one long template": lambda size: b'asm("' + _many(b"add.s32 %0, 1, 2; {", size) + b'");',
    "names of nobody": lambda size: _numbered(b"cudaName%d(1);\n", size),
    "conditions": lambda size: _many(b"#if __CUDA_ARCH__ >= 800 && (A || B)\ncuMulticastCreate();\n#endif\n", size),
    "elifs": lambda size: b"#if A\n" + _many(b"#elif __CUDA_ARCH__ > 800\ncuMulticastCreate();\n", size) + b"#endif\n",
    "nested conditions": lambda size: _nested(b"#if A\n", size, b"cuMulticastCreate();\n", b"#endif\n"),
    "suppressions": lambda size: _many(b"cuMulticastCreate(); // hipify: ignore[API001]\n", size),
    "table": lambda size: (
        b"static int t[] = {\n" + _many(b"    0x12345678, 0x9abcdef0, cudaSuccess,\n", size) + b"};\n"
    ),
}


def _many(piece: bytes, size: int) -> bytes:
    return piece * (size // len(piece))


def _nested(opening: bytes, size: int, inner: bytes = b"", closing: bytes = b")") -> bytes:
    depth = size // (len(opening) + len(closing))
    return opening * depth + inner + closing * depth


def _numbered(piece: bytes, size: int) -> bytes:
    return b"".join(piece % number for number in range(size // len(piece)))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_costs_what_it_is_long(name: str) -> None:
    assert succeeds(Attack(name, "a.cu", HOSTILE[name]), 30_000) == ""


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_is_converted_in_order(name: str) -> None:
    result = _convert(HOSTILE[name](60_000))
    assert all(left.start <= right.start for left, right in pairwise(result.edits))


def test_random_bytes_of_real_size() -> None:
    data = random.Random(1).randbytes(500_000).replace(b"\0", b"cudaFree")
    assert _convert(data).output == _convert(_convert(data).output).output


@settings(max_examples=300)
@given(st.integers(0, 10**9), st.sampled_from(["kernel", "macro"]), st.sampled_from(["exact", "exact,replace"]))
def test_what_no_edit_names_comes_through(seed: int, launches: str, ptx: str) -> None:
    """Names and comments between, in and around all that is rewritten."""
    made = Composition(random.Random(seed))
    data = made.program()
    context = Context(api.policy(rocm="6.4"), "a.cu", style=api.Style.of(launches, ptx))
    result = convert(data, context)
    assert not [found.message for found in result.findings if found.rule == BROKEN_EDIT]
    output = result.output
    words = set(tokens.words(tokens.join_lines(tokens.code_only(output))))
    assert [name for name in made.names if name not in words] == []
    kept = {output[start:end].strip() for start, end in tokens.comments(output)}
    assert [comment for comment in made.comments if comment not in kept] == []
    assert convert(output, context).output == output
