"""Operations that the documents describe in words, or in a way that is no rule to compute by.

Each is C++: `LANE` for one lane (S0, S1, S2, D0, VCC), `SCALAR` for a wave's scalars, and `WAVE` where lanes see each
other or the wave goes another way.
"""

from __future__ import annotations

_MIX = """float in[3]; const uint64_t S[3] = {S0, S1, S2};
    for (int each = 0; each < 3; ++each) {
      const bool half = each == 2 ? i.opsel_hi >> 2 & 1 : i.opsel_hi >> each & 1;
      float value = half ? (float)bits_Float16(S[each] >> (i.opsel >> each & 1 ? 16 : 0)) : bits_float(S[each]);
      if (i.neg_hi >> each & 1) value = std::fabs(value);
      in[each] = i.neg >> each & 1 ? -value : value;
    }
    const float sum = std::fma(in[0], in[1], in[2]); """

LANE = {
    "V_EXP_F32": "D0 = float_bits(std::exp2(bits_float(S0)));",
    "V_EXP_F16": "D0 = float_bits((_Float16)std::exp2((float)bits_Float16(S0)));",
    "V_RNDNE_F16": "D0 = float_bits((_Float16)std::nearbyint((float)bits_Float16(S0)));",
    "V_RNDNE_F32": "D0 = float_bits(std::nearbyint(bits_float(S0)));",
    "V_RNDNE_F64": "D0 = float_bits(std::nearbyint(bits_double(S0)));",
    "V_LDEXP_F32": "D0 = float_bits((float)std::ldexp((double)bits_float(S0), (int32_t)S1));",
    "V_LDEXP_F64": "D0 = float_bits(std::ldexp(bits_double(S0), (int32_t)S1));",
    "V_LDEXP_F16": "D0 = float_bits((_Float16)std::ldexp((double)bits_Float16(S0), (int16_t)S1));",
    "V_CVT_PKRTZ_F16_F32": "D0 = half_toward_zero(bits_float(S0)) | half_toward_zero(bits_float(S1)) << 16;",
    "V_CVT_PK_RTZ_F16_F32": "D0 = half_toward_zero(bits_float(S0)) | half_toward_zero(bits_float(S1)) << 16;",
    **{
        f"V_CVT_{kind}": body.replace("BITS", bits)
        for name, bits in (("FP8", "3"), ("BF8", "2"))
        for kind, body in {
            f"F32_{name}": "D0 = wide8<BITS>(S0);",
            f"PK_F32_{name}": "D0 = wide8<BITS>(S0) | wide8<BITS>(S0 >> 8) << 32;",
            f"PK_{name}_F32": "D0 = placed(D0, narrow8<BITS>(bits_float(S0)) | narrow8<BITS>(bits_float(S1)) << 8, i.opsel & 8 ? 16 : 0, 0xffff);",
            f"SR_{name}_F32": "D0 = placed(D0, narrow8<BITS>(jittered(S0, (uint32_t)S1 >> (15 - BITS))), (i.opsel >> 2 & 3) * 8, 0xff);",
        }.items()
    },
    "V_MAD_F32": "D0 = float_bits(bits_float(S0) * bits_float(S1) + bits_float(S2));",
    "V_MAC_F32": "D0 = float_bits(bits_float(S0) * bits_float(S1) + bits_float(D0));",
    "V_MADMK_F32": "D0 = float_bits(bits_float(S0) * bits_float(SIMM32) + bits_float(S1));",
    "V_MADAK_F32": "D0 = float_bits(bits_float(S0) * bits_float(S1) + bits_float(SIMM32));",
    "V_MAD_LEGACY_U16": "D0 = (uint16_t)(S0 * S1 + S2);",
    "V_PERM_B32": "D0 = permuted_bytes(S0 << 32 | S1, (uint32_t)S2);",
    "V_DIV_SCALE_F32": "D0 = division_scale<float, 96, 64>(S0, S1, S2, VCC, lane);",
    "V_DIV_SCALE_F64": "D0 = division_scale<double, 768, 128>(S0, S1, S2, VCC, lane);",
    "V_DIV_FMAS_F32": "D0 = float_bits(unscaled<float>(VCC >> lane & 1, bits_float(S0), bits_float(S1), bits_float(S2)));",
    "V_DIV_FMAS_F64": "D0 = float_bits(unscaled<double>(VCC >> lane & 1, bits_double(S0), bits_double(S1), bits_double(S2)));",
    "V_DIV_FIXUP_F32": "D0 = float_bits(fixed_up(bits_float(S0), bits_float(S1), bits_float(S2)));",
    "V_DIV_FIXUP_F64": "D0 = float_bits(fixed_up(bits_double(S0), bits_double(S1), bits_double(S2)));",
    "V_FMA_MIX_F32": _MIX + "D0 = float_bits(sum);",
    "V_MAD_MIX_F32": _MIX + "D0 = float_bits(sum);",
    "V_FMA_MIXLO_F16": _MIX + "D0 = (D0 & 0xffff0000) | float_bits((_Float16)sum);",
    "V_MAD_MIXLO_F16": _MIX + "D0 = (D0 & 0xffff0000) | float_bits((_Float16)sum);",
    "V_FMA_MIXHI_F16": _MIX + "D0 = (D0 & 0xffff) | float_bits((_Float16)sum) << 16;",
    "V_MAD_MIXHI_F16": _MIX + "D0 = (D0 & 0xffff) | float_bits((_Float16)sum) << 16;",
    "V_PK_MOV_B32": "D0 = (uint32_t)S0 | (S1 & 0xffffffff00000000ull);",
    "V_DOT4_I32_IU8": """int32_t sum = (int32_t)S2;
    for (int each = 0; each < 32; each += 8) {
      const int a = i.neg & 1 ? (int8_t)(S0 >> each) : (int)(uint8_t)(S0 >> each);
      const int b = i.neg & 2 ? (int8_t)(S1 >> each) : (int)(uint8_t)(S1 >> each);
      sum += a * b;
    }
    D0 = (uint32_t)sum;""",
    "V_ACCVGPR_READ_B32": "D0 = S0;",
    "V_ACCVGPR_READ": "D0 = S0;",
    "V_ACCVGPR_WRITE_B32": "D0 = S0;",
    "V_ACCVGPR_WRITE": "D0 = S0;",
    "V_ACCVGPR_MOV_B32": "D0 = S0;",
}

