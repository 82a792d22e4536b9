"""The invariants, on arbitrary bytes and on soups of the pieces that C++ sources are made of."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hipify_py import api
from hipify_py.edits import Edit, outermost
from hipify_py.engine import Context, Result, convert
from hipify_py.findings import BROKEN_EDIT
from hipify_py.syntax import tokens
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


@settings(max_examples=1500, deadline=None)
@given(_ANY)
def test_bytes_outside_edits_stay_and_edits_never_overlap(data: bytes) -> None:
    result = _convert(data)
    outer = outermost(result.edits)
    assert all(left.end <= right.start for left, right in pairwise(outer))
    position = 0
    for piece in _between(data, outer):
        position = result.output.index(piece, position) + len(piece)
    assert result.output.startswith(data[: outer[0].start] if outer else data)


@settings(max_examples=1500, deadline=None)
@given(_ANY)
def test_converting_twice_is_converting_once(data: bytes) -> None:
    once = _convert(data).output
    assert _convert(once).output == once


@settings(max_examples=1500, deadline=None)
@given(_ANY.filter(lambda data: b"\r" not in data))
def test_line_ends_do_not_matter(data: bytes) -> None:
    unix, windows = _convert(data), _convert(data.replace(b"\n", b"\r\n"))
    assert windows.output == unix.output.replace(b"\n", b"\r\n")
    assert [found.rule for found in windows.findings] == [found.rule for found in unix.findings]


@settings(max_examples=1500, deadline=None)
@given(_ANY)
def test_findings_are_sorted_lie_in_the_file_and_come_once(data: bytes) -> None:
    findings = _convert(data).findings
    assert all(0 <= found.start <= found.end <= len(data) for found in findings)
    places = [(found.start, found.rule, found.end) for found in findings]
    assert [place[:2] for place in places] == sorted(place[:2] for place in places)
    assert len(set(places)) == len(places)


@settings(max_examples=500, deadline=None)
@given(_ANY.filter(lambda data: b"hipify" not in data))
def test_what_is_switched_off_stays(data: bytes) -> None:
    data = b"// hipify: off\n" + data
    result = _convert(data)
    if not result.skipped and b"#if" not in data:
        assert result.output == data


@settings(max_examples=500, deadline=None)
@given(st.binary(max_size=50), st.sampled_from([b"//%s\n", b"/*%s*/", b'"%s"', b'R"q(%s)q"']))
def test_comments_and_strings_stay(noise: bytes, frame: bytes) -> None:
    inside = b"cudaMalloc " + bytes(byte for byte in noise if byte not in b'\\"*/\n\r\0') + b" cudaFree"
    data = b"f(); " + frame % inside + b" cudaMalloc(&p, 1);"
    assert _convert(data).output == b"f(); " + frame % inside + b" hipMalloc(&p, 1);"


HOSTILE = {
    "brackets": b"(" * 100_000 + b"cudaFree(p)" + b")" * 100_000,
    "open brackets": b"cudaMemPrefetchAsync(" * 100_000,
    "nested calls": b"cudaMemPrefetchAsync(" * 50_000 + b")" * 50_000,
    "nested edits": b"cudaMemcpyToSymbol(" * 50_000 + b")" * 50_000,
    "nested expressions": b"__ldcg(" * 50_000 + b"p" + b")" * 50_000,
    "nested votes": b"__any_sync(m /* c */, " * 20_000 + b"p" + b")" * 20_000,
    "comments in calls": b"__any_sync(/* a */ m, // b\n p /* c */);" * 20_000,
    "templates": b"A<" * 100_000 + b"cudaFree" + b">" * 100_000,
    "braces": b"class A { int cudaFree(int);" * 20_000,
    "one long line": b"cudaFree(p); " * 200_000,
    "escapes": b'"' + b"\\n" * 4_000_000 + b'" cudaFree',
    "raw string openers": b'R"x(' * 500_000 + b"cudaFree",
    "comment openers": b"/*" * 2_000_000 + b"cudaFree",
    "splices": b"cuda\\\n" * 1_000_000,
    "blank gap": b"cudaFree" + b" " * 5_000_000 + b"(p)" + b" \n" * 1_000_000 + b"cudaFree",
    "directives": b"#define cudaFree(x) x##y\n" * 100_000,
    "uses": b"#define F(x) cuda##x\n" + b"F(Free) " * 200_000,
    "apostrophes": b"'" * 1_000_000 + b"\ncudaFree",
    "operators": b"int y = " + b"a+" * 1_000_000 + b"a; int cudaFree(int);",
    "assembler": b'asm("add.s32 %0, 1, 2;" : "=r"(a));' * 40_000,
    "assembler in macros": b"".join(b'#define M%d asm("trap;")\n' % number for number in range(20_000)),
    "open assembler": b'asm("trap;" ' * 100_000,
    "functions with assembler": b"".join(b'inline void f%d() { asm("trap.x;"); }\n' % n for n in range(20_000)),
    "one long template": b'asm("' + b"add.s32 %0, 1, 2; {" * 100_000 + b'");',
    "names of nobody": b"".join(b"cudaName%d(1);\n" % number for number in range(100_000)),
    "conditions": b"#if __CUDA_ARCH__ >= 800 && (A || B)\ncuMulticastCreate();\n#endif\n" * 40_000,
    "elifs": b"#if A == 1\n" + b"#elif __CUDA_ARCH__ > 800\ncuMulticastCreate();\n" * 20_000 + b"#endif\n",
    "nested conditions": b"#if A\n" * 20_000 + b"cuMulticastCreate();\n" * 100 + b"#endif\n" * 20_000,
    "suppressions": b"cuMulticastCreate(); // hipify: ignore[API001]\n" * 40_000,
    "table": b"static int t[] = {\n" + b"    0x12345678, 0x9abcdef0, cudaSuccess,\n" * 200_000 + b"};\n",
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_hostile_input_ends(data: bytes) -> None:
    """What would be quadratic or deep anywhere does not end within the runner's patience."""
    result = _convert(data)
    assert all(left.start <= right.start for left, right in pairwise(result.edits))


def test_random_bytes_of_real_size() -> None:
    data = random.Random(1).randbytes(2_000_000).replace(b"\0", b"cudaFree")
    assert _convert(data).output == _convert(_convert(data).output).output


@settings(max_examples=600, deadline=None)
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
