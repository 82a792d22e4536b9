"""Whatever becomes of the words of a module, its translation ends soon, is the same again, and is whole: what it has
translated stands there, and nothing else."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hipify_py.subjects.ptx.module.context import function_name
from hipify_py.subjects.ptx.module.reader import read
from hipify_py.subjects.ptx.module.translate import Translated, translated

GOLDEN = [path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parent / "golden").glob("*.ptx"))]
# As nvcc writes it for debuggers: stacks, calls of functions with everything in memory, lines.
DEBUGGED = """\
.version 8.4
.target sm_80, debug
.address_size 64
.file 1 "a.cu"
.extern .func (.param .b32 func_retval0) vprintf (.param .b64 a, .param .b64 b);
.global .align 1 .b8 $str[6] = {120, 32, 37, 100, 10};
.func (.param .align 8 .b8 func_retval0[16]) _Z5split4pair(.param .align 8 .b8 p0[16])
{
.reg .f32 %f<4>;
.reg .b64 %rd<4>;
.local .align 8 .b8 __local_depot0[16];
.reg .b64 %SP;
.reg .b64 %SPL;
.loc 1 4 0
$L__func_begin0:
mov.u64 %SPL, __local_depot0;
cvta.local.u64 %SP, %SPL;
ld.param.f32 %f1, [p0+4];
ld.param.u64 %rd1, [p0+8];
st.f32 [%SP+4], %f1;
ld.f32 %f2, [%SP+4];
st.param.f32 [func_retval0+0], %f2;
st.param.b64 [func_retval0+8], %rd1;
ret;
$L__func_end0:
}
.visible .entry _Z4mainPfi(.param .u64 _Z4mainPfi_param_0, .param .u32 _Z4mainPfi_param_1) .maxntid 128, 1, 1
{
.reg .pred %p<3>;
.reg .b32 %r<9>;
.reg .f32 %f<3>;
.reg .b64 %rd<9>;
.local .align 8 .b8 __local_depot1[8];
ld.param.u64 %rd1, [_Z4mainPfi_param_0];
ld.param.u32 %r1, [_Z4mainPfi_param_1];
mov.u32 %r2, 0;
bra.uni $L__BB1_1;
$L__BB1_1:
setp.lt.s32 %p1, %r2, %r1;
not.pred %p2, %p1;
@%p2 bra $L__BB1_3;
bra.uni $L__BB1_2;
$L__BB1_2:
mul.wide.s32 %rd2, %r2, 4;
add.s64 %rd3, %rd1, %rd2;
ld.f32 %f1, [%rd3];
{
.reg .b32 temp_param_reg;
.param .align 8 .b8 param0[16];
st.param.f32 [param0+4], %f1;
st.param.b64 [param0+8], %rd3;
.param .align 8 .b8 retval0[16];
call.uni (retval0), _Z5split4pair, (param0);
ld.param.f32 %f2, [retval0+0];
ld.param.b64 %rd4, [retval0+8];
}
st.f32 [%rd4], %f2;
mov.u64 %rd5, $str;
cvta.global.u64 %rd6, %rd5;
mov.u64 %rd7, __local_depot1;
cvta.local.u64 %rd8, %rd7;
st.local.u32 [%rd7], %r2;
{
.param .b64 param0;
st.param.b64 [param0], %rd6;
.param .b64 param1;
st.param.b64 [param1], %rd8;
.param .b32 retval0;
call.uni (retval0), vprintf, (param0, param1);
ld.param.b32 %r3, [retval0];
}
add.s32 %r2, %r2, 1;
bra.uni $L__BB1_1;
$L__BB1_3:
ret;
}
"""
# As compilers optimise: guards, vectors, selections, shuffles, atomics, branches out of loops.
OPTIMISED = """\
.version 7.8
.target sm_80
.address_size 64
.shared .align 16 .b8 tile[1024];
.const .align 8 .f64 scale[2] = {0d3FF0000000000000, 2.5};
.visible .entry reduce(.param .u64 .ptr .global in, .param .u64 out, .param .align 4 .b8 limits[12])
{
.reg .pred %p<6>;
.reg .b16 %rs<4>;
.reg .b32 %r<24>;
.reg .f32 %f<12>;
.reg .f64 %fd<4>;
.reg .b64 %rd<12>;
ld.param.u64 %rd1, [in];
ld.param.u64 %rd2, [out];
ld.param.v2.u32 {%r1, %r2}, [limits];
cvta.to.global.u64 %rd3, %rd1;
mov.u32 %r3, %tid.x;
shl.b32 %r4, %r3, 4;
mov.u32 %r5, tile;
add.s32 %r6, %r5, %r4;
mul.wide.u32 %rd4, %r3, 16;
add.s64 %rd5, %rd3, %rd4;
ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%rd5];
st.shared.v4.f32 [%r6], {%f1, %f2, %f3, %f4};
bar.sync 0;
mov.f32 %f5, 0f00000000;
$again:
setp.gt.u32 %p1, %r3, %r1;
@%p1 bra $out;
ld.shared.f32 %f6, [%r6+8];
setp.lt.and.f32 %p2, %f6, 0f3F800000, !%p1;
@!%p2 add.f32 %f5, %f5, %f6;
selp.f32 %f7, %f6, %f5, %p2;
setp.eq.s32 %p3, %r2, 0;
@%p3 bra $out;
add.s32 %r3, %r3, 32;
bra $again;
$out:
shfl.sync.bfly.b32 %r7|%p4, %r2, 16, 31, -1;
cvt.f64.f32 %fd1, %f5;
ld.const.f64 %fd2, [scale+8];
fma.rn.f64 %fd3, %fd1, %fd2, %fd1;
cvt.u16.u32 %rs1, %r7;
cvta.to.global.u64 %rd6, %rd2;
@%p4 atom.global.add.u32 %r8, [%rd6], %r7;
st.global.u16 [%rd6+4], %rs1;
st.global.f64 [%rd6+8], %fd3;
setp.ne.s32 %p5, %r8, 5;
@%p5 ret;
trap;
}
"""
MODULES = [*GOLDEN, DEBUGGED, OPTIMISED]
# Far more than any of them takes, which is some hundredths.
SECONDS = 4.0
_TOKEN = re.compile(r'"[^"\n]*"|[@%$.\w]+|\s+|.', re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*')
_KERNEL = re.compile(r"^extern \"C\" __global__ void (?:__launch_bounds__\([^)]*\) )?(\w+)\(.*\{$", re.MULTILINE)
_FUNCTION = re.compile(r"^(?:static|extern \"C\") __device__ .*?(\w+)\(.*\{$", re.MULTILINE)


def _deleted(words: list[str], place: int, _other: int) -> list[str]:
    return [*words[:place], *words[place + 1 :]]


def _doubled(words: list[str], place: int, _other: int) -> list[str]:
    return [*words[:place], words[place], " ", *words[place:]]


def _swapped(words: list[str], place: int, other: int) -> list[str]:
    words = [*words]
    words[place], words[other] = words[other], words[place]
    return words


def _copied(words: list[str], place: int, other: int) -> list[str]:
    """One word in place of another: a name that is declared, or another opcode."""
    return [*words[:place], words[other], *words[place + 1 :]]


def _moved(words: list[str], place: int, other: int) -> list[str]:
    """A part of the module at another place, be it a function that is there twice then."""
    first, last = sorted((place, other))
    return [*words[:last], *words[first:last][:400], *words[last:]]


def _truncated(words: list[str], place: int, _other: int) -> list[str]:
    return words[:place]


_CHANGES: list[Callable[[list[str], int, int], list[str]]] = [
    *(_deleted, _deleted, _doubled, _swapped, _copied, _copied, _copied, _moved, _truncated)
]


@st.composite
def _mutated(draw: st.DrawFn) -> str:
    words = _TOKEN.findall(draw(st.sampled_from(MODULES)))
    for change in draw(st.lists(st.sampled_from(_CHANGES), min_size=1, max_size=6)):
        if not words:
            break
        places = st.integers(0, len(words) - 1)
        words = change(words, draw(places), draw(places))
    return "".join(words)


def _check(text: str) -> None:
    begun = time.process_time()
    found = translated(text)
    assert time.process_time() - begun < SECONDS
    again = translated(text)
    assert (again.code, again.left) == (found.code, found.left)
    _check_code(text, found)


def _check_code(text: str, found: Translated) -> None:
    bare = _STRING.sub("", found.code)
    depth = 0
    for sign in re.findall(r"[{}]", bare):
        depth += 1 if sign == "{" else -1
        assert depth >= 0
    assert depth == 0
    kernels, functions = _KERNEL.findall(found.code), _FUNCTION.findall(found.code)
    assert (len(kernels), len(functions)) == (found.kernels, found.functions)
    defined = {each.name: each for each in read(text).functions if each.body is not None}
    assert {function_name(each) for each in defined.values() if each.is_kernel} >= set(kernels)
    left = {each.name for each in found.left if not each.is_variable}
    assert len(kernels) + len(functions) + len(left & defined.keys()) >= len(defined)
    for each in found.left:
        assert each.reason
        assert 0 <= each.offset <= max(len(text), 1)


@settings(deadline=None, max_examples=100)
@given(_mutated())
def test_mutated_modules(text: str) -> None:
    _check(text)


@pytest.mark.slow
@settings(deadline=None, max_examples=600)
@given(_mutated())
def test_many_mutated_modules(text: str) -> None:
    _check(text)


@pytest.mark.parametrize("number", range(len(MODULES)))
def test_modules_as_they_are(number: int) -> None:
    _check(MODULES[number])
    assert not translated(MODULES[number]).left


def test_a_function_may_stand_there_twice() -> None:
    _check(OPTIMISED + OPTIMISED[OPTIMISED.index(".visible") :])


def test_a_function_may_stand_there_again_with_other_parameters() -> None:
    once = ".visible .entry k(.param .u32 a)\n{\nret;\n}\n"
    text = ".version 7.8\n.target sm_80\n.address_size 64\n" + once + once.replace("u32 a", "u32 a, .param .u32 b")
    _check(text)
    assert [each.reason for each in translated(text).left] == ["'k' stands there again with other parameters"]


def test_jumps_all_over() -> None:
    """Any flow of control ends, be it one that no language has words for."""
    names = [f"$L{number}" for number in range(40)]
    lines = [
        f"{name}:\n@%p1 bra {names[at * 7 % 40]};\n@%p2 bra {names[at * 11 % 40]};\nadd.s32 %r1, %r1, {at};\n"
        for at, name in enumerate(names)
    ]
    begin = ".version 7.8\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n"
    registers = ".reg .pred %p<3>;\n.reg .b32 %r<2>;\n.reg .b64 %rd<2>;\nld.param.u64 %rd1, [out];\n"
    given = "ld.global.u32 %r1, [%rd1];\nsetp.eq.s32 %p1, %r1, 0;\nsetp.eq.s32 %p2, %r1, 1;\n"
    _check(f"{begin}{registers}{given}{''.join(lines)}st.global.u32 [%rd1], %r1;\nret;\n}}\n")