SCALAR = {
    "S_GETREG_B32": "D0 = hardware_register(wave, i.offset & 63) >> (i.offset >> 6 & 31) & ((2ull << (i.offset >> 11 & 31)) - 1);",
    "S_SENDMSG_RTN_B32": "D0 = 0;",
    "S_SENDMSG_RTN_B64": "D0 = 0;",
}

_NOTHING = "  (void)wave, (void)i;"
_LANE_SELECT = "(i.s1.kind == IMMEDIATE ? (uint32_t)i.immediate[1] : wave.scalar[i.s1.number]) % LANES"

WAVE = dict.fromkeys(
    (
        "S_NOP",
        "S_WAITCNT",
        "S_WAITCNT_VSCNT",
        "S_WAITCNT_VMCNT",
        "S_WAITCNT_LGKMCNT",
        "S_WAITCNT_EXPCNT",
        "S_WAITCNT_DEPCTR",
        "S_DELAY_ALU",
        "S_CLAUSE",
        "S_SET_INST_PREFETCH_DISTANCE",
        "S_INST_PREFETCH",
        "S_SENDMSG",
        "S_SETPRIO",
        "S_DCACHE_INV",
        "S_DCACHE_WB",
        "S_ICACHE_INV",
        "S_GL1_INV",
        "BUFFER_WBL2",
        "BUFFER_INV",
        "BUFFER_WBINVL1",
        "BUFFER_WBINVL1_VOL",
        "BUFFER_INVL2",
        "BUFFER_GL0_INV",
        "BUFFER_GL1_INV",
        "V_NOP",
        "S_CODE_END",
    ),
    _NOTHING,
)
WAVE |= {
    "S_SETREG_B32": "  set_hardware_register(i.offset, view(wave, i.s0, i.immediate[0]).get(0));",
    "S_SETREG_IMM32_B32": "  (void)wave; set_hardware_register(i.offset, i.immediate[2]);",
    "S_MEMTIME": "  wave.set_pair(i.d.number, passed_time());",
    "S_MEMREALTIME": "  wave.set_pair(i.d.number, passed_time());",
    "S_ENDPGM": "  (void)i; wave.ended = true;",
    "S_BARRIER": "  (void)i; wave.waits = true;",
    "S_SLEEP": "  (void)i; wave.yields = true;",
    "S_TRAP": '  (void)wave; fail("trap " + std::to_string(i.offset));',
    "S_SETHALT": '  (void)wave, (void)i; fail("halt");',
    "S_BRANCH": "  wave.pc += (int64_t)(int16_t)i.offset * 4;",
    "S_CBRANCH_SCC0": "  if (!wave.scalar[SCC_PLACE]) wave.pc += (int64_t)(int16_t)i.offset * 4;",
    "S_CBRANCH_SCC1": "  if (wave.scalar[SCC_PLACE]) wave.pc += (int64_t)(int16_t)i.offset * 4;",
    "S_CBRANCH_VCCZ": "  if (!wave.mask(VCC_LO)) wave.pc += (int64_t)(int16_t)i.offset * 4;",
    "S_CBRANCH_VCCNZ": "  if (wave.mask(VCC_LO)) wave.pc += (int64_t)(int16_t)i.offset * 4;",
    "S_CBRANCH_EXECZ": "  if (!wave.mask(EXEC_LO)) wave.pc += (int64_t)(int16_t)i.offset * 4;",
    "S_CBRANCH_EXECNZ": "  if (wave.mask(EXEC_LO)) wave.pc += (int64_t)(int16_t)i.offset * 4;",
    "V_READFIRSTLANE_B32": """  const uint64_t active = wave.mask(EXEC_LO);
  wave.scalar[i.d.number] = view(wave, i.s0, i.immediate[0]).get(active ? __builtin_ctzll(active) : 0);""",
    "V_READLANE_B32": f"  wave.scalar[i.d.number] = view(wave, i.s0, i.immediate[0]).get({_LANE_SELECT});",
    "V_WRITELANE_B32": f"  wave.vector[i.d.number][{_LANE_SELECT}] = view(wave, i.s0, i.immediate[0]).get(0);",
    "DS_BPERMUTE_B32": "  bring_lanes<LANES>(wave, i);",
    "DS_PERMUTE_B32": "  send_lanes<LANES>(wave, i);",
    "DS_SWIZZLE_B32": "  swizzle_lanes<LANES>(wave, i);",
    "V_PERMLANE16_B32": "  permute_rows<LANES>(wave, i, 0);",
    "V_PERMLANEX16_B32": "  permute_rows<LANES>(wave, i, 1);",
    "V_SWAP_B32": """  const uint64_t active = wave.mask(EXEC_LO);
  for (unsigned lane = 0; lane < LANES; ++lane)
    if (active >> lane & 1) std::swap(wave.vector[i.d.number][lane], wave.vector[i.s0.number][lane]);""",
}
WAVE |= {
    f"S_LOAD_{suffix}": f"  scalar_load(wave, i, {words});"
    for words, *suffixes in ((1, "DWORD", "B32"), (2, "DWORDX2", "B64"), (4, "DWORDX4", "B128"), (8, "DWORDX8", "B256"),
                             (16, "DWORDX16", "B512"))
    for suffix in suffixes
}  # fmt: skip
WAVE |= {
    f"V_MFMA_{name}": f"  small_blocks<{types}>(wave, i, {depth});"
    for name, types, depth in (
        ("F32_4X4X1_16B_F32", "F32, float", 1), ("F32_4X4X4_16B_F16", "F16, float", 4), ("F32_4X4X2_16B_BF16", "BF16, float", 2),
        ("F32_4X4X4_16B_BF16", "BF16, float", 4), ("F32_4X4X4_16B_BF16_1K", "BF16, float", 4), ("I32_4X4X4_16B_I8", "I8, int", 4),
    )
} | {
    f"V_WMMA_{name}": f"  wave_matrix<{types}>(wave, i);"
    for name, types in (
        ("F32_16X16X16_F16", "F16, float"), ("F32_16X16X16_BF16", "BF16, float"), ("I32_16X16X16_IU8", "I8, int"),
        ("I32_16X16X16_IU4", "I4, int"),
    )
}  # fmt: skip
