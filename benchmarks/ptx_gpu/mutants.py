"""Translations that are wrong on purpose: a run that does not find each of them is no proof of anything.

Each is an opcode and C++ in which `{ours}` is the right translation and `{a}` an input, as in a row's `code`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.ptx_gpu.cases import Case, cases_of
from hipify_py.subjects.ptx.forms import Form

MUTANTS: Mapping[str, str] = {
    "abs.f32": "{a} < 0.0f ? -{a} : {a}",
    "add.f16": "{ours} == 0x8000u ? 0u : {ours}",
    "add.rz.f32": "{a} + {b}",
    "add.rm.f32": "{ours} == 0.0f ? 0.0f : {ours}",
    "add.sat.f32": "fminf(fmaxf({a} + {b}, 0.0f), 1.0f) + 0.0f * {a}",
    "add.ftz.f32": "{a} + {b}",
    "add.sat.s32": "static_cast<int32_t>(static_cast<uint32_t>({a}) + static_cast<uint32_t>({b}))",
    "atom.global.add.u32": "{ours} + 0u * (*reinterpret_cast<volatile uint32_t*>(at0 + 4) += 1u)",
    "bfe.s32": "static_cast<int32_t>(hipify_ptx::bfe<uint32_t>({a}, {b}, {c}))",
    "bfe.u32": "hipify_ptx::bfe<uint32_t>({a}, {b}, {c} + 1u)",
    "bfi.b32": "{ours} ^ (({c} & 255u) == 32u ? 1u : 0u)",
    "brev.b32": "({a} >> 16) | ({a} << 16)",
    "clz.b32": "static_cast<uint32_t>({a} == 0u ? 31 : __clz({a}))",
    "cvt.rni.s32.f32": "static_cast<int32_t>({a} + 0.5f)",
    "cvt.rn.bf16.f32": "static_cast<uint16_t>(__float_as_uint({a}) >> 16)",
    "cvt.rzi.u32.f32": "static_cast<uint32_t>(static_cast<int32_t>({a}))",
    "dp4a.u32.u32": "{ours} + ({c} == 0xffffffffu ? 1u : 0u)",
    "fma.rn.f32": "__fadd_rn(__fmul_rn({a}, {b}), {c})",
    "fma.rz.f64": "__fma_rn({a}, {b}, {c})",
    "fma.rn.f16x2": "{ours} ^ ({ours} == 0x7fff7fffu ? 1u : 0u)",
    "ld.global.u32": "*reinterpret_cast<volatile uint32_t*>(slot0 + 3)",
    "ld.shared.s8": "static_cast<int8_t>({ours} & 127)",
    "match.any.sync.b32": "{ours} & {mask} & 0x7fffffffu",
    "max.f32": "{a} < {b} ? {b} : {a}",
    "min.f32": "{b} < {a} ? {b} : {a}",
    "min.NaN.f32": "fminf({a}, {b})",
    "mul.hi.s32": "static_cast<int32_t>(__umulhi({a}, {b}))",
    "mul24.lo.u32": "{a} * {b}",
    "popc.b64": "static_cast<uint32_t>(__popc(static_cast<uint32_t>({a})))",
    "prmt.b32": "__byte_perm({a}, {b}, {c} & 0x7777u)",
    "redux.sync.min.s32": "static_cast<int32_t>(__reduce_min_sync({mask}, static_cast<uint32_t>({a})))",
    "sad.s32": "{c} + static_cast<uint32_t>(abs(static_cast<int32_t>({a} - {b})))",
    "shf.l.clamp.b32": "__funnelshift_l({a}, {b}, {c})",
    "shfl.sync.idx.b32": "__shfl_sync({mask}, {a}, static_cast<int>({b}))",
    "shfl.sync.up.b32": "__shfl_up_sync({mask}, {a}, {b} & 31u)",
    "shl.b32": "{a} << ({b} & 31u)",
    "shr.s32": "{a} >> ({b} & 31u)",
    "shr.u32": "{a} >> ({b} & 31u)",
    "st.global.u32": "hipify_ptx::assign(*(at0 + 3), static_cast<uint64_t>({b}))",
    "vote.sync.ballot.b32": "__ballot_sync({mask}, {a}) | (1u << (threadIdx.x & 31u))",
}


def mutant_of(form: Form) -> Iterator[tuple[Case, str]]:
    """The first case of a form, and a wrong translation of it; nothing for most forms."""
    if form.opcode in MUTANTS:
        yield next(case for case in cases_of(form) if case.pair is None), MUTANTS[form.opcode]
