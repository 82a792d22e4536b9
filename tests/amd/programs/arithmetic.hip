// The same functions as machine code of a GPU and of the host: prints how many results differ, of each function.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#define BOTH __host__ __device__ inline

struct Input {
  uint64_t a, b, c;
};

BOTH float f32(uint64_t bits) { uint32_t word = bits; float value; memcpy(&value, &word, 4); return value; }
BOTH double f64(uint64_t bits) { double value; memcpy(&value, &bits, 8); return value; }
BOTH _Float16 f16(uint64_t bits) { uint16_t half = bits; _Float16 value; memcpy(&value, &half, 2); return value; }
// NaNs have no bits of their own: which of them a result is, differs between processors.
BOTH uint64_t bits(float value) { if (value != value) return 1; uint32_t word; memcpy(&word, &value, 4); return word; }
BOTH uint64_t bits(double value) { if (value != value) return 1; uint64_t word; memcpy(&word, &value, 8); return word; }
BOTH uint64_t bits(_Float16 value) { if (value != value) return 1; uint16_t word; memcpy(&word, &value, 2); return word; }
template <class T> BOTH uint64_t bits(T value) { return (uint64_t)value; }
template <class To, class From> BOTH To saturated(From value, From least, From most) {
  return value != value ? To(0) : value <= least ? To(least) : value >= most ? To(most) : To(value);
}

#define FUNCTION(name, expression)                                                    \
  struct name {                                                                       \
    static BOTH uint64_t of(Input in) {                                               \
      [[maybe_unused]] const uint64_t a = in.a, b = in.b, c = in.c;                   \
      [[maybe_unused]] const uint32_t x = a, y = b, z = c;                            \
      [[maybe_unused]] const float u = f32(a), v = f32(b), w = f32(c);                \
      [[maybe_unused]] const double p = f64(a), q = f64(b), r = f64(c);               \
      [[maybe_unused]] const _Float16 h = f16(a), k = f16(b), l = f16(c);             \
      return bits(expression);                                                        \
    }                                                                                 \
  };
#define FUNCTIONS(F)                                                                  \
  F(add32, x + y) F(sub32, x - y) F(mul32, x * y) F(div32, y ? x / y : 0) F(mod32, y ? x % y : 0)                     \
  F(sdiv32, y && y != ~0u ? (int)x / (int)y : 0) F(smod32, y && y != ~0u ? (int)x % (int)y : 0)                       \
  F(mulhi32, (uint32_t)((uint64_t)x * y >> 32)) F(smulhi32, (uint32_t)((int64_t)(int)x * (int)y >> 32))               \
  F(add64, a + b) F(sub64, a - b) F(mul64, a * b) F(mulk64, (int64_t)(int)x * 1000003) F(div64, b ? a / b : 0) F(mod64, b ? a % b : 0)                     \
  F(sdiv64, b && b != ~0ull ? (int64_t)a / (int64_t)b : 0) F(mad64, (uint64_t)x * y + c)                              \
  F(shl32, x << (y & 31)) F(shr32, x >> (y & 31)) F(sar32, (int)x >> (y & 31)) F(shl64, a << (b & 63))                \
  F(shr64, a >> (b & 63)) F(sar64, (int64_t)a >> (b & 63)) F(rotate32, x << (y & 31) | x >> (-y & 31))                \
  F(funnel, (uint32_t)((a << 32 | y) >> (z & 31))) F(bfe, x >> 7 & 0x1ff) F(sbfe, (int)(x << 9) >> 21)                \
  F(popcount32, __builtin_popcount(x)) F(popcount64, __builtin_popcountll(a)) F(clz32, x ? __builtin_clz(x) : 32)     \
  F(clz64, a ? __builtin_clzll(a) : 64) F(ctz32, x ? __builtin_ctz(x) : 32) F(ctz64, a ? __builtin_ctzll(a) : 64)     \
  F(reverse32, __builtin_bitreverse32(x)) F(reverse64, __builtin_bitreverse64(a)) F(swap32, __builtin_bswap32(x))     \
  F(min32, x < y ? x : y) F(smin32, (int)x < (int)y ? x : y) F(max32, x > y ? x : y) F(smax64, (int64_t)a > (int64_t)b ? a : b) \
  F(median, (x < y ? x : y) > ((x > y ? x : y) < z ? (x > y ? x : y) : z) ? (x < y ? x : y) : ((x > y ? x : y) < z ? (x > y ? x : y) : z)) \
  F(abs32, x == 0x80000000 ? 0 : __builtin_abs((int)x)) F(sad, x > y ? x - y : y - x)                                 \
  F(saturated_add, __builtin_elementwise_add_sat(x, y)) F(saturated_sub, __builtin_elementwise_sub_sat(x, y))         \
  F(saturated_sadd, (uint32_t)__builtin_elementwise_add_sat((int)x, (int)y))                                          \
  F(and_or, (x & y) | z) F(xor3, x ^ y ^ z) F(bfi, (x & y) | (~x & z)) F(mul24, (x & 0xffffff) * (y & 0xffffff) + z)  \
  F(mul16, (uint16_t)((uint16_t)x * (uint16_t)y)) F(sadd16, (int16_t)((int16_t)x + (int16_t)y))                       \
  F(addf, u + v) F(subf, u - v) F(mulf, u * v) F(divf, u / v) F(sqrtf_, sqrtf(u)) F(fmaf_, fmaf(u, v, w))             \
  F(minf, fminf(u, v) + 0.f) F(maxf, fmaxf(u, v) + 0.f) F(floorf_, floorf(u)) F(ceilf_, ceilf(u)) F(truncf_, truncf(u))           \
  F(rintf_, rintf(u)) F(fabsf_, fabsf(u) + v) F(negf, -u * v) F(ldexpf_, ldexpf(u, (int)(y % 300) - 150))             \
  F(lessf, u < v) F(unordered, u == u && v == v) F(classf_, (std::isinf(u) ? 1 : 0) + (std::isnan(v) ? 2 : 0))        \
  F(addd, p + q) F(muld, p * q) F(divd, p / q) F(sqrtd, sqrt(p)) F(fmad, fma(p, q, r)) F(mind, fmin(p, q) + 0.)            \
  F(floord, floor(p)) F(rintd, rint(p)) F(lessd, p < q) F(ldexpd, ldexp(p, (int)(y % 2000) - 1000))                   \
  F(f2i, saturated<int>(u, -2147483648.f, 2147483520.f)) F(f2u, saturated<unsigned>(u, 0.f, 4294967040.f))            \
  F(i2f, (float)(int)x) F(u2f, (float)x) F(l2f, (float)(int64_t)a) F(ul2f, (float)a) F(i2d, (double)(int)x)           \
  F(d2f, (float)p) F(f2d, (double)u) F(d2i, saturated<int>(p, -2147483648., 2147483647.)) F(l2d, (double)(int64_t)a)  \
  F(f2h, (_Float16)u) F(h2f, (float)h) F(d2h, (_Float16)p) F(u2h, (_Float16)(uint16_t)x)                              \
  F(addh, h + k) F(mulh, h * k) F(divh, h / k) F(minh, (h < k ? h : k) + (_Float16)0) F(fmah, (_Float16)fmaf((float)h, (float)k, (float)l))

