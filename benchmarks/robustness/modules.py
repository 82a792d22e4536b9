"""Modules of PTX that grow in one respect each: `python -m benchmarks.robustness.modules [NAME]...` shows by how much
longer the translation of one takes that is four times as long.

Functions that need each other, variables with each other's addresses, jumps and what is kept for later are what
translation could look at again and again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping

from hipify_py.subjects.ptx.module.translate import translated

HEAD = ".version 8.4\n.target sm_80\n.address_size 64\n"
_REGISTERS = ".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p<5>;\n.reg .f32 %f<9>;\n"
_LOAD, _STORE = "ld.param.u64 %rd1, [p];\n", "st.global.u32 [%rd1], %r1;\n"
_FETCH = "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd2, {%f5, %f6}];\ncvt.rzi.s32.f32 %r1, %f1;\n"


def _kernel(body: str, name: str = "k", registers: str = "") -> str:
    inner = f"{_REGISTERS}{registers}{_LOAD}{body}{_STORE}ret;\n"
    return f".visible .entry {name}(.param .u64 p)\n{{\n{inner}}}\n"


def _function(number: int, body: str) -> str:
    inner = f"{_REGISTERS}ld.param.b32 %r1, [a];\n{body}st.param.b32 [r], %r1;\nret;\n"
    return f".func (.param .b32 r) f{number}(.param .b32 a)\n{{\n{inner}}}\n"


def _call(number: int) -> str:
    given, back = "{\n.param .b32 x;\nst.param.b32 [x], %r1;\n.param .b32 y;\n", "ld.param.b32 %r1, [y];\n}\n"
    return f"{given}call.uni (y), f{number}, (x);\n{back}"


def _each(count: int, text: Callable[[int], str]) -> str:
    return "".join(map(text, range(count)))


def _question(number: int, label: str) -> str:
    return f"setp.eq.s32 %p1, %r1, {number};\n@%p1 bra {label};\nadd.s32 %r1, %r1, 1;\n"


def _calling(count: int, last: str) -> str:
    """Functions that call each the one behind it, as far as one that does something else."""
    declared = _each(count, lambda at: f".func (.param .b32 r) f{at}(.param .b32 a);\n")
    return declared + _each(count, lambda at: _function(at, _call(at + 1) if at < count - 1 else last))


def _jumping(count: int) -> str:
    """Blocks that jump to each other, each with a variable of its own."""

    def block(at: int) -> str:
        store = f"st.global.u32 [%rd1], %q{at};\n"
        return f"l{at}:\nld.global.u32 %q{at}, [%rd1];\n{store}{_question(at, f'l{at * 7 % count}')}{store}"

    return _kernel(_each(count, block), registers=f".reg .b32 %q<{count}>;\n")


# Each makes the text behind the head of a module.
SHAPES: Mapping[str, Callable[[int], str]] = {
    "kernels": lambda count: _each(count, lambda at: _kernel("", f"k{at}")),
    "callers of what is left out": lambda count: _calling(count, "exit;\n"),
    "callers of what reads textures": lambda count: _calling(count, _FETCH),
    "addresses of each other": lambda count: (
        ".global .u32 v0;\n"
        + _each(count, lambda at: f".global .u64 v{at + 1} = generic(v{at});\n")
        + _kernel(f"ld.global.u64 %rd1, [v{count}];\n")
    ),
    "a table of functions": lambda count: (
        _each(count, lambda at: _function(at, ""))
        + f".global .u64 t[{count}] = {{{', '.join(f'f{at}' for at in range(count))}}};\n"
        + _kernel("ld.global.u64 %rd1, [t];\n")
    ),
    "exits to one place": lambda count: _kernel(_each(count, lambda at: _question(at, "end")) + "end:\n"),
    "loops in loops": lambda count: _kernel(
        _each(count, lambda at: f"l{at}:\nadd.s32 %r1, %r1, 1;\n")
        + _each(count, lambda at: _question(at, f"l{count - 1 - at}"))
    ),
    "jumps all over": _jumping,
    "a long switch": lambda count: _kernel(
        f"t: .branchtargets {', '.join(f'l{at}' for at in range(count))};\nbrx.idx %r1, t;\n"
        + _each(count, lambda at: f"l{at}:\nst.global.u32 [%rd1], {at};\nbra end;\n")
        + "end:\n"
    ),
    "values for later": lambda count: _kernel(
        _each(count, lambda at: f"mul.lo.s32 %q{at}, %r1, {at + 3};\n")
        + _each(count, lambda at: f"st.global.u32 [%rd1+{4 * at}], %q{at};\n"),
        registers=f".reg .b32 %q<{count}>;\n",
    ),
    "locks": lambda count: _kernel(
        _each(count, lambda at: f"l{at}:\natom.global.cas.b32 %r1, [%rd1], 0, 1;\n" + _question(1, f"l{at}"))
    ),
    "variables of one name": lambda count: _kernel("{ .local .b32 l; st.local.u32 [l], %r1; }\n" * count),
}


def seconds(shape: str, count: int) -> float:
    """The CPU time for a module."""
    text = HEAD + SHAPES[shape](count)
    begun = time.process_time()
    translated(text)
    return time.process_time() - begun


def main() -> int:
    for shape in sys.argv[1:] or SHAPES:
        seconds(shape, 20)
        once, again = seconds(shape, 2_000), seconds(shape, 8_000)
        print(f"{shape:32} {once:6.2f} s {again:6.2f} s  {again / once:5.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
