// ---------------------------------------------------------------------------------------------------------------------
// mma, ldmatrix, stmatrix, movmatrix.

// mma with sums of f32 or f64; the instruction does not say in which order they are made, nor how it rounds on the way.
// Where all lanes of a wave are here, which all lanes know, matrix cores make it, if there are any.
template <class A, class B = A, class Register, int Ofs, int Chunks, class Sum, int Sums>
HIPIFY_PTX_FN vec<Sum, Sums> mma(vec<Register, Ofs> a, vec<Register, Chunks> b, vec<Sum, Sums> c) {
#if HIPIFY_PTX_MATRIX_CORES
  if constexpr (is_for_cores<A, B, Chunks>()) {
    if (is_whole_wave()) {
      using made = typename core_sum<A>::held;
      const vec<made, Sums> products = on_cores<A, B, Sums, made>(a, b);
      for (int i = 0; i < Sums; ++i) c[i] += static_cast<Sum>(products[i]);
      return c;
    }
  }
#endif
  return mma_by_shuffles<A, B>(a, b, c);
}

// mma with sums of f16, which are made in f32 and rounded at the end.
template <class A, class B = A, int Ofs, int Chunks, int Sums>
HIPIFY_PTX_FN vec<uint32_t, Sums> mma_f16(vec<uint32_t, Ofs> a, vec<uint32_t, Chunks> b, vec<uint32_t, Sums> c) {
  vec<float, 2 * Sums> sums;
  for (int i = 0; i < Sums; ++i) {
    sums[2 * i] = widen<type::f16>(low(c[i]));
    sums[2 * i + 1] = widen<type::f16>(high(c[i]));
  }
  sums = mma<A, B>(a, b, sums);
  for (int i = 0; i < Sums; ++i) {
    c[i] = joined(nearest<type::f16>(sums[2 * i]), nearest<type::f16>(sums[2 * i + 1]));
  }
  return c;
}

// mma.m8n8k4 with f16: each of four groups of eight lanes, the lanes 4q to 4q + 3 and those 16 above them, has a
// product of its own, of 8 by 4 and 4 by 8 numbers. Of its lines, rows of A and columns of B, a lane has the one with
// the number `laneid() % 4`, or that plus 4 in the upper 16 lanes.
HIPIFY_PTX_FN uint32_t lane_with_line(uint32_t line) { return (laneid() & 12u) | (line & 3u) | (line & 4u) << 2; }

// The line that a lane has, where four lanes have its numbers at their places.
template <bool HasLine>
HIPIFY_PTX_FN vec<uint32_t, 2> own_line(vec<uint32_t, 2> numbers) {
  if constexpr (HasLine) return numbers;
  const uint32_t place = laneid() % 4u;
  uint16_t line[4];
  for (uint32_t i = 0; i < 4; ++i) {
    const uint32_t from = (laneid() & 28u) | i;
    const uint32_t left = read_lane(numbers[0], from, ~0u), right = read_lane(numbers[1], from, ~0u);
    const uint32_t both = place < 2u ? left : right;
    line[i] = place % 2u == 0 ? low(both) : high(both);
  }
  return {{joined(line[0], line[1]), joined(line[2], line[3])}};
}

HIPIFY_PTX_FN vec<uint32_t, 2> line_of(vec<uint32_t, 2> own, uint32_t line) {
  const uint32_t from = lane_with_line(line);
  return {{read_lane(own[0], from, ~0u), read_lane(own[1], from, ~0u)}};
}

HIPIFY_PTX_FN float product_of_lines(vec<uint32_t, 2> a, vec<uint32_t, 2> b, float sum) {
  return multiplied<type::f16, type::f16>(a[1], b[1], multiplied<type::f16, type::f16>(a[0], b[0], sum));
}

// Of a sum of f32, the row and the column.
HIPIFY_PTX_FN uint32_t row_of_sum(uint32_t index) { return (laneid() & 1u) | (index & 2u) | (laneid() & 16u) >> 2; }
HIPIFY_PTX_FN uint32_t column_of_sum(uint32_t index) { return (index & 5u) | (laneid() & 2u); }

HIPIFY_PTX_FN vec<float, 8> sums_of_f32(vec<float, 8> c) { return c; }
HIPIFY_PTX_FN vec<float, 8> sums_of_f32(vec<uint32_t, 4> c) {
  vec<float, 8> result;
  for (uint32_t i = 0; i < 8; ++i) {
    const uint32_t from = lane_with_line(row_of_sum(i)), first = (i & 4u) / 2u;
    const uint32_t left = read_lane(c[first], from, ~0u), right = read_lane(c[first + 1u], from, ~0u);
    const uint32_t both = column_of_sum(i) % 4u < 2u ? left : right;
    result[i] = widen<type::f16>(i % 2u == 0 ? low(both) : high(both));
  }
  return result;
}

// Sums of f32, to which f32 or f16 are added. `HasRow`, `HasColumn`: how A and B lie in the lanes.
template <bool HasRow, bool HasColumn, class C>
HIPIFY_PTX_FN vec<float, 8> mma_by_eights(vec<uint32_t, 2> a, vec<uint32_t, 2> b, C c) {
  const vec<uint32_t, 2> row = own_line<HasRow>(a), column = own_line<HasColumn>(b);
  const vec<uint32_t, 2> rows[2] = {line_of(row, row_of_sum(0)), line_of(row, row_of_sum(2))};
  vec<float, 8> sums = sums_of_f32(c);
  for (uint32_t i = 0; i < 8; i += 4) {
    for (uint32_t k = 0; k < 2; ++k) {
      const vec<uint32_t, 2> other = line_of(column, column_of_sum(i + k));
      for (uint32_t j = 0; j < 2; ++j) {
        const uint32_t place = i + 2u * j + k;
        sums[place] = product_of_lines(rows[j], other, sums[place]);
      }
    }
  }
  return sums;
}