FUNCTIONS(FUNCTION)

template <class F>
__global__ void on_gpu(const Input *in, uint64_t *out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = F::of(in[i]);
}

static std::mt19937_64 random_words;

static uint64_t drawn() {
  const uint64_t word = random_words();
  static const uint64_t special[] = {0, 1, ~0ull, 1ull << 63, 1ull << 31, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800000, 0x80000000,
    0x7ff0000000000000, 0x7ff8000000000000, 0x3ff0000000000000, 0x7fffffff, 0x7c00, 0x8000, 0x3c00, 0x0001, 0x00800000, 0x000fffff};
  switch (word % 4) {
    case 0: return special[word / 4 % (sizeof special / sizeof *special)];
    case 1: { const float f = std::ldexp((float)(int)(word >> 32), (int)(word >> 8 & 31) - 45); uint32_t b; memcpy(&b, &f, 4); return b; }
    case 2: { const double d = std::ldexp((double)(int64_t)word, (int)(word >> 8 & 63) - 90); uint64_t b; memcpy(&b, &d, 8); return b; }
    default: return word >> (word & 63);
  }
}

template <class F>
static int differences(const char *name, const std::vector<Input> &inputs, Input *in, uint64_t *out) {
  const int count = inputs.size();
  memset(out, 0xee, count * sizeof *out);
  on_gpu<F><<<(count + 127) / 128, 128>>>(in, out, count);
  if (hipDeviceSynchronize() != hipSuccess) return count;
  int found = 0;
  for (int i = 0; i < count; ++i) {
    const uint64_t wanted = F::of(inputs[i]);
    if (out[i] == wanted) continue;
    if (!found++)
      printf("%s(%llx, %llx, %llx) = %llx, not %llx\n", name, (unsigned long long)inputs[i].a, (unsigned long long)inputs[i].b,
             (unsigned long long)inputs[i].c, (unsigned long long)out[i], (unsigned long long)wanted);
  }
  return found;
}

int main() {
  std::vector<Input> inputs(4096);
  for (Input &each : inputs) each = {drawn(), drawn(), drawn()};
  Input *in;
  uint64_t *out;
  hipMallocManaged((void **)&in, inputs.size() * sizeof *in);
  hipMallocManaged((void **)&out, inputs.size() * sizeof *out);
  memcpy(in, inputs.data(), inputs.size() * sizeof *in);
  int found = 0, functions = 0;
#define RUN(name, expression) found += differences<name>(#name, inputs, in, out), ++functions;
  FUNCTIONS(RUN)
  printf("%d functions, %d results differ\n", functions, found);
}
