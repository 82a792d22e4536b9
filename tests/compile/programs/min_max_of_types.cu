// min and max of all pairs of types that CUDA takes, on both sides: their types are checked by the compiler, and the
// host prints what they give.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <type_traits>

using namespace std;

template <class Wanted, class A, class B>
__host__ __device__ inline void expect(A a, B b)
{
    static_assert(is_same<decltype(min(a, b)), Wanted>::value, "min");
    static_assert(is_same<decltype(min(b, a)), Wanted>::value, "min, the other way round");
    static_assert(is_same<decltype(max(a, b)), Wanted>::value, "max");
    static_assert(is_same<decltype(max(b, a)), Wanted>::value, "max, the other way round");
}

template <class T>
__host__ __device__ inline void expect_of_small(T a)
{
    expect<int>(a, 1);
    expect<unsigned>(a, 1u);
}

__host__ __device__ inline void expect_all()
{
    expect_of_small(true);
    expect_of_small('a');
    expect_of_small(static_cast<signed char>(1));
    expect_of_small(static_cast<unsigned char>(1));
    expect_of_small(static_cast<short>(1));
    expect_of_small(static_cast<unsigned short>(1));
    expect<int>(true, 'a');
    expect<int>(static_cast<short>(1), static_cast<unsigned char>(1));
    expect<int>(static_cast<unsigned short>(1), static_cast<short>(1));
    expect<int>(1, 1);
    expect<unsigned>(1, 1u);
    expect<unsigned>(1u, 1u);
    expect<long>(1l, 1l);
    expect<unsigned long>(1l, 1ul);
    expect<unsigned long>(1ul, 1ul);
    expect<long long>(1ll, 1ll);
    expect<unsigned long long>(1ll, 1ull);
    expect<unsigned long long>(1ull, 1ull);
    expect<float>(1.f, 1.f);
    expect<double>(1.f, 1.0);
    expect<double>(1.0, 1.0);
}

// The program's own stand beside them.
__host__ __device__ inline float2 min(float2 a, float2 b) { return make_float2(min(a.x, b.x), min(a.y, b.y)); }

template <class T>
__host__ __device__ T least(T a, T b) { return min(a, b); }

__global__ void clamp(int* p, unsigned* u, float2* f)
{
    p[0] = min(p[1], blockDim.x) % 3;
    u[0] = max(0, u[1]) >> 1;
    p[2] = min(threadIdx.x, 7) & 1;
    f[0] = least(f[0], f[1]);
    expect<unsigned>(threadIdx.x, 7);
}

int main()
{
    expect_all();
    size_t total = 5000000000, chunk = 6000000000;
    unsigned u = 3000000000u;
    double d = 2.75;
    float f = 0.5f;
    printf("%zu %u %g %g %lld ", min(total, chunk), max(u, 1u), max(d, 0.25), min(f, 0.75f), max(1ll << 40, 1ll));
    printf("%u %d %g\n", min(-1, 5u), least<short>(-3, 4), least(2.5f, 1.5f));
}