// Sums of f16: the lane with a row has all of them. They are made in f32 and rounded at the end.
template <bool HasRow, bool HasColumn>
HIPIFY_PTX_FN vec<uint32_t, 4> mma_by_eights_f16(vec<uint32_t, 2> a, vec<uint32_t, 2> b, vec<uint32_t, 4> c) {
  const vec<uint32_t, 2> row = own_line<HasRow>(a), column = own_line<HasColumn>(b);
  for (uint32_t i = 0; i < 4; ++i) {
    const float even = product_of_lines(row, line_of(column, 2u * i), widen<type::f16>(low(c[i])));
    const float odd = product_of_lines(row, line_of(column, 2u * i + 1u), widen<type::f16>(high(c[i])));
    c[i] = joined(nearest<type::f16>(even), nearest<type::f16>(odd));
  }
  return c;
}

// mma of integers and bits: a sum that is too large wraps, or with `.satfinite` becomes the largest.
template <class Sum, int Sums>
HIPIFY_PTX_FN vec<Sum, Sums> as_sums(vec<int32_t, Sums> c) {
  vec<Sum, Sums> sums;
  for (int i = 0; i < Sums; ++i) sums[i] = static_cast<Sum>(c[i]);
  return sums;
}

template <class A, class B, bool Saturates, int Ofs, int Chunks, int Sums>
HIPIFY_PTX_FN vec<int32_t, Sums> mma_int(vec<uint32_t, Ofs> a, vec<uint32_t, Chunks> b, vec<int32_t, Sums> c) {
  if constexpr (Saturates) {
    constexpr int64_t least = -2147483647ll - 1, most = 2147483647ll;
    const vec<int64_t, Sums> sums = mma<A, B>(a, b, as_sums<int64_t>(c));
    for (int i = 0; i < Sums; ++i) {
      c[i] = static_cast<int32_t>(sums[i] < least ? least : sums[i] > most ? most : sums[i]);
    }
  } else {
    const vec<uint32_t, Sums> sums = mma<A, B>(a, b, as_sums<uint32_t>(c));
    for (int i = 0; i < Sums; ++i) c[i] = static_cast<int32_t>(sums[i]);
  }
  return c;
}

// ldmatrix: matrices of 8 rows of 16 bytes in shared memory. The lanes 8i to 8i + 7 have the addresses of the rows of
// matrix i; each lane gets two numbers that follow each other in row g, or with `.trans` in column g.
template <int Count, bool Transposed>
HIPIFY_PTX_FN vec<uint32_t, Count> ldmatrix(address a) {
  const uint32_t row = static_cast<uint32_t>(a.value), group = laneid() / 4u, place = laneid() % 4u;
  vec<uint32_t, Count> result;
  for (int i = 0; i < Count; ++i) {
    const uint32_t first = static_cast<uint32_t>(8 * i);
    if constexpr (Transposed) {
      const uint32_t upper = read_lane(row, first + 2u * place, ~0u) + 2u * group;
      const uint32_t lower = read_lane(row, first + 2u * place + 1u, ~0u) + 2u * group;
      result[i] = joined(*plain<2, space::shared>(upper), *plain<2, space::shared>(lower));
    } else {
      result[i] = *plain<4, space::shared>(read_lane(row, first + group, ~0u) + 4u * place);
    }
  }
  return result;
}

// stmatrix: the other way.
template <int Count, bool Transposed>
HIPIFY_PTX_FN void stmatrix(address a, vec<uint32_t, Count> values) {
  const uint32_t row = static_cast<uint32_t>(a.value), group = laneid() / 4u, place = laneid() % 4u;
  for (int i = 0; i < Count; ++i) {
    const uint32_t first = static_cast<uint32_t>(8 * i);
    if constexpr (Transposed) {
      const uint32_t upper = read_lane(row, first + 2u * place, ~0u) + 2u * group;
      const uint32_t lower = read_lane(row, first + 2u * place + 1u, ~0u) + 2u * group;
      *plain<2, space::shared>(upper) = low(values[i]);
      *plain<2, space::shared>(lower) = high(values[i]);
    } else {
      *plain<4, space::shared>(read_lane(row, first + group, ~0u) + 4u * place) = values[i];
    }
  }
}

// ldmatrix and stmatrix without a state space: generic addresses of shared memory.
template <int Count, bool Transposed>
HIPIFY_PTX_FN vec<uint32_t, Count> ldmatrix_generic(address a) {
  return ldmatrix<Count, Transposed>(address(cvta_to_shared(a.value)));
}
template <int Count, bool Transposed>
HIPIFY_PTX_FN void stmatrix_generic(address a, vec<uint32_t, Count> values) {
  stmatrix<Count, Transposed>(address(cvta_to_shared(a.value)), values);
}

// movmatrix: a matrix of 8 rows, of which a lane has two numbers of row g, turned into its transpose.
HIPIFY_PTX_FN uint32_t movmatrix(uint32_t a) {
  const uint32_t column = laneid() / 4u, row = 2u * (laneid() % 4u);
  const uint32_t upper = read_lane(a, 4u * row + column / 2u, ~0u);
  const uint32_t lower = read_lane(a, 4u * row + 4u + column / 2u, ~0u);
  return column % 2u == 0 ? joined(low(upper), low(lower)) : joined(high(upper), high(lower));
}
