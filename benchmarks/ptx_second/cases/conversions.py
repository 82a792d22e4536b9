"""Conversions between all types, and packing."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.ptx_second.model import Case, case

INTEGERS = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")


def cases() -> Iterator[Case]:
    """All statements of this module."""
    yield from _between_integers()
    yield from _integers_and_floats()
    yield from _between_floats()
    yield from _packed()
    yield from _moves()


def _held(t: str) -> str:
    """The operand that holds a type: bytes stand in registers of 16 or 32 bits."""
    return {"u8": "u32", "s8": "s32"}.get(t, t)


def _between_integers() -> Iterator[Case]:
    for d in INTEGERS:
        for s in INTEGERS:
            if d != s:
                yield case(f"cvt.{d}.{s} %0, %1;", _held(d), _held(s))
                bounds_differ = d[0] != s[0] or int(d[1:]) < int(s[1:])
                if bounds_differ and not (d[0] == "s" and s[0] == "u" and int(d[1:]) > int(s[1:])):
                    yield case(f"cvt.sat.{d}.{s} %0, %1;", _held(d), _held(s))
    yield case("cvt.u16.u8 %0, %1;", "u16", "u16")
    yield case("cvt.s8.s64 %0, %1;", "s16", "s64")


def _integers_and_floats() -> Iterator[Case]:
    for d in INTEGERS[:]:
        for n, rounding in enumerate(("rni", "rzi", "rmi", "rpi")):
            for s in ("f32", "f64", "f16"):
                mode = (".ftz" if n % 2 and s == "f32" else "") + (".sat" if n == 2 else "")
                yield case(f"cvt.{rounding}{mode}.{d}.{s} %0, %1;", _held(d), "u16:f16" if s == "f16" else s)
        for n, rounding in enumerate(("rn", "rz", "rm", "rp")):
            for f in ("f32", "f64", "f16"):
                sat = ".sat" if n == 3 else ""
                yield case(f"cvt.{rounding}{sat}.{f}.{d} %0, %1;", f, _held(d))


def _between_floats() -> Iterator[Case]:
    for rounding in ("rn", "rz", "rm", "rp"):
        for mode in ("", ".sat"):
            yield case(f"cvt.{rounding}{mode}.f32.f64 %0, %1;", "f32", "f64:f32as64")
            yield case(f"cvt.{rounding}.ftz{mode}.f32.f64 %0, %1;", "f32", "f64:f32as64")
            yield case(f"cvt.{rounding}{mode}.f16.f32 %0, %1;", "f16", "f32:f16as32")
            yield case(f"cvt.{rounding}.ftz{mode}.f16.f32 %0, %1;", "f16", "f32:f16as32")
            yield case(f"cvt.{rounding}{mode}.f16.f64 %0, %1;", "f16", "f64:f16as64")
        for s in ("f32", "f64"):
            yield case(f"cvt.{rounding}i.{s}.{s} %0, %1;", s, s)
        yield case(f"cvt.{rounding}i.f16.f16 %0, %1;", "f16", "u16:f16")
        yield case(f"cvt.{rounding}i.ftz.sat.f32.f32 %0, %1;", "f32", "f32")
    for mode in ("", ".sat"):
        yield case(f"cvt{mode}.f32.f16 %0, %1;", "f32", "u16:f16")
        yield case(f"cvt.ftz{mode}.f32.f16 %0, %1;", "f32", "u16:f16")
        yield case(f"cvt{mode}.f64.f16 %0, %1;", "f64", "u16:f16")
        yield case(f"cvt{mode}.f64.f32 %0, %1;", "f64", "f32")
        yield case(f"cvt.ftz{mode}.f64.f32 %0, %1;", "f64", "f32")
    for mode in ("", ".relu"):
        for rounding in ("rn", "rz"):
            yield case(f"cvt.{rounding}{mode}.bf16.f32 %0, %1;", "bf16", "f32")
            yield case(f"cvt.{rounding}{mode}.f16x2.f32 %0, %1, %2;", "f16x2", "f32:f16as32 f32:f16as32")
            yield case(f"cvt.{rounding}{mode}.bf16x2.f32 %0, %1, %2;", "bf16x2", "f32 f32")
            yield case(f"cvt.{rounding}{mode}.tf32.f32 %0, %1;", "u32", "f32:finite")
    yield case("cvt.rna.tf32.f32 %0, %1;", "u32", "f32:finite")
    yield case("cvt.rna.satfinite.tf32.f32 %0, %1;", "u32", "f32:finite")
    yield case("cvt.rn.relu.f16.f32 %0, %1;", "f16", "f32:f16as32")
    yield case("cvt.rn.satfinite.f16.f32 %0, %1;", "f16", "f32:f16as32")
    yield case("cvt.rn.satfinite.relu.f16x2.f32 %0, %1, %2;", "f16x2", "f32:f16as32 f32:f16as32")
    yield case("cvt.f32.bf16 %0, %1;", "f32", "u16:bf16")
    yield case("cvt.rn.bf16.f16 %0, %1;", "bf16", "u16:f16")
    yield case("cvt.rn.f16.bf16 %0, %1;", "f16", "u16:bf16")
    yield case("cvt.rn.bf16.s32 %0, %1;", "bf16", "s32")
    yield case("cvt.rn.bf16.u64 %0, %1;", "bf16", "u64")
    yield case("cvt.rzi.s32.bf16 %0, %1;", "s32", "u16:bf16")
    yield case("cvt.f64.bf16 %0, %1;", "f64", "u16:bf16")


def _packed() -> Iterator[Case]:
    for t in ("e4m3x2", "e5m2x2"):
        for relu in ("", ".relu"):
            yield case(f"cvt.rn.satfinite{relu}.{t}.f32 %0, %1, %2;", "u16", "f32:f8as32 f32:f8as32")
            yield case(f"cvt.rn.satfinite{relu}.{t}.f16x2 %0, %1;", "u16", "u32:f16x2")
            yield case(f"cvt.rn{relu}.f16x2.{t} %0, %1;", "f16x2", "u16")
    for d in ("u16", "s16"):
        yield case(f"cvt.pack.sat.{d}.s32 %0, %1, %2;", "u32", "s32 s32")
    for d in ("u8", "s8", "u4", "s4", "u2", "s2"):
        yield case(f"cvt.pack.sat.{d}.s32.b32 %0, %1, %2, %3;", "u32", "s32 s32 u32")


def _moves() -> Iterator[Case]:
    yield case("mov.b64 %0, {%1, %2};", "u64", "u32 u32")
    yield case("mov.b64 {%0, %1}, %2;", "u32 u32", "u64")
    yield case("mov.b64 {%0, %1}, %2;", "u32 f32!", "f64")
    yield case("mov.b32 %0, {%1, %2};", "u32", "u16 u16")
    yield case("mov.b32 {%0, %1}, %2;", "u16 s16", "u32")
    yield case("mov.b64 %0, {%1, %2, %3, %4};", "u64", "u16 u16 u16 u16")
    yield case("mov.b64 {%0, %1, %2, %3}, %4;", "u16 u16 u16 u16", "u64")
    yield case("mov.b64 {%0, _}, %1;", "u32", "u64")
    yield case("mov.b64 {_, %0}, %1;", "u32", "u64")
    yield case("{ .reg .b8 a, b, c, d; mov.b32 {a, b, c, d}, %1; mov.b32 %0, {d, c, b, a}; }", "u32", "u32")
    yield case("{ .reg .b16 lo, hi; mov.b32 {lo, hi}, %1; mov.b32 %0, {hi, lo}; }", "u32", "u32")
    yield case("{ .reg .f16 l, h; mov.b32 {l, h}, %2; cvt.f32.f16 %0, l; cvt.f32.f16 %1, h; }", "f32 f32", "u32:f16x2")
    yield case("{ .reg .b32 l, h; mov.b64 {l, h}, %1; xor.b32 h, h, l; mov.b64 %0, {h, l}; }", "f64!", "f64")
    yield case("mov.u32 %0, 0xDEADBEEF;", "u32")
    yield case("mov.s32 %0, -17;", "s32")
    yield case("mov.f32 %0, 0f3FC00000;", "f32!")
    yield case("mov.f64 %0, 0d3FB999999999999A;", "f64!")
    yield case("mov.u32 %0, %1;", "u32", constants="sizeof(double)")
    yield case("mov.u64 %0, 0xFFFFFFFFFFFFFFFF;", "u64")
    for name in ("tid.x", "ntid.x", "ctaid.x", "nctaid.x", "tid.y", "ntid.z", "laneid", "lanemask_lt", "lanemask_ge"):
        yield case(f"mov.u32 %0, %%{name};", "u32")
    for name in ("lanemask_eq", "lanemask_le", "lanemask_gt"):
        yield case(f"mov.u32 %0, %%{name};", "u32")
    yield case(
        "{ .reg .u32 b, n, t; mov.u32 b, %%ctaid.x; mov.u32 n, %%ntid.x; mov.u32 t, %%tid.x; mad.lo.u32 %0, b, n, t; }",
        "u32",
    )
