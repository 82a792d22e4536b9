// Functions on half and bfloat16 that HIP lacks for one of them or both, on random bits.
#include <cstdio>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

template <class T>
__device__ T bits_to(unsigned bits)
{
	T value;
	memcpy(&value, &bits, sizeof(T));
	return value;
}

template <class T>
__device__ unsigned bits_from(T value)
{
	unsigned bits = 0;
	memcpy(&bits, &value, sizeof(T));
	return bits;
}
// Which NaN a result is, differs between GPUs.
__device__ unsigned one_nan(unsigned bits, unsigned infinity) { return (bits & 0x7fffu) > infinity ? 0x7fffu : bits; }
__device__ unsigned one_nan2(unsigned bits, unsigned infinity)
{
	return one_nan(bits & 0xffffu, infinity) | one_nan(bits >> 16, infinity) << 16;
}
__device__ unsigned bits_of(__half value) { return one_nan(bits_from(value), 0x7c00u); }
__device__ unsigned bits_of(__half2 value) { return one_nan2(bits_from(value), 0x7c00u); }
__device__ unsigned bits_of(__nv_bfloat16 value) { return one_nan(bits_from(value), 0x7f80u); }
__device__ unsigned bits_of(__nv_bfloat162 value) { return one_nan2(bits_from(value), 0x7f80u); }
__device__ unsigned bits_of(unsigned mask) { return mask; }

// Numbers near each other, zeros, infinities and NaNs in each half.
__device__ unsigned pair(unsigned &state)
{
	const unsigned special[] = {0x80000000u, 0x7c00fc00u, 0x7f80ff80u, 0x7fff7e00u, 0x7fc0ffc1u, 0x00018001u};
	state = state * 1664525u + 1013904223u;
	const unsigned kind = state >> 27;
	state = state * 1664525u + 1013904223u;
	const unsigned bits = state ^ (state >> 13);
	if (kind < 6) return bits & 1 ? special[kind] : (special[kind] & 0xffffu) | (bits & 0xffff0000u);
	return kind < 20 ? (bits & 0x87ff87ffu) + 0x38003800u : bits;
}

