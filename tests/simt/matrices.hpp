// Kernels that multiply matrices by hipify_ptx and by portable_ptx, the same header without matrix cores, beside each
// other; test_matrices.py puts a structure for each form around it.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

using word = unsigned long long;
enum class kind { f16x2, bf16x2, tf32, e4m3x4, e5m2x4, f64, f32, s32, bits };
enum mode { whole_numbers, units, specials, MODES };

static std::mt19937_64 random_words;

static word part_of(int mantissa, int exponents, double x) {
  // The bits of a small float: of numbers that it has, or the nearest ones below.
  const int bias = (1 << (exponents - 1)) - 1;
  int exponent;
  const double fraction = std::frexp(std::fabs(x), &exponent);
  word size = 0;
  if (x != 0) {
    const int place = std::max(exponent - 1 + bias, 1);
    const word significand = word(std::ldexp(fraction, exponent + mantissa - place + bias));
    size = (word(place - 1) << mantissa) + significand;
  }
  return size | word(std::signbit(x)) << (mantissa + exponents);
}

// Infinity, NaN, zeros, the smallest and the largest subnormal number.
static word special_of(int mantissa, int exponents, bool has_infinity) {
  const word top = ((1ull << exponents) - 1) << mantissa, sign = (random_words() & 1) << (mantissa + exponents);
  const word all[] = {has_infinity ? top : 1, top | ((1ull << mantissa) - 1), 0, 1, (1ull << mantissa) - 1};
  return all[random_words() % 5] | sign;
}

static word drawn(int mantissa, int exponents, mode how, bool has_infinity = true) {
  if (how == specials && random_words() % 24 == 0) return special_of(mantissa, exponents, has_infinity);
  const double x = how == units ? double(long(random_words())) * 0x1p-63 : double(long(random_words() % 9) - 4);
  return part_of(mantissa, exponents, x);
}

static word repeated(int count, int mantissa, int exponents, mode how, bool has_infinity) {
  word all = 0;
  for (int i = 0; i < count; ++i) all |= drawn(mantissa, exponents, how, has_infinity) << 32 / count * i;
  return all;
}

// Four numbers of 8 bits, of which any is as good as another one, but for infinity and NaN.
static word any_small(word least_nan) {
  word all = random_words() >> 32;
  for (int i = 0; i < 32; i += 8)
    if ((all >> i & 127) >= least_nan) all ^= word(64) << i;
  return all;
}

static word drawn(kind which, mode how) {
  if (how == units && which == kind::e4m3x4) return any_small(0x7f);
  if (how == units && which == kind::e5m2x4) return any_small(0x7c);
  switch (which) {
    case kind::f16x2: return repeated(2, 10, 5, how, true);
    case kind::bf16x2: return repeated(2, 7, 8, how, true);
    case kind::e4m3x4: return repeated(4, 3, 4, how, false);
    case kind::e5m2x4: return repeated(4, 2, 5, how, true);
    case kind::tf32: return drawn(23, 8, how) | (how == units ? random_words() & 0x1fff : 0);
    case kind::f32: return drawn(23, 8, how);
    case kind::f64: return drawn(52, 11, how);
    case kind::s32: return how == specials ? random_words() >> 32 | 0x7f000000 : random_words() >> 32;
    default: return random_words() >> 32;
  }
}

static word magnitude(kind which, word all) {
  switch (which) {
    case kind::f16x2: case kind::bf16x2: return all & 0x7fff7fffu;
    case kind::e4m3x4: case kind::e5m2x4: return all & 0x7f7f7f7fu;
    case kind::f64: return all & 0x7fffffffffffffffull;
    case kind::tf32: case kind::f32: return all & 0x7fffffffu;
    default: return all;
  }
}

template <class T>
static T as(word all) {
  T value;
  std::memcpy(&value, &all, sizeof(T));
  return value;
}

template <class T>
SIMT void keep(word *at, T value) {
  std::memcpy(at, &value, sizeof(value));
}

