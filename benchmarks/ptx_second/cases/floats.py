"""Floating-point numbers of 16, 32 and 64 bits: arithmetic, approximations, comparisons."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.ptx_second.model import Case, case

ROUNDINGS = ("rn", "rz", "rm", "rp")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")
HALVES = {"f16": "f16", "f16x2": "f16x2", "bf16": "bf16", "bf16x2": "bf16x2"}


def cases() -> Iterator[Case]:
    """All statements of this module."""
    yield from _f32()
    yield from _f64()
    yield from _halves()
    yield from _approximate()
    yield from _comparisons()


def _f32() -> Iterator[Case]:
    for rounding in ROUNDINGS:
        for mode in ("", ".ftz", ".sat", ".ftz.sat"):
            for name in ("add", "sub", "mul"):
                yield case(f"{name}.{rounding}{mode}.f32 %0, %1, %2;", "f32", "f32 f32")
            for name in ("fma", "mad"):
                yield case(f"{name}.{rounding}{mode}.f32 %0, %1, %2, %3;", "f32", "f32 f32 f32")
        for mode in ("", ".ftz"):
            yield case(f"div.{rounding}{mode}.f32 %0, %1, %2;", "f32", "f32 f32")
            yield case(f"rcp.{rounding}{mode}.f32 %0, %1;", "f32", "f32")
            yield case(f"sqrt.{rounding}{mode}.f32 %0, %1;", "f32", "f32")
    for mode in ("", ".ftz", ".sat"):
        for name in ("add", "sub", "mul"):
            yield case(f"{name}{mode}.f32 %0, %1, %2;", "f32", "f32 f32")
    for mode in ("", ".ftz"):
        for name in ("abs", "neg"):
            yield case(f"{name}{mode}.f32 %0, %1;", "f32!" if not mode else "f32", "f32")
        for name in ("min", "max"):
            for extra in ("", ".NaN", ".xorsign.abs", ".NaN.xorsign.abs"):
                yield case(f"{name}{mode}{extra}.f32 %0, %1, %2;", "f32!", "f32 f32")
    yield case("copysign.f32 %0, %1, %2;", "f32!", "f32 f32")
    for name in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
        for t in ("f32", "f64"):
            yield case(f"{{ .reg .pred p; testp.{name}.{t} p, %1; selp.u32 %0, 1, 0, p; }}", "u32", t)
    yield case("fma.rn.f32 %0, %1, 0f40490FDB, 0fBF800000;", "f32", "f32")
    yield case("mul.rn.f32 %0, %1, 2.5;", "f32", "f32")
    yield case("add.f32 %0, %1, 0f00000001;", "f32", "f32")
    yield case("mul.f32 %0, %1, 0f7F800000;", "f32", "f32")
    yield case("fma.rz.f32 %0, %0, %1, %2;", "f32+", "f32 f32")
    yield case("mov.f32 %0, %1;", "f32!", "f32")
    yield case("mov.b32 %0, %1;", "u32", "f32")
    yield case("mov.b64 %0, %1;", "u64", "f64")


def _f64() -> Iterator[Case]:
    for rounding in ROUNDINGS:
        for name in ("add", "sub", "mul", "div"):
            yield case(f"{name}.{rounding}.f64 %0, %1, %2;", "f64", "f64 f64")
        for name in ("fma", "mad"):
            yield case(f"{name}.{rounding}.f64 %0, %1, %2, %3;", "f64", "f64 f64 f64")
        for name in ("rcp", "sqrt"):
            yield case(f"{name}.{rounding}.f64 %0, %1;", "f64", "f64")
    for name in ("add", "sub", "mul"):
        yield case(f"{name}.f64 %0, %1, %2;", "f64", "f64 f64")
    for name in ("abs", "neg"):
        yield case(f"{name}.f64 %0, %1;", "f64!", "f64")
    for name in ("min", "max"):
        yield case(f"{name}.f64 %0, %1, %2;", "f64", "f64 f64")
    yield case("copysign.f64 %0, %1, %2;", "f64!", "f64 f64")
    yield case("fma.rn.f64 %0, %1, 0d400921FB54442D18, 0dBFF0000000000000;", "f64", "f64")


def _halves() -> Iterator[Case]:
    for t in HALVES:
        word = "u32" if t.endswith("x2") else "u16"
        read = f"{word}:{t}"
        is_bf16 = t.startswith("b")
        modes: tuple[str, ...]
        for name in ("add", "sub", "mul"):
            modes = ("", ".rn") if is_bf16 else ("", ".rn", ".ftz", ".sat", ".ftz.sat", ".rn.ftz.sat")
            for mode in modes:
                yield case(f"{name}{mode}.{t} %0, %1, %2;", t, f"{read} {read}")
        modes = (".rn", ".rn.relu") if is_bf16 else (".rn", ".rn.ftz", ".rn.sat", ".rn.relu", ".rn.ftz.relu")
        for mode in modes:
            yield case(f"fma{mode}.{t} %0, %1, %2, %3;", t, f"{read} {read} {read}")
        for name in ("neg", "abs"):
            yield case(f"{name}.{t} %0, %1;", t, read)
        if not is_bf16:
            yield case(f"abs.ftz.{t} %0, %1;", t, read)
        for name in ("min", "max"):
            for mode in ("", ".NaN", ".xorsign.abs", ".NaN.xorsign.abs", *(() if is_bf16 else (".ftz", ".ftz.NaN"))):
                yield case(f"{name}{mode}.{t} %0, %1, %2;", f"{t}!", f"{read} {read}")


def _approximate() -> Iterator[Case]:
    for mode in ("", ".ftz"):
        yield case(f"rcp.approx{mode}.f32 %0, %1;", "f32~22~148", "f32")
        yield case(f"sqrt.approx{mode}.f32 %0, %1;", "f32~21", "f32")
        yield case(f"rsqrt.approx{mode}.f32 %0, %1;", "f32~21", "f32")
        yield case(f"ex2.approx{mode}.f32 %0, %1;", "f32~20~148", "f32:exponent")
        yield case(f"lg2.approx{mode}.f32 %0, %1;", "f32~21~21", "f32")
        yield case(f"sin.approx{mode}.f32 %0, %1;", "f32~19~19", "f32:angle")
        yield case(f"cos.approx{mode}.f32 %0, %1;", "f32~19~19", "f32:angle")
        yield case(f"div.approx{mode}.f32 %0, %1, %2;", "f32~21", "f32:near f32:near")
        yield case(f"div.full{mode}.f32 %0, %1, %2;", "f32~21", "f32:near f32:near")
    yield case("tanh.approx.f32 %0, %1;", "f32~10", "f32")
    yield case("rcp.approx.ftz.f64 %0, %1;", "f64~19", "f64")
    yield case("rsqrt.approx.f64 %0, %1;", "f64~20", "f64")
    yield case("rsqrt.approx.ftz.f64 %0, %1;", "f64~19", "f64")
    for t, bits in (("f16", "9~13"), ("f16x2", "9~13"), ("bf16", "6~132"), ("bf16x2", "6~132")):
        read = f"{'u32' if t.endswith('x2') else 'u16'}:{t}"
        yield case(f"tanh.approx.{t} %0, %1;", f"{t}~{bits}", read)
        ftz = ".ftz" if t.startswith("b") else ""
        yield case(f"ex2.approx{ftz}.{t} %0, %1;", f"{t}~{bits}", read)


def _comparisons() -> Iterator[Case]:
    for name in COMPARISONS:
        for t in ("f32", "f64"):
            yield case(f"{{ .reg .pred p; setp.{name}.{t} p, %1, %2; selp.u32 %0, 1, 0, p; }}", "u32", f"{t} {t}")
        yield case(f"set.{name}.ftz.u32.f32 %0, %1, %2;", "u32", "f32 f32")
        yield case(f"{{ .reg .pred p; setp.{name}.f16 p, %1, %2; selp.u32 %0, 1, 0, p; }}", "u32", "u16:f16 u16:f16")
        yield case(f"{{ .reg .pred p; setp.{name}.bf16 p, %1, %2; selp.u32 %0, 1, 0, p; }}", "u32", "u16:bf16 u16:bf16")
        yield case(f"set.{name}.f16x2.f16x2 %0, %1, %2;", "u32", "u32:f16x2 u32:f16x2")
        yield case(f"set.{name}.bf16x2.bf16x2 %0, %1, %2;", "u32", "u32:bf16x2 u32:bf16x2")
        text = f"setp.{name}.f16x2 p|q, %2, %3; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q;"
        yield case(f"{{ .reg .pred p, q; {text} }}", "u32 u32", "u32:f16x2 u32:f16x2")
    for name in ("lt", "geu", "nan"):
        for operator in ("and", "or", "xor"):
            text = f"setp.ne.u32 c, %3, 0; setp.{name}.{operator}.ftz.f32 p|q, %1, %2, c; @q bra done;"
            yield case(
                f"{{ .reg .pred p, q, c; mov.u32 %0, 4; {text} mov.u32 %0, 8; done: @p add.u32 %0, %0, 1; }}",
                "u32&",
                "f32 f32 u32:flag",
            )
        yield case(f"set.{name}.f32.f32 %0, %1, %2;", "f32", "f32 f32")
        yield case(f"set.{name}.s32.f64 %0, %1, %2;", "s32", "f64 f64")
    yield case("{ .reg .pred p; setp.lt.f32 p, %1, 0f00000000; selp.f32 %0, %1, %2, p; }", "f32!", "f32 f32")
    yield case("slct.f32.s32 %0, %1, %2, %3;", "f32!", "f32 f32 s32")
    yield case("slct.ftz.f32.f32 %0, %1, %2, %3;", "f32", "f32 f32 f32")
    yield case("slct.f64.f32 %0, %1, %2, %3;", "f64!", "f64 f64 f32")
