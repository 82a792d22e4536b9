"""Integers: arithmetic, bits, carries, comparisons, dot products, video instructions."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.ptx_second.model import Case, case

ALL = ("u16", "s16", "u32", "s32", "u64", "s64")
SIGNED = ("s16", "s32", "s64")
WIDE = {"u16": "u32", "s16": "s32", "u32": "u64", "s32": "s64"}


def cases() -> Iterator[Case]:
    """All statements of this module."""
    yield from _arithmetic()
    yield from _bits()
    yield from _logic()
    yield from _carries()
    yield from _comparisons()
    yield from _dots()
    yield from _video()


def _arithmetic() -> Iterator[Case]:
    for t in ALL:
        for name in ("add", "sub", "mul.lo", "mul.hi", "min", "max"):
            yield case(f"{name}.{t} %0, %1, %2;", t, f"{t} {t}")
        for name in ("mad.lo", "mad.hi", "sad"):
            yield case(f"{name}.{t} %0, %1, %2, %3;", t, f"{t} {t} {t}")
        for name in ("div", "rem"):
            yield case(f"{name}.{t} %0, %1, %2;", t, f"{t} {t}:divisor")
    for t in SIGNED:
        yield case(f"abs.{t} %0, %1;", t, t)
        yield case(f"neg.{t} %0, %1;", t, t)
    for t, wide in WIDE.items():
        yield case(f"mul.wide.{t} %0, %1, %2;", wide, f"{t} {t}")
        yield case(f"mad.wide.{t} %0, %1, %2, %3;", wide, f"{t} {t} {wide}")
    for name in ("add.sat", "sub.sat", "min.relu", "max.relu"):
        yield case(f"{name}.s32 %0, %1, %2;", "s32", "s32 s32")
    yield case("mad.hi.sat.s32 %0, %1, %2, %3;", "s32", "s32 s32 s32")
    yield case("mad24.hi.sat.s32 %0, %1, %2, %3;", "s32", "s32 s32 s32")
    for t in ("u32", "s32"):
        for half in ("lo", "hi"):
            yield case(f"mul24.{half}.{t} %0, %1, %2;", t, f"{t} {t}")
            yield case(f"mad24.{half}.{t} %0, %1, %2, %3;", t, f"{t} {t} {t}")
    for name in ("add.u16x2", "add.s16x2", "min.u16x2", "max.s16x2", "min.s16x2", "max.u16x2", "min.relu.s16x2"):
        yield case(f"{name} %0, %1, %2;", "u32", "u32 u32")
    yield case("max.relu.s16x2 %0, %1, %2;", "u32", "u32 u32")
    yield case("add.s32 %0, %0, %1;", "s32+", "s32")
    yield case("mul.lo.u32 %0, %1, 0x9E3779B9;", "u32", "u32")
    yield case("sub.s64 %0, -5, %1;", "s64", "s64")
    yield case("mad.lo.s32 %0, %1, -7, %2;", "s32", "s32 s32")
    yield case("add.u32 %0, %1, %2;", "u32", "u32", constants="4*8+1")
    yield case("mul.wide.s32 %0, %1, %2;", "s64", "s32", constants="-3")


def _bits() -> Iterator[Case]:
    for b in ("b32", "b64"):
        t = b.replace("b", "u")
        for name in ("popc", "clz"):
            yield case(f"{name}.{b} %0, %1;", "u32", t)
        yield case(f"brev.{b} %0, %1;", t, t)
        yield case(f"bfi.{b} %0, %1, %2, %3, %4;", t, f"{t} {t} u32:shift u32:shift")
    for t in ("u32", "s32", "u64", "s64"):
        yield case(f"bfind.{t} %0, %1;", "u32", t)
        yield case(f"bfind.shiftamt.{t} %0, %1;", "u32", t)
        yield case(f"bfe.{t} %0, %1, %2, %3;", t, f"{t} u32:shift u32:shift")
        yield case(f"bfe.{t} %0, %1, 5, 11;", t, t)
    for t, unsigned in (("b16", "u16"), ("b32", "u32"), ("b64", "u64")):
        yield case(f"shl.{t} %0, %1, %2;", unsigned, f"{unsigned} u32:shift")
        yield case(f"shr.{t} %0, %1, %2;", unsigned, f"{unsigned} u32:shift")
        yield case(f"shl.{t} %0, %1, 13;", unsigned, unsigned)
        yield case(f"shl.{t} %0, %1, 77;", unsigned, unsigned)
    for t in ALL:
        yield case(f"shr.{t} %0, %1, %2;", t, f"{t} u32:shift")
        yield case(f"shr.{t} %0, %1, 9;", t, t)
        yield case(f"shr.{t} %0, %1, 70;", t, t)
    for side in "lr":
        for mode in ("clamp", "wrap"):
            yield case(f"shf.{side}.{mode}.b32 %0, %1, %2, %3;", "u32", "u32 u32 u32:shift")
            yield case(f"shf.{side}.{mode}.b32 %0, %1, %2, %3;", "u32", "u32 u32", constants="19")
    for mode in ("", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"):
        yield case(f"prmt.b32{mode} %0, %1, %2, %3;", "u32", "u32 u32 u32")
    for selector in ("0x5410", "0x7632", "0x0123", "0x8888", "0xba98", "0x4321", "0xf7c1"):
        yield case(f"prmt.b32 %0, %1, %2, {selector};", "u32", "u32 u32")
    for mode in ("clamp", "wrap"):
        yield case(f"bmsk.{mode}.b32 %0, %1, %2;", "u32", "u32:shift u32:shift")
        for t in ("u32", "s32"):
            yield case(f"szext.{mode}.{t} %0, %1, %2;", t, f"{t} u32:shift")
    yield case("fns.b32 %0, %1, %2, %3;", "u32", "u32 u32:lane s32:nth")


def _logic() -> Iterator[Case]:
    for b in ("b16", "b32", "b64"):
        t = b.replace("b", "u")
        for name in ("and", "or", "xor"):
            yield case(f"{name}.{b} %0, %1, %2;", t, f"{t} {t}")
        for name in ("not", "cnot"):
            yield case(f"{name}.{b} %0, %1;", t, t)
    for table in (0, 0x01, 0x1B, 0x28, 0x3C, 0x40, 0x69, 0x80, 0x96, 0x9A, 0xAA, 0xB1, 0xC0, 0xCA, 0xD8, 0xE8, 0xEA):
        yield case(f"lop3.b32 %0, %1, %2, %3, {table:#x};", "u32", "u32 u32 u32")
    for table in (0xF1, 0xFE, 0xFF, 0x6A, 0x7B, 0x55):
        yield case("lop3.b32 %0, %1, %2, %3, %4;", "u32", "u32 u32 u32", constants=str(table))
    for operator in ("and", "or", "xor"):
        for name in ("and", "or", "xor"):
            text = f"setp.lt.u32 p, %1, %2; setp.gt.{operator}.s32 q|s, %2, %3, p; {name}.pred p, q, !s;"
            yield case(f"{{ .reg .pred p, q, s; {text} selp.u32 %0, 5, 9, p; }}", "u32", "u32 u32 u32")
    yield case("{ .reg .pred p, q; setp.ne.u32 p, %1, 0; not.pred q, p; selp.b32 %0, %1, %2, q; }", "u32", "u32 u32")
    yield case(
        "{ .reg .pred p; lop3.or.b32 %0|p, %2, %3, %4, 0x96, 0; selp.u32 %1, 1, 0, p; }", "u32 u32", "u32 u32 u32"
    )


def _carries() -> Iterator[Case]:
    yield case("add.cc.u32 %0, %2, %4; addc.u32 %1, %3, %5;", "u32 u32", "u32 u32 u32 u32")
    yield case("sub.cc.u32 %0, %2, %4; subc.u32 %1, %3, %5;", "u32& u32", "u32 u32 u32 u32")
    yield case("add.cc.u64 %0, %2, %4; addc.u64 %1, %3, %5;", "u64& u64", "u64 u64 u64 u64")
    yield case("sub.cc.u64 %0, %2, %4; subc.u64 %1, %3, %5;", "u64& u64", "u64 u64 u64 u64")
    yield case("add.cc.s32 %0, %2, %3; addc.s32 %1, 0, 0;", "s32& s32", "s32 s32")
    yield case("sub.cc.s32 %0, %2, %3; subc.s32 %1, 0, 0;", "s32& s32", "s32 s32")
    chain = "{0}.cc.u32 %0, %3, %6; {0}c.cc.u32 %1, %4, %7; {0}c.u32 %2, %5, %8;"
    for name in ("add", "sub"):
        yield case(chain.format(name), "u32& u32& u32", "u32 u32 u32 u32 u32 u32")
        yield case(chain.format(name).replace("u32", "u64"), "u64& u64& u64", "u64 u64 u64 u64 u64 u64")
        borrow = f"{name}.cc.u32 %0, %0, %3; {name}c.cc.u32 %1, %1, %4; {name}c.u32 %2, %2, 0;"
        yield case(borrow, "u32+ u32+ u32+", "u32 u32")
        yield case(f"{name}.cc.u32 %0, %0, %2; {name}c.cc.u32 %1, %1, 0xffffffff;", "u32+ u32+", "u32")
    for t in ("u32", "s32", "u64", "s64"):
        w = t
        yield case(f"mad.lo.cc.{t} %0, %2, %3, %4; madc.hi.{t} %1, %2, %3, %5;", f"{w}& {w}", f"{w} {w} {w} {w}")
        yield case(f"mad.hi.cc.{t} %0, %2, %3, %4; madc.lo.{t} %1, %2, %3, %5;", f"{w}& {w}", f"{w} {w} {w} {w}")
        yield case(f"mad.lo.cc.{t} %0, %2, %3, %0; madc.hi.cc.{t} %1, %2, %3, %1;", f"{w}+ {w}+", f"{w} {w}")
    full = (
        "mul.lo.u32 %0, %4, %6; mul.hi.u32 %1, %4, %6; mad.lo.cc.u32 %1, %4, %7, %1; madc.hi.u32 %2, %4, %7, 0; "
        "mad.lo.cc.u32 %1, %5, %6, %1; madc.hi.cc.u32 %2, %5, %6, %2; addc.u32 %3, 0, 0; "
        "mad.lo.cc.u32 %2, %5, %7, %2; madc.hi.u32 %3, %5, %7, %3;"
    )
    yield case(full, "u32& u32& u32& u32&", "u32 u32 u32 u32")
    borrow = "{ .reg .u32 m; sub.cc.u32 %0, %0, %2; subc.cc.u32 %1, %1, %3; subc.u32 m, 0, 0; and.b32 m, m, %2; add.u32 %0, %0, m; }"
    yield case(borrow, "u32+ u32+", "u32 u32")


def _comparisons() -> Iterator[Case]:
    for t in ALL:
        names = ("eq", "ne", "lt", "le", "gt", "ge", *(("lo", "ls", "hi", "hs") if t[0] == "u" else ()))
        for name in names:
            yield case(f"{{ .reg .pred p; setp.{name}.{t} p, %1, %2; selp.s32 %0, -1, 3, p; }}", "s32", f"{t} {t}")
        yield case(f"set.lt.u32.{t} %0, %1, %2;", "u32", f"{t} {t}")
        yield case(f"set.ge.f32.{t} %0, %1, %2;", "f32", f"{t} {t}")
        yield case(f"set.eq.s32.{t} %0, %1, %2;", "s32", f"{t} {t}")
        yield case(f"slct.{t}.s32 %0, %1, %2, %3;", t, f"{t} {t} s32")
        yield case(f"slct.{t}.f32 %0, %1, %2, %3;", t, f"{t} {t} f32")
        yield case(f"{{ .reg .pred %%p; setp.ne.s32 %%p, %3, 0; selp.{t} %0, %1, %2, %%p; }}", t, f"{t} {t} s32:flag")
    for b in ("b16", "b32", "b64"):
        t = b.replace("b", "u")
        yield case(f"{{ .reg .pred p; setp.eq.{b} p, %1, %2; selp.{b} %0, %1, %3, p; }}", t, f"{t} {t} {t}")
        yield case(f"{{ .reg .pred p; setp.ne.{b} p, %1, %2; @p mov.{b} %0, %2; }}", f"{t}+", f"{t} {t}")
    for operator in ("and", "or", "xor"):
        text = f"setp.gt.u32 p, %3, 7; set.le.{operator}.u32.s32 %0, %1, %2, p;"
        yield case(f"{{ .reg .pred p; {text} }}", "u32", "s32 s32 u32")
        text = f"setp.gt.u32 p, %3, 7; set.le.{operator}.f32.u32 %0, %1, %2, !p;"
        yield case(f"{{ .reg .pred p; {text} }}", "f32", "u32 u32 u32")


def _dots() -> Iterator[Case]:
    for a in ("u32", "s32"):
        for b in ("u32", "s32"):
            c = "u32" if a == b == "u32" else "s32"
            yield case(f"dp4a.{a}.{b} %0, %1, %2, %3;", c, f"{a} {b} {c}")
            for half in ("lo", "hi"):
                yield case(f"dp2a.{half}.{a}.{b} %0, %1, %2, %3;", c, f"{a} {b} {c}")


def _video() -> Iterator[Case]:
    for name in ("vadd", "vsub", "vabsdiff", "vmin", "vmax"):
        for d in ("u32", "s32"):
            for a, b in (("u32", "u32"), ("s32", "s32"), ("u32", "s32")):
                if name == "vadd" or a == b:
                    yield case(f"{name}.{d}.{a}.{b} %0, %1, %2;", d, f"{a} {b}")
            yield case(f"{name}.{d}.s32.s32.sat %0, %1, %2;", d, "s32 s32")
            for second in ("add", "min", "max"):
                yield case(f"{name}.{d}.s32.s32.{second} %0, %1, %2, %3;", d, f"s32 s32 {d}")
    for name in ("vshl", "vshr"):
        for mode in ("clamp", "wrap"):
            for t in ("u32", "s32") if name == "vshr" else ("u32",):
                yield case(f"{name}.{t}.{t}.u32.{mode} %0, %1, %2;", t, f"{t} u32:shift")
    for name in ("eq", "ne", "lt", "le", "gt", "ge"):
        yield case(f"vset.s32.s32.{name} %0, %1, %2;", "u32", "s32 s32")
        yield case(f"vset.u32.u32.{name}.add %0, %1, %2, %3;", "u32", "u32 u32 u32")
        yield case(f"vset4.s32.u32.{name} %0, %1, %2, %3;", "u32", "s32 u32 u32")
        yield case(f"vset2.u32.u32.{name}.add %0, %1, %2, %3;", "u32", "u32 u32 u32")
    for shift in ("", ".shr7", ".shr15"):
        yield case(f"vmad.s32.s32.s32{shift} %0, %1, %2, %3;", "s32", "s32 s32 s32")
        yield case(f"vmad.u32.u32.u32.sat{shift} %0, %1, %2, %3;", "u32", "u32 u32 u32")
    yield case("vmad.u32.u32.u32.po %0, %1, %2, %3;", "u32", "u32 u32 u32")
    yield case("vmad.s32.s32.s32 %0, %1, %2, -%3;", "s32", "s32 s32 s32")
    for lanes in "24":
        for name in ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"):
            yield case(f"{name}{lanes}.u32.u32.u32 %0, %1, %2, %3;", "u32", "u32 u32 u32")
            yield case(f"{name}{lanes}.s32.s32.s32.sat %0, %1, %2, %3;", "u32", "u32 u32 u32")
            yield case(f"{name}{lanes}.u32.u32.u32.add %0, %1, %2, %3;", "u32", "u32 u32 u32")
            if name != "vavrg":
                yield case(f"{name}{lanes}.s32.u32.s32 %0, %1, %2, %3;", "u32", "u32 u32 u32")
    yield case("vadd.u32.u32.u32 %0, %1.h1, %2.b2;", "u32", "u32 u32")
    yield case("vsub.s32.s32.s32.sat %0.h1, %1, %2, %3;", "u32", "s32 s32 u32")