static bool is_close(double original, double ours, double size, double bound) {
  if (std::isnan(original) || std::isnan(ours)) return std::isnan(original) && std::isnan(ours);
  return original == ours || (std::isfinite(ours) && std::fabs(original - ours) <= bound * size + 1e-37);
}

static bool agree(kind which, word original, word ours, word size, double bound) {
  if (which == kind::f32) return is_close(as<float>(original), as<float>(ours), as<float>(size), bound);
  if (which != kind::f16x2) return original == ours;
  for (int shift = 0; shift < 32; shift += 16) {
    const auto value = [&](word all) { return double(as<_Float16>(all >> shift & 0xffff)); };
    if (!is_close(value(original), value(ours), value(size) + 6e-8 / bound, bound)) return false;
  }
  return true;
}

// All warps at one place, or two neighbors in branches of their own.
enum class place { one, branches };

template <class Case, bool Ours>
static void multiplied(const word *inputs, word *results, place where) {
  const word *in = inputs + threadIdx.x * Case::inputs;
  word *out = results + threadIdx.x * Case::outputs;
  if (where == place::one || threadIdx.x / 32 % 2 == 0) {
    Ours ? Case::ours(in, out) : Case::portable(in, out);
  } else {
    Ours ? Case::ours(in, out) : Case::portable(in, out);
  }
}

template <class Case, bool Ours>
static std::vector<word> run(const std::vector<word> &inputs, place where = place::one) {
  const unsigned threads = inputs.size() / Case::inputs;
  std::vector<word> results(threads * Case::outputs);
  simt::launch(1, threads, [&] { multiplied<Case, Ours>(inputs.data(), results.data(), where); });
  return results;
}

template <class Case>
static std::vector<word> inputs_of(unsigned threads, mode how) {
  std::vector<word> all;
  for (unsigned i = 0; i < threads * Case::inputs; ++i) all.push_back(drawn(Case::kind_of(i % Case::inputs), how));
  return all;
}

template <class Case>
static int differences(const std::vector<word> &inputs, place where) {
  std::vector<word> sizes = inputs;
  for (unsigned i = 0; i < sizes.size(); ++i) sizes[i] = magnitude(Case::kind_of(i % Case::inputs), sizes[i]);
  const auto original = run<Case, false>(inputs, where), ours = run<Case, true>(inputs, where);
  const auto size = Case::bound != 0 ? run<Case, false>(sizes, where) : original;
  int count = 0;
  for (unsigned i = 0; i < ours.size(); ++i) count += !agree(Case::result, original[i], ours[i], size[i], Case::bound);
  return count;
}

// What the other warp of a wave holds must not matter.
template <class Case>
static int leaks() {
  auto inputs = inputs_of<Case>(64, whole_numbers);
  const auto alone = run<Case, true>(inputs);
  for (unsigned i = 32 * Case::inputs; i < inputs.size(); ++i) inputs[i] = ~0ull >> (i % 2);
  const auto beside = run<Case, true>(inputs);
  int count = 0;
  for (unsigned i = 0; i < 32 * Case::outputs; ++i) count += alone[i] != beside[i];
  return count;
}

template <class Case>
static void check(const char *name, unsigned threads, place where) {
  simt::products_on_cores = 0;
  int count = 0;
  try {
    for (int how = 0; how < MODES; ++how) count += differences<Case>(inputs_of<Case>(threads, mode(how)), where);
    std::printf("%s %d %d\n", name, count, simt::products_on_cores != 0);
  } catch (const simt::Error &error) {
    std::printf("%s error: %s\n", name, error.what());
  }
}

template <class Case>
static void check_all(const char *name) {
  const auto named = [&](const char *what) { return std::string(name) + " " + what; };
  random_words.seed(1);
  check<Case>(named("whole").c_str(), 64, place::one);
  check<Case>(named("lone").c_str(), 32, place::one);
  check<Case>(named("odd").c_str(), 96, place::one);
  check<Case>(named("branches").c_str(), 64, place::branches);
  try {
    std::printf("%s leaks %d 0\n", name, leaks<Case>());
  } catch (const simt::Error &error) {
    std::printf("%s leaks error: %s\n", name, error.what());
  }
}
