// Types of results: CUDA's are written down here, and the compiler compares them with those of what is converted.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <typename A, typename B> struct same { static constexpr bool value = false; };
template <typename A> struct same<A, A> { static constexpr bool value = true; };
#define IS(type, expression) static_assert(same<type, decltype(expression)>::value, #expression)

__global__ void votes(int *out, unsigned mask, unsigned long long wide, bool odd, const int *in)
{
  IS(int, __any_sync(mask, odd));
  IS(int, __any_sync(0xffffffff, odd));
  IS(int, __all_sync(mask, odd));
  IS(int, __all_sync(0xffffffff, *in > 3));
  IS(unsigned, __ballot_sync(mask, odd));
  IS(unsigned, __ballot_sync(wide, odd));
  IS(unsigned, __ballot_sync(0xffffffff, odd));
  IS(unsigned, __activemask());
  auto hits = __any_sync(mask, odd);
  hits += __all_sync(mask, odd);
  *out = hits + max(__any_sync(mask, *in), 0);
}

__global__ void numbers(double d, float f)
{
  IS(int, __isnan(d));
  IS(int, __isnanf(f));
  IS(int, __isinf(d));
  IS(int, __isinff(f));
  IS(int, __finite(d));
  IS(int, __finitef(f));
}

__global__ void reductions(int odd, double d)
{
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto count = cg::reduce(tile, odd, cg::plus<int>());
  IS(int, count);
  auto sum = cg::reduce(tile, d, cg::plus<double>());
  IS(double, sum);
}

__device__ float twice(const float &v) { return v + v; }

__global__ void loads(const float *f, const int4 *i, const unsigned char *c, const long long *l, float *out)
{
  IS(float, __ldcg(f));
  IS(int4, __ldcs(i));
  IS(unsigned char, __ldca(c));
  IS(long long, __ldlu(l));
  const float &before = __ldcs(out + 3);
  auto &&all = __ldcg(i);
  out[3] = before + twice(__ldca(f)) + all.x + __ldcg(c) * 2;
}
