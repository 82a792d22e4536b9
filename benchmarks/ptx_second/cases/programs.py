"""Templates of several instructions, with registers, predicates, labels and loops, as programs have them."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.ptx_second.model import Case, case, code


def cases() -> Iterator[Case]:
    """All statements of this module."""
    yield from _straight()
    yield from _branches()
    yield from _code()


def _straight() -> Iterator[Case]:
    yield case("{ .reg .u32 t; and.b32 t, %1, 0xf; or.b32 %0, t, %2; }", "u32", "u32 u32")
    yield case("{ .reg .u32 t1; mul.lo.u32 t1, %1, %1; mul.lo.u32 %0, t1, %1; }", "u32", "u32")
    yield case("{ .reg .u64 t; mul.wide.u32 t, %1, %2; shr.u64 t, t, 32; cvt.u32.u64 %0, t; }", "u32", "u32 u32")
    yield case(
        "{ .reg .b32 x<4>; shl.b32 x0, %1, 3; shr.u32 x1, %1, 29; or.b32 x2, x0, x1; not.b32 %0, x2; }", "u32", "u32"
    )
    yield case("{ .reg .b32 %%x; xor.b32 %%x, %0, %1; xor.b32 %0, %0, %%x; xor.b32 %1, %1, %%x; }", "u32+ u32+")
    yield case("{ .reg .u32 t; mov.u32 t, %0; mov.u32 %0, %1; mov.u32 %1, t; }", "u32+ u32+")
    yield case("mov.u32 %0, %2; mov.u32 %1, %3; add.u32 %0, %0, %1;", "u32& u32&", "u32 u32")
    yield case("add.u32 %0, %2, 1; add.u32 %1, %2, %0;", "u32& u32", "u32")
    yield case("{ .reg .s32 d; sub.s32 d, %1, %2; abs.s32 d, d; min.s32 %0, d, 255; }", "s32", "s32 s32")
    yield case("{ .reg .u64 a, b; cvt.u64.u32 a, %1; cvt.s64.s32 b, %2; mad.lo.u64 %0, a, 12, b; }", "u64", "u32 s32")
    yield case(
        "{ .reg .f32 x, y; mul.rn.f32 x, %1, %1; fma.rn.f32 y, %2, %2, x; sqrt.rn.f32 %0, y; }", "f32", "f32 f32"
    )
    yield case(
        "{ .reg .f64 e; mul.rn.f64 %0, %2, %3; neg.f64 e, %0; fma.rn.f64 %1, %2, %3, e; }", "f64& f64", "f64 f64"
    )
    twosum = (
        "{ .reg .f32 bb, t, u; add.rn.f32 %0, %2, %3; sub.rn.f32 bb, %0, %2; sub.rn.f32 t, %0, bb; "
        "sub.rn.f32 t, %2, t; sub.rn.f32 u, %3, bb; add.rn.f32 %1, t, u; }"
    )
    yield case(twosum, "f32& f32", "f32 f32")
    yield case("{ .reg .f32 m; mul.rn.f32 m, %1, %2; add.rn.f32 %0, m, %3; }", "f32", "f32 f32 f32")
    yield case("{ .reg .f64 m; mul.rn.f64 m, %1, %2; sub.rn.f64 %0, m, %3; }", "f64", "f64 f64 f64")
    yield case("{ .reg .f32 m; mul.rz.ftz.f32 m, %1, %2; sub.rz.ftz.f32 %0, m, %3; }", "f32", "f32 f32 f32")
    yield case(
        "{ .reg .f16 a, b; cvt.rn.f16.f32 a, %1; cvt.rn.f16.f32 b, %2; add.rn.f16 a, a, b; cvt.f32.f16 %0, a; }",
        "f32",
        "f32:f16as32 f32:f16as32",
    )
    yield case(
        "{ .reg .b16 lo, hi; cvt.rn.f16.f32 lo, %1; cvt.rn.f16.f32 hi, %2; mov.b32 %0, {lo, hi}; }",
        "f16x2",
        "f32:f16as32 f32:f16as32",
    )
    yield case(
        "{ .reg .b32 l; .reg .b32 h; prmt.b32 l, %1, 0, 0x7170; shl.b32 h, l, 1; lop3.b32 %0, h, 0x7f007f00, l, 0x6a; }",
        "u32",
        "u32",
    )
    unpack = "lop3.b32 {0}, %4, {1}, 0x64006400, 0xea;"
    parts = [
        unpack.format(f"%{n}", mask) for n, mask in enumerate(("0x000f000f", "0x00f000f0", "0x0f000f00", "0xf000f000"))
    ]
    yield case(" ".join(parts), "u32& u32& u32& u32", "u32")
    yield case("lop3.b32 %0, %1, 0x000f000f, 0x64006400, (0xf0 & 0xcc) | 0xaa;", "u32", "u32")
    yield case("{ .reg .u32 a, b; mov.b64 {a, b}, %1; shf.l.wrap.b32 a, a, b, 9; cvt.u64.u32 %0, a; }", "u64", "u64")
    yield case("{ .reg .u16 a, b; mov.b32 {a, b}, %1; mul.lo.u16 a, a, b; cvt.u32.u16 %0, a; }", "u32", "u32")
    yield case("{ .reg .s16 a; cvt.s16.s32 a, %1; abs.s16 a, a; cvt.s32.s16 %0, a; }", "s32", "s32")
    yield case("{ .reg .u8 b; cvt.u8.u32 b, %1; cvt.u32.u8 %0, b; }", "u32", "u32")
    yield case("{ .reg .s8 b; cvt.s8.s32 b, %1; cvt.s32.s8 %0, b; }", "s32", "s32")
    yield case("{ .reg .u32 t; bfe.u32 t, %1, 8, 8; mad.lo.u32 t, t, 77, %2; popc.b32 %0, t; }", "u32", "u32 u32")
    yield case(
        "{ .reg .u32 s, t; sub.u32 s, 32, %2; shl.b32 t, %1, %2; shr.u32 s, %1, s; or.b32 %0, s, t; }",
        "u32",
        "u32 u32:shift",
    )
    yield case("{.reg .u32 c;clz.b32 c,%1;sub.s32 c,31,c;max.s32 %0,c,0;}", "s32", "u32")
    yield case("/* low word */ add.u32 %0, %1, %2; // done", "u32", "u32 u32")
    yield case("add.u32 %0 , %1 , -1 ;", "u32", "u32")
    yield case(
        "{ .reg .u64 p<3>; mul.wide.u32 p0, %1, %2; mul.hi.u64 p1, p0, %3; add.u64 p2, p0, p1; xor.b64 %0, p2, %3; }",
        "u64",
        "u32 u32 u64",
    )


def _branches() -> Iterator[Case]:
    yield case("{ .reg .pred p; setp.ge.s32 p, %1, 0; @!p neg.s32 %0, %1; @p mov.s32 %0, %1; }", "s32&", "s32")
    yield case(
        "{ .reg .pred p; setp.eq.u32 p, %1, 0; mov.u32 %0, 1; @p bra L1; add.u32 %0, %0, %2; L1: }",
        "u32&",
        "u32:flag u32",
    )
    yield case(
        "{ .reg .pred p; .reg .u32 x; mov.u32 x, %1; mov.u32 %0, 0; AGAIN: and.b32 %0, x, 1; shr.u32 x, x, 1; "
        "setp.ne.u32 p, x, 0; @p bra AGAIN; }",
        "u32&",
        "u32",
    )
    yield case(
        "{ .reg .pred p; .reg .u32 a, b, t; mov.u32 a, %1; mov.u32 b, %2; loop: setp.eq.u32 p, b, 0; @p bra end; "
        "rem.u32 t, a, b; mov.u32 a, b; mov.u32 b, t; bra.uni loop; end: mov.u32 %0, a; }",
        "u32",
        "u32:divisor u32:divisor",
    )
    yield case(
        "{ .reg .pred p, q; setp.lt.f32 p, %1, %2; setp.gt.and.f32 q, %1, 0f3F800000, p; mov.u32 %0, 0; "
        "@q mov.u32 %0, 1; @!q bra S; or.b32 %0, %0, 4; S: add.u32 %0, %0, 16; }",
        "u32&",
        "f32 f32",
    )
    yield case(
        "{ .reg .pred p; .reg .u32 i; mov.u32 i, 0; mov.u64 %0, 1; $L: mul.lo.u64 %0, %0, %1; add.u32 i, i, 1; "
        "setp.lt.u32 p, i, 13; @p bra $L; }",
        "u64&",
        "u64",
    )
    yield case(
        "{ .reg .pred p; setp.gt.u32 p, %2, %3; @p sub.cc.u32 %0, %0, %2; @p subc.u32 %1, %1, 0; }",
        "u32+ u32+",
        "u32 u32",
    )
    yield case("{ .reg .pred p|q; setp.lt.u32 p, %1, %2; selp.u32 %0, 1, 0, p; }".replace("p|q", "p"), "u32", "u32 u32")
    yield case(
        "{ .reg .pred a, b; setp.lt.s32 a|b, %1, %2; selp.s32 %0, %1, %2, b; @a add.s32 %0, %0, 1; }", "s32&", "s32 s32"
    )


def _code() -> Iterator[Case]:
    """Statements in the C++ code around them that changes how they are read or written."""
    yield code(
        '  unsigned v[2]; int i = a1 & 1;\n  v[0] = v[1] = 9;\n  asm("add.u32 %0, %1, 5;" : "=r"(v[i]) : "r"(a0));\n  r0 = v[0]; r1 = v[1];',
        "u32 u32",
        "u32 u32",
    )
    yield code(
        '  int i = 0; unsigned v[3] = {1, 2, 3};\n  asm("add.u32 %0, %1, %2;" : "=r"(v[i++]) : "r"(a0), "r"(a1));\n  r0 = v[0]; r1 = i;',
        "u32 u32",
        "u32 u32",
    )
    yield code(
        '  asm("{ .reg .u32 t; mov.u32 t, %1; mov.u32 %1, %0; mov.u32 %0, t; }" : "+r"(a0), "+r"(a1));\n  r0 = a0; r1 = a1;',
        "u32 u32",
        "u32 u32",
    )
    yield code(
        '  float4 q;\n  asm("mov.f32 %0, %2; mov.f32 %1, %3;" : "=f"(q.x), "=f"(q.w) : "f"(a1), "f"(a0));\n  r0 = q.x; r1 = q.w;',
        "f32! f32!",
        "f32 f32",
    )
    yield code(
        '  unsigned char small = static_cast<unsigned char>(a0);\n  asm("add.u32 %0, %1, %2;" : "=r"(r0) : "r"((unsigned)small), "r"(a0 + 1));',
        "u32",
        "u32",
    )
    yield code('  int n = a0;\n  asm("shr.u32 %0, %1, 4;" : "=r"(r0) : "r"(n));', "u32", "s32")
    yield code('  unsigned n = a0;\n  asm("shr.s32 %0, %1, 4;" : "=r"(r0) : "r"(n));', "u32", "u32")
    yield code('  int x = a0, y = a1;\n  asm("mul.hi.u32 %0, %1, %2;" : "=r"(r0) : "r"(x), "r"(y));', "u32", "s32 s32")
    yield code('  unsigned x = a0;\n  asm("max.s32 %0, %1, %2;" : "=r"(r0) : "r"(x), "r"(a1));', "u32", "u32 u32")
    yield code('  float f = a0;\n  asm("mov.b32 %0, %1;" : "=r"(r0) : "r"(__float_as_uint(f)));', "u32", "f32")
    yield code(
        '  auto twice = [](unsigned x) { unsigned y; asm("shl.b32 %0, %1, 1;" : "=r"(y) : "r"(x)); return y; };\n  r0 = twice(twice(a0));',
        "u32",
        "u32",
    )
    yield code('  for (r0 = 0; a0; a0 >>= 3) asm("add.u32 %0, %0, %1;" : "+r"(r0) : "r"(a0));', "u32", "u32")
    yield code(
        '  r0 = 3;\n  if (a0 & 1) asm("mov.u32 %0, 8;" : "=r"(r0)); else asm("mov.u32 %0, %1;" : "=r"(r0) : "r"(a0));',
        "u32",
        "u32",
    )
    yield code(
        '#define SECOND_ROT(d, s, n) asm("shf.l.wrap.b32 %0, %1, %1, %2;" : "=r"(d) : "r"(s), "r"(n))\n  SECOND_ROT(r0, a0, a1);\n  SECOND_ROT(r1, a0 + a1, 7);',
        "u32 u32",
        "u32 u32:shift",
    )
    yield code(
        '#define SECOND_ADD(t, r, x) asm("add." #t " %0, %1, 3;" : "=r"(r) : "r"(x))\n  SECOND_ADD(u32, r0, a0);\n  SECOND_ADD(sat.s32, r1, a1);',
        "u32 s32",
        "u32 s32",
    )
    yield code(
        '#define SECOND_CHAIN "addc.cc.u32 %1, %1, 0; "\n  r0 = a0; r1 = a1;\n  asm("add.cc.u32 %0, %0, %2; " SECOND_CHAIN "addc.u32 %1, %1, %2;" : "+r"(r0), "+r"(r1) : "r"(a2));',
        "u32 u32",
        "u32 u32 u32",
    )
    yield code('  const size_t wide = a0;\n  asm("cvt.u32.u64 %0, %1;" : "=r"(r0) : "l"(wide * 3));', "u32", "u64")
    yield code('  short h = a0;\n  asm("cvt.s32.s16 %0, %1;" : "=r"(r0) : "h"(h));', "s32", "s16")
    yield code('  long long s = a0;\n  asm("shr.s64 %0, %1, %2;" : "=l"(r0) : "l"(s), "r"(a1 & 63));', "s64", "s64 u32")
    yield code(
        '  bool flag = a0 & 1;\n  asm("{ .reg .pred p; setp.ne.s32 p, %1, 0; selp.u32 %0, 7, 11, p; }" : "=r"(r0) : "r"((int)flag));',
        "u32",
        "u32",
    )
    yield code(
        '  unsigned long long both;\n  asm("mov.b64 %0, {%1, %2};" : "=l"(both) : "r"(a0), "f"(a1));\n  asm("mov.b64 {%0, %1}, %2;" : "=r"(r0), "=f"(r1) : "l"(both));',
        "u32 f32!",
        "u32 f32",
    )
    yield code(
        '  double d = a0;\n  int lo, hi;\n  asm("mov.b64 {%0, %1}, %2;" : "=r"(lo), "=r"(hi) : "d"(d));\n  r0 = lo ^ hi;',
        "s32",
        "f64",
    )
    yield code(
        '  unsigned* p = reinterpret_cast<unsigned*>(cell);\n  asm volatile("st.global.u32 [%0], %1;" :: "l"(p), "r"(a0) : "memory");\n  *p += 1;\n  asm volatile("ld.global.u32 %0, [%1];" : "=r"(r0) : "l"(p) : "memory");',
        "u32",
        "u32",
    )
    yield from _pointers()


def _pointers() -> Iterator[Case]:
    """Pointers as operands, which constraints take as they take integers."""
    row = "u64 u64 u64 u64"
    load = "  r0 = *reinterpret_cast<const unsigned long long*>({p});"
    texts = {
        '  unsigned long long g;\n  asm("mov.u64 %0, %1;" : "=l"(g) : "l"(row));\n': "g",
        '  unsigned long long g;\n  asm("add.u64 %0, %1, 8;" : "=l"(g) : "l"(row));\n': "g",
        '  const void* p;\n  asm("cvta.to.global.u64 %0, %1;" : "=l"(p) : "l"(row));\n': "p",
        '  const char* p;\n  asm("add.s64 %0, %1, %2;" : "=l"(p) : "l"(row), "l"(16ll));\n': "p",
        '  size_t g;\n  asm("cvta.to.global.u64 %0, %1;" : "=l"(g) : "l"((const void*)row));\n': "g",
        '  const unsigned long long* p = row;\n  asm("add.u64 %0, %0, %1;" : "+l"(p) : "l"(24ull));\n': "p",
        '  unsigned long long g;\n  asm("{ .reg .u64 t; cvta.to.global.u64 t, %1; add.u64 %0, t, 8; }" : "=l"(g) : "l"(row));\n': "g",
        '  auto moved = [](const void* p) { size_t to; asm("mov.b64 %0, %1;" : "=l"(to) : "l"(p)); return to; };\n': "moved(row + 1)",
    }
    for text, pointer in texts.items():
        yield code(text + load.format(p=pointer), "u64", row)
