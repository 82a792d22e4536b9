"""Warps: what 32 lanes reach together."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.ptx_second.model import Case, code, lanes

PART = "0x0ff0f00f"


def cases() -> Iterator[Case]:
    """All statements of this module."""
    yield from _shuffles()
    yield from _votes()
    yield from _parts()
    yield from _matrices()


def _shuffles() -> Iterator[Case]:
    for mode, clamps in (
        ("idx", (0x1F, 0x181F, 0x1C03)),
        ("bfly", (0x1F, 0x101F)),
        ("up", (0, 0x1800)),
        ("down", (0x1F, 0x181F)),
    ):
        for clamp in clamps:
            yield lanes(f"shfl.sync.{mode}.b32 %0, %1, %2, {clamp:#x}, 0xffffffff;", "u32", "u32 u32:lane")
            text = f"shfl.sync.{mode}.b32 %0|p, %2, %3, {clamp:#x}, -1; selp.u32 %1, 1, 0, p;"
            yield lanes(f"{{ .reg .pred p; {text} }}", "u32 u32", "u32 u32:lane")
        yield lanes(f"shfl.sync.{mode}.b32 %0, %1, 3, %2, %3;", "u32", "u32", constants="0x1f 0xffffffff")
    text = "shfl.sync.up.b32 r, %1, 1, 0, 0xffffffff; @p add.u32 r, r, %1;"
    yield lanes(
        f"{{ .reg .u32 r; .reg .pred p; {text.replace('r, %1, 1', 'r|p, %1, 1')} mov.u32 %0, r; }}", "u32", "u32"
    )
    scan = (
        "{ .reg .f32 r0; .reg .pred p; shfl.sync.up.b32 r0|p, %1, %2, 0, %3; @p add.f32 r0, r0, %1; mov.f32 %0, r0; }"
    )
    yield lanes(scan, "f32", "f32", constants="4 0xffffffff")
    halves = (
        "{ .reg .b32 lo, hi; mov.b64 {lo, hi}, %1; shfl.sync.bfly.b32 lo, lo, 16, 0x1f, 0xffffffff; "
        "shfl.sync.bfly.b32 hi, hi, 16, 0x1f, 0xffffffff; mov.b64 %0, {lo, hi}; }"
    )
    yield lanes(halves, "f64!", "f64")


def _votes() -> Iterator[Case]:
    for mode in ("all", "any", "uni"):
        text = f"setp.ne.u32 p, %1, 0; vote.sync.{mode}.pred p, p, 0xffffffff; selp.u32 %0, 1, 0, p;"
        yield lanes(f"{{ .reg .pred p; {text} }}", "u32", "u32:flag")
        yield lanes(f"{{ .reg .pred p; {text.replace('p, p,', 'p, !p,')} }}", "u32", "u32:rare")
        yield lanes(f"{{ .reg .pred p; {text} }}", "u32", "u32:rare")
    text = "setp.lt.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff;"
    yield lanes(f"{{ .reg .pred p; {text} }}", "u32", "s32")
    yield lanes(f"{{ .reg .pred p; {text.replace('%0, p', '%0, !p')} }}", "u32", "s32")
    yield lanes("match.any.sync.b32 %0, %1, 0xffffffff;", "u32", "u32:nth")
    yield lanes("match.any.sync.b64 %0, %1, 0xffffffff;", "u32", "u64:nth")
    for b in ("b32", "b64"):
        t = b.replace("b", "u")
        text = f"match.all.sync.{b} %0|p, %2, 0xffffffff; selp.u32 %1, 1, 0, p;"
        yield lanes(f"{{ .reg .pred p; {text} }}", "u32 u32", f"{t}:rare")
    for name in ("add", "min", "max"):
        for t in ("u32", "s32"):
            yield lanes(f"redux.sync.{name}.{t} %0, %1, 0xffffffff;", t, t)
    for name in ("and", "or", "xor"):
        yield lanes(f"redux.sync.{name}.b32 %0, %1, 0xffffffff;", "u32", "u32")
    yield lanes("activemask.b32 %0;", "u32", "u32")
    text = "elect.sync r|p, 0xffffffff; selp.u32 %0, 1, 0, p;"
    yield lanes(f"{{ .reg .b32 r; .reg .pred p; {text} }}", "u32", "u32")
    for name in ("popc.u32 %0, p", "and.pred q, p", "or.pred q, p"):
        tail = "" if name.startswith("popc") else " selp.u32 %0, 1, 0, q;"
        text = f"setp.ne.u32 p, %1, 0; barrier.cta.red.{name.replace('%0, p', '%0, 0, p').replace('q, p', 'q, 0, p')};{tail}"
        yield lanes(f"{{ .reg .pred p, q; {text} }}", "u32", "u32:rare")
    for name in ("bar.sync 0;", "barrier.sync 0;", "bar.warp.sync 0xffffffff;"):
        yield code(
            "  __shared__ unsigned words[64];\n  words[threadIdx.x] = a0;\n"
            f'  asm volatile("{name}" ::: "memory");\n  r0 = words[threadIdx.x ^ 5];',
            "u32",
            "u32",
            meets_lanes=True,
        )


def _parts() -> Iterator[Case]:
    """Only the lanes of a mask, which differs between the warps of a block."""
    statements = {
        '"shfl.sync.bfly.b32 %0, %1, 4, 0x1f, %2;"': "u32",
        '"redux.sync.add.u32 %0, %1, %2;"': "u32",
        '"redux.sync.max.s32 %0, %1, %2;"': "u32",
        '"match.any.sync.b32 %0, %1, %2;"': "u32:nth",
        '"{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"': "u32:flag",
        '"{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.all.pred p, p, %2; selp.u32 %0, 1, 0, p; }"': "u32:flag",
        '"{ .reg .u32 a; activemask.b32 a; and.b32 %0, a, %2; add.u32 %0, %0, %1; }"': "u32",
    }
    masks = {"0x0ff0f00fu": "", "(t & 32) ? 0xf0u : 0xffff0f0fu": "", "0xffff0000u": "", "1u << (t & 31)": ""}
    for n, (template, pool) in enumerate(statements.items()):
        for k, mask in enumerate(masks):
            if (n + k) % 2 and "activemask" not in template:
                continue
            if "bfly" in template and "1u <<" in mask:
                continue
            yield code(
                f"  const unsigned mask = {mask};\n  r0 = 77;\n  if (mask >> (t & 31) & 1) {{\n"
                f'    asm volatile({template} : "=&r"(r0) : "r"(a0), "r"(mask));\n  }}',
                "u32",
                pool,
                meets_lanes=True,
            )


def _mma(name: str, d: str, a: str, b: str, c: str, counts: tuple[int, int, int, int]) -> Case:
    """A product of matrices, all of whose numbers are small integers: the sum is the same in any order."""
    sizes = dict(zip("dabc", counts, strict=True))
    start = 0
    groups = []
    for letter in "dabc":
        groups.append("{" + ", ".join(f"%{start + n}" for n in range(sizes[letter])) + "}")
        start += sizes[letter]
    return lanes(
        f"mma.sync.aligned.{name} {', '.join(groups)};",
        " ".join([d] * sizes["d"]),
        " ".join([a] * sizes["a"] + [b] * sizes["b"] + [c] * sizes["c"]),
    )


def _matrices() -> Iterator[Case]:
    half, brain = "u32:tinyf16x2", "u32:tinybf16x2"
    yield _mma("m16n8k16.row.col.f32.f16.f16.f32", "f32", half, half, "f32:tiny", (4, 4, 2, 4))
    yield _mma("m16n8k8.row.col.f32.f16.f16.f32", "f32", half, half, "f32:tiny", (4, 2, 1, 4))
    yield _mma("m16n8k16.row.col.f16.f16.f16.f16", "f16x2", half, half, half, (2, 4, 2, 2))
    yield _mma("m16n8k16.row.col.f32.bf16.bf16.f32", "f32", brain, brain, "f32:tiny", (4, 4, 2, 4))
    yield _mma("m16n8k8.row.col.f32.tf32.tf32.f32", "f32", "u32:tinyf32", "u32:tinyf32", "f32:tiny", (4, 4, 2, 4))
    yield _mma("m16n8k32.row.col.s32.s8.s8.s32", "s32", "u32", "u32", "s32", (4, 4, 2, 4))
    yield _mma("m16n8k16.row.col.s32.u8.s8.s32", "s32", "u32", "u32", "s32", (4, 2, 1, 4))
    yield _mma("m8n8k16.row.col.s32.s8.s8.s32", "s32", "u32", "u32", "s32", (2, 1, 1, 2))
    yield _mma("m16n8k64.row.col.s32.s4.s4.s32", "s32", "u32", "u32", "s32", (4, 4, 2, 4))
    yield _mma("m8n8k4.row.col.f64.f64.f64.f64", "f64", "f64:tiny64", "f64:tiny64", "f64:tiny64", (2, 1, 1, 2))
    yield _mma("m16n8k256.row.col.s32.b1.b1.s32.and.popc", "s32", "u32", "u32", "s32", (4, 4, 2, 4))
    tile = (
        "  alignas(16) __shared__ unsigned words[512];\n"
        "  for (int i = 0; i < 8; ++i) words[threadIdx.x * 8 + i] = static_cast<unsigned>(row[i / 2] >> (i % 2 * 32));\n"
        "  __syncthreads();\n"
        "  unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(words + (threadIdx.x & 32) * 8 + {lane} * 4));\n"
    )
    for count, trans in ((1, ""), (2, ""), (4, ""), (4, ".trans"), (2, ".trans")):
        regs = ", ".join(f"%{n}" for n in range(count))
        outs = ", ".join(f'"=r"(r{n})' for n in range(count))
        text = f"ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 {{{regs}}}, [%{count}];"
        yield code(
            tile.format(lane="((threadIdx.x * 7) & 31)")
            + f'  asm volatile("{text}" : {outs} : "r"(place) : "memory");',
            " ".join(["u32"] * count),
            "u64 u64 u64 u64",
            meets_lanes=True,
        )
    yield lanes("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;", "u32", "u32")
    yield code(
        tile.format(lane="((threadIdx.x * 5) & 31)")
        + '  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" :: "r"(place), "r"(a4), "r"(a5) : "memory");\n'
        + "  __syncthreads();\n  r0 = words[threadIdx.x * 8]; r1 = words[threadIdx.x * 8 + 3]; r2 = words[threadIdx.x * 8 + 6];",
        "u32 u32 u32",
        "u64 u64 u64 u64 u32 u32",
        meets_lanes=True,
    )
