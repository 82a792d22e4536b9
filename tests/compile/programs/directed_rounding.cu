// Arithmetic that rounds down, up and towards zero, on random bits: subnormal numbers, infinities and NaNs are among them.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned next(unsigned &state)
{
	state = state * 1664525u + 1013904223u;
	return state ^ (state >> 15);
}

// Most numbers are near each other: sums and products of the others are exact too often.
__device__ float number(unsigned &state)
{
	const unsigned bits = next(state), kind = next(state) >> 28;
	if (kind == 0) return __uint_as_float(bits);
	if (kind == 1) return __uint_as_float(bits & 0x807fffffu);
	return __uint_as_float((bits & 0x83ffffffu) + 0x3e000000u);
}
__device__ double wide(unsigned &state)
{
	const unsigned high = next(state), low = next(state), kind = next(state) >> 28;
	if (kind == 0) return __hiloint2double(high, low);
	if (kind == 1) return __hiloint2double(high & 0x800fffffu, low);
	return __hiloint2double((high & 0x807fffffu) + 0x3fa00000u, low);
}

__device__ unsigned long long bits(float x) { return x != x ? 1 : __float_as_uint(x); }
__device__ unsigned long long bits(double x) { return x != x ? 1 : __double_as_longlong(x); }

template <class T>
__device__ unsigned long long mixed(unsigned long long sum, T x) { return (sum ^ bits(x)) * 1099511628211ull; }

__global__ void check(unsigned long long *sums)
{
	unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 7919u + 4321u;
	unsigned long long sum = 14695981039346656037ull;
	for (int i = 0; i < 400; ++i) {
		const float x = number(state), y = number(state), z = number(state);
		sum = mixed(sum, __fadd_rd(x, y)), sum = mixed(sum, __fadd_ru(x, y)), sum = mixed(sum, __fadd_rz(x, y));
		sum = mixed(sum, __fsub_rd(x, y)), sum = mixed(sum, __fsub_ru(x, y)), sum = mixed(sum, __fsub_rz(x, y));
		sum = mixed(sum, __fmul_rd(x, y)), sum = mixed(sum, __fmul_ru(x, y)), sum = mixed(sum, __fmul_rz(x, y));
		sum = mixed(sum, __fmaf_rd(x, y, z)), sum = mixed(sum, __fmaf_ru(x, y, z)), sum = mixed(sum, __fmaf_rz(x, y, z));
		sum = mixed(sum, __fmaf_ieee_rd(x, y, z)), sum = mixed(sum, __fmaf_ieee_ru(x, y, z)), sum = mixed(sum, __fmaf_ieee_rz(x, y, z));
		sum = mixed(sum, __fdiv_rd(x, y)), sum = mixed(sum, __fdiv_ru(x, y)), sum = mixed(sum, __fdiv_rz(x, y));
		sum = mixed(sum, __frcp_rd(x)), sum = mixed(sum, __frcp_ru(x)), sum = mixed(sum, __frcp_rz(x));
		sum = mixed(sum, __fsqrt_rd(x)), sum = mixed(sum, __fsqrt_ru(x)), sum = mixed(sum, __fsqrt_rz(x));
		sum = mixed(sum, __fmaf_ieee_rn(x, y, z));
		const double u = wide(state), v = wide(state), w = wide(state);
		sum = mixed(sum, __dadd_rd(u, v)), sum = mixed(sum, __dadd_ru(u, v)), sum = mixed(sum, __dadd_rz(u, v));
		sum = mixed(sum, __dsub_rd(u, v)), sum = mixed(sum, __dsub_ru(u, v)), sum = mixed(sum, __dsub_rz(u, v));
		sum = mixed(sum, __dmul_rd(u, v)), sum = mixed(sum, __dmul_ru(u, v)), sum = mixed(sum, __dmul_rz(u, v));
		sum = mixed(sum, __fma_rd(u, v, w)), sum = mixed(sum, __fma_ru(u, v, w)), sum = mixed(sum, __fma_rz(u, v, w));
		sum = mixed(sum, __ddiv_rd(u, v)), sum = mixed(sum, __ddiv_ru(u, v)), sum = mixed(sum, __ddiv_rz(u, v));
		sum = mixed(sum, __drcp_rd(u)), sum = mixed(sum, __drcp_ru(u)), sum = mixed(sum, __drcp_rz(u));
		sum = mixed(sum, __dsqrt_rd(u)), sum = mixed(sum, __dsqrt_ru(u)), sum = mixed(sum, __dsqrt_rz(u));
	}
	atomicXor(&sums[blockIdx.x], sum);
}

int main()
{
	unsigned long long *device, sums[16];
	cudaMalloc(&device, sizeof(sums));
	cudaMemset(device, 0, sizeof(sums));
	check<<<16, 128>>>(device);
	cudaMemcpy(sums, device, sizeof(sums), cudaMemcpyDeviceToHost);
	for (unsigned long long sum : sums) printf("%016llx\n", sum);
	cudaFree(device);
	return cudaGetLastError() != cudaSuccess;
}