__device__ unsigned call(int which, unsigned a, unsigned b, unsigned c)
{
	switch (which) {
	case 0: return bits_of(__hmin2(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 1: return bits_of(__hmax2(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 2: return bits_of(__hmin2_nan(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 3: return bits_of(__hmin2_nan(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 4: return bits_of(__hmax2_nan(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 5: return bits_of(__hmax2_nan(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 6: return bits_of(__hmin_nan(bits_to<__nv_bfloat16>(a), bits_to<__nv_bfloat16>(b)));
	case 7: return bits_of(__hmax_nan(bits_to<__nv_bfloat16>(a), bits_to<__nv_bfloat16>(b)));
	case 8: return bits_of(__hfma_relu(bits_to<__half>(a), bits_to<__half>(b), bits_to<__half>(c)));
	case 9: return bits_of(__hfma_relu(bits_to<__nv_bfloat16>(a), bits_to<__nv_bfloat16>(b), bits_to<__nv_bfloat16>(c)));
	case 10: return bits_of(__hfma2_relu(bits_to<__half2>(a), bits_to<__half2>(b), bits_to<__half2>(c)));
	case 11: return bits_of(__hfma2_relu(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b), bits_to<__nv_bfloat162>(c)));
	case 12: return bits_of(__hadd_sat(bits_to<__nv_bfloat16>(a), bits_to<__nv_bfloat16>(b)));
	case 13: return bits_of(__hadd2_sat(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 14: return bits_of(__hsub_sat(bits_to<__nv_bfloat16>(a), bits_to<__nv_bfloat16>(b)));
	case 15: return bits_of(__hsub2_sat(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 16: return bits_of(__hmul_sat(bits_to<__nv_bfloat16>(a), bits_to<__nv_bfloat16>(b)));
	case 17: return bits_of(__hmul2_sat(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 18: return bits_of(__hfma_sat(bits_to<__nv_bfloat16>(a), bits_to<__nv_bfloat16>(b), bits_to<__nv_bfloat16>(c)));
	case 19: return bits_of(__hfma2_sat(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b), bits_to<__nv_bfloat162>(c)));
	case 20: return bits_of(__hequ2(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 21: return bits_of(__hneu2(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 22: return bits_of(__hltu2(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 23: return bits_of(__hleu2(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 24: return bits_of(__hgtu2(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 25: return bits_of(__hgeu2(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 26: return bits_of(__heq2_mask(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 27: return bits_of(__heq2_mask(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 28: return bits_of(__hne2_mask(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 29: return bits_of(__hne2_mask(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 30: return bits_of(__hlt2_mask(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 31: return bits_of(__hlt2_mask(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 32: return bits_of(__hle2_mask(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 33: return bits_of(__hle2_mask(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 34: return bits_of(__hgt2_mask(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 35: return bits_of(__hgt2_mask(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 36: return bits_of(__hge2_mask(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 37: return bits_of(__hge2_mask(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 38: return bits_of(__hequ2_mask(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 39: return bits_of(__hequ2_mask(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 40: return bits_of(__hneu2_mask(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 41: return bits_of(__hneu2_mask(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 42: return bits_of(__hltu2_mask(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 43: return bits_of(__hltu2_mask(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 44: return bits_of(__hleu2_mask(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 45: return bits_of(__hleu2_mask(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 46: return bits_of(__hgtu2_mask(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 47: return bits_of(__hgtu2_mask(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 48: return bits_of(__hgeu2_mask(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 49: return bits_of(__hgeu2_mask(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 50: return bits_of(__hcmadd(bits_to<__half2>(a), bits_to<__half2>(b), bits_to<__half2>(c)));
	case 51: return bits_of(__hcmadd(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b), bits_to<__nv_bfloat162>(c)));
	case 52: return __half2char_rz(bits_to<__half>(a));
	case 53: return __half2uchar_rz(bits_to<__half>(a));
	case 54: return __bfloat162char_rz(bits_to<__nv_bfloat16>(a));
	case 55: return __bfloat162uchar_rz(bits_to<__nv_bfloat16>(a));
	case 56: return __bfloat162short_rd(bits_to<__nv_bfloat16>(a));
	case 57: return __bfloat162short_rn(bits_to<__nv_bfloat16>(a));
	case 58: return __bfloat162short_ru(bits_to<__nv_bfloat16>(a));
	case 59: return __bfloat162short_rz(bits_to<__nv_bfloat16>(a));
	case 60: return __bfloat162ushort_rd(bits_to<__nv_bfloat16>(a));
	case 61: return __bfloat162ushort_rn(bits_to<__nv_bfloat16>(a));
	case 62: return __bfloat162ushort_ru(bits_to<__nv_bfloat16>(a));
	case 63: return __bfloat162ushort_rz(bits_to<__nv_bfloat16>(a));
	case 64: return bits_of(__float2bfloat16_rd(__uint_as_float(a)));
	case 65: return bits_of(__float2bfloat16_ru(__uint_as_float(a)));
	case 66: return bits_of(__float2bfloat16_rz(__uint_as_float(a)));
	case 67: return bits_of(__short2bfloat16_rd((short)a));
	case 68: return bits_of(__short2bfloat16_ru((short)a));
	case 69: return bits_of(__short2bfloat16_rz((short)a));
	case 70: return bits_of(__ushort2bfloat16_rd((unsigned short)a));
	case 71: return bits_of(__ushort2bfloat16_ru((unsigned short)a));
	case 72: return bits_of(__ushort2bfloat16_rz((unsigned short)a));
	case 73: return bits_of(__int2bfloat16_rd((int)a));
	case 74: return bits_of(__int2bfloat16_rn((int)a));
	case 75: return bits_of(__int2bfloat16_ru((int)a));
	case 76: return bits_of(__int2bfloat16_rz((int)a));
	case 77: return bits_of(__uint2bfloat16_rd((unsigned)a));
	case 78: return bits_of(__uint2bfloat16_rn((unsigned)a));
	case 79: return bits_of(__uint2bfloat16_ru((unsigned)a));
	case 80: return bits_of(__uint2bfloat16_rz((unsigned)a));
	case 81: return bits_of(__ll2bfloat16_rd((long long)(b & 1 ? (unsigned long long)a << 32 | c : (unsigned long long)a << (b >> 27))));
	case 82: return bits_of(__ll2bfloat16_rn((long long)(b & 1 ? (unsigned long long)a << 32 | c : (unsigned long long)a << (b >> 27))));
	case 83: return bits_of(__ll2bfloat16_ru((long long)(b & 1 ? (unsigned long long)a << 32 | c : (unsigned long long)a << (b >> 27))));
	case 84: return bits_of(__ll2bfloat16_rz((long long)(b & 1 ? (unsigned long long)a << 32 | c : (unsigned long long)a << (b >> 27))));
	case 85: return bits_of(__ull2bfloat16_rd((unsigned long long)(b & 1 ? (unsigned long long)a << 32 | c : (unsigned long long)a << (b >> 27))));
	case 86: return bits_of(__ull2bfloat16_rn((unsigned long long)(b & 1 ? (unsigned long long)a << 32 | c : (unsigned long long)a << (b >> 27))));
	case 87: return bits_of(__ull2bfloat16_ru((unsigned long long)(b & 1 ? (unsigned long long)a << 32 | c : (unsigned long long)a << (b >> 27))));
	case 88: return bits_of(__ull2bfloat16_rz((unsigned long long)(b & 1 ? (unsigned long long)a << 32 | c : (unsigned long long)a << (b >> 27))));
	case 89: return bits_of(__hadd_rn(bits_to<__half>(a), bits_to<__half>(b)));
	case 90: return bits_of(__hadd_rn(bits_to<__nv_bfloat16>(a), bits_to<__nv_bfloat16>(b)));
	case 91: return bits_of(__hadd2_rn(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 92: return bits_of(__hadd2_rn(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 93: return bits_of(__hsub_rn(bits_to<__half>(a), bits_to<__half>(b)));
	case 94: return bits_of(__hsub_rn(bits_to<__nv_bfloat16>(a), bits_to<__nv_bfloat16>(b)));
	case 95: return bits_of(__hsub2_rn(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 96: return bits_of(__hsub2_rn(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 97: return bits_of(__hmul_rn(bits_to<__half>(a), bits_to<__half>(b)));
	case 98: return bits_of(__hmul_rn(bits_to<__nv_bfloat16>(a), bits_to<__nv_bfloat16>(b)));
	case 99: return bits_of(__hmul2_rn(bits_to<__half2>(a), bits_to<__half2>(b)));
	case 100: return bits_of(__hmul2_rn(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)));
	case 101: return bits_of(__hadd_rn(__hmul_rn(bits_to<__half>(a), bits_to<__half>(b)), bits_to<__half>(c)));
	case 102: return bits_of(__hadd_rn(__hmul_rn(bits_to<__nv_bfloat16>(a), bits_to<__nv_bfloat16>(b)), bits_to<__nv_bfloat16>(c)));
	case 103: return bits_of(__hadd2_rn(__hmul2_rn(bits_to<__half2>(a), bits_to<__half2>(b)), bits_to<__half2>(c)));
	case 104: return bits_of(__hadd2_rn(__hmul2_rn(bits_to<__nv_bfloat162>(a), bits_to<__nv_bfloat162>(b)), bits_to<__nv_bfloat162>(c)));
	}
	return 0;
}

const int functions = 105;

__global__ void check(unsigned *sums)
{
	unsigned state = threadIdx.x * 7919u + 12345u, sum = 2166136261u;
	for (int i = 0; i < 2000; ++i) {
		const unsigned a = pair(state), b = i % 7 ? pair(state) : a, c = pair(state);
		sum = (sum ^ call(blockIdx.x, a, b, c)) * 16777619u;
	}
	atomicXor(&sums[blockIdx.x], sum);
}

int main()
{
	unsigned *device, sums[functions];
	cudaMalloc(&device, sizeof(sums));
	cudaMemset(device, 0, sizeof(sums));
	check<<<functions, 64>>>(device);
	cudaMemcpy(sums, device, sizeof(sums), cudaMemcpyDeviceToHost);
	for (int i = 0; i < functions; ++i) printf("%d %08x\n", i, sums[i]);
	cudaFree(device);
	return cudaGetLastError() != cudaSuccess;
}
