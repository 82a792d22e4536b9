/* Home-made atomics: double add under another name, the #if < 600 overload,
 * float max/min by CAS and by integer compare, multiply, 16-bit. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *address, double val)
{
	unsigned long long int *p = (unsigned long long int *)address;
	unsigned long long int old = *p, assumed;
	do {
		assumed = old;
		old = atomicCAS(p, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
	} while (assumed != old);
	return __longlong_as_double(old);
}
#endif

__device__ double atomicAddDouble(double *address, double val)
{
	unsigned long long int *address_as_ull = (unsigned long long int *)address;
	unsigned long long int old = *address_as_ull, assumed;
	do {
		assumed = old;
		old = atomicCAS(address_as_ull, assumed,
			__double_as_longlong(val + __longlong_as_double(assumed)));
	} while (assumed != old);
	return __longlong_as_double(old);
}

static __inline__ __device__ float atomicMaxF(float *addr, float value)
{
	int *ia = (int *)addr;
	int old = *ia, assumed;
	do {
		assumed = old;
		if (__int_as_float(assumed) >= value) break;
		old = atomicCAS(ia, assumed, __float_as_int(value));
	} while (assumed != old);
	return __int_as_float(old);
}

/* sign trick: positive floats order like ints, negative ones backwards */
__device__ __forceinline__ float atomicMinF(float *addr, float v)
{
	return (v >= 0) ? __int_as_float(atomicMin((int *)addr, __float_as_int(v)))
	                : __uint_as_float(atomicMax((unsigned int *)addr, __float_as_uint(v)));
}

template <typename T, typename F>
__device__ T atomicApply(T *addr, T v, F f)
{
	static_assert(sizeof(T) == 4, "32-bit only");
	unsigned *p = (unsigned *)addr, old = *p, seen;
	do {
		seen = old;
		T cur;
		memcpy(&cur, &seen, 4);
		T next = f(cur, v);
		unsigned bits;
		memcpy(&bits, &next, 4);
		old = atomicCAS(p, seen, bits);
	} while (seen != old);
	T r;
	memcpy(&r, &old, 4);
	return r;
}

struct Result { double sum, sum2; float mx, mn, prod; unsigned long long cnt, big; };

__global__ void k(const float *x, int n, Result *r)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	float v = x[i];
	atomicAddDouble(&r->sum, (double)v);
	atomicAdd(&r->sum2, (double)v * v);
	atomicMaxF(&r->mx, v);
	atomicMinF(&r->mn, v);
	if (i < 10) atomicApply(&r->prod, 2.0f, [](float a, float b) { return a * b; });
	atomicAdd(&r->cnt, 1ULL);
	atomicMax(&r->big, (unsigned long long)i * 1000003ULL);
}

int main()
{
	const int n = 50000;
	float *h = (float *)malloc(n * sizeof(float)), *d;
	Result ref = { 0, 0, -INFINITY, INFINITY, 1024.f, (unsigned long long)n, (n - 1) * 1000003ULL }, got = { 0, 0, -INFINITY, INFINITY, 1.f, 0, 0 }, *dr;
	for (int i = 0; i < n; i++) {
		h[i] = sinf(i * 0.1f) * 10;
		ref.sum += h[i];
		ref.sum2 += (double)h[i] * h[i];
		ref.mx = fmaxf(ref.mx, h[i]);
		ref.mn = fminf(ref.mn, h[i]);
	}
	cudaMalloc((void **)&d, n * sizeof(float));
	cudaMalloc((void **)&dr, sizeof(Result));
	cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(dr, &got, sizeof(Result), cudaMemcpyHostToDevice);
	k<<<(n + 127) / 128, 128>>>(d, n, dr);
	cudaMemcpy(&got, dr, sizeof(Result), cudaMemcpyDeviceToHost);
	int ok = fabs(got.sum - ref.sum) < 1e-6 * fabs(ref.sum2) && fabs(got.sum2 - ref.sum2) < 1e-9 * ref.sum2 &&
		got.mx == ref.mx && got.mn == ref.mn && got.prod == ref.prod && got.cnt == ref.cnt && got.big == ref.big;
	printf(ok ? "PASS\n" : "FAIL\n");
	cudaFree(d); cudaFree(dr); free(h);
	return !ok;
}
