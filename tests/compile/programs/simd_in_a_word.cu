// All functions on packed bytes and halves, those of dynamic programming, and dot products, on random and extreme words.
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned word(unsigned &state)
{
	const unsigned extremes[] = {0u, ~0u, 0x80808080u, 0x7f7f7f7fu, 0x80008000u, 0x7fff7fffu, 0x00ff00ffu, 0x80000000u};
	state = state * 1664525u + 1013904223u;
	const unsigned kind = state >> 28;
	state = state * 1664525u + 1013904223u;
	return kind < 8 ? extremes[kind] : state ^ (state >> 13);
}

#define ONE(name) case __COUNTER__ - first: result = name(a); break;
#define TWO(name) case __COUNTER__ - first: result = name(a, b); break;
#define THREE(name) case __COUNTER__ - first: result = (unsigned)name(a, b, c); break;
#define SIGNED2(name) case __COUNTER__ - first: result = (unsigned)name((int)a, (int)b); break;
#define SIGNED3(name) case __COUNTER__ - first: result = (unsigned)name((int)a, (int)b, (int)c); break;
#define WHICH(name, type) case __COUNTER__ - first: result = (unsigned)name((type)a, (type)b, &high) * 2 + high; break;
#define WHICH2(name) case __COUNTER__ - first: result = name(a, b, &high, &low) * 4 + high * 2 + low; break;

enum { first = __COUNTER__ + 1 };

__device__ unsigned call(int which, unsigned a, unsigned b, unsigned c)
{
	unsigned result = 0;
	bool high = false, low = false;
	switch (which) {
	ONE(__vabs2) ONE(__vabs4) ONE(__vabsss2) ONE(__vabsss4) ONE(__vneg2) ONE(__vneg4) ONE(__vnegss2) ONE(__vnegss4)
	TWO(__vadd2) TWO(__vadd4) TWO(__vaddss2) TWO(__vaddss4) TWO(__vaddus2) TWO(__vaddus4) TWO(__vsub2) TWO(__vsub4)
	TWO(__vsubss2) TWO(__vsubss4) TWO(__vsubus2) TWO(__vsubus4) TWO(__vabsdiffs2) TWO(__vabsdiffs4) TWO(__vabsdiffu2)
	TWO(__vabsdiffu4) TWO(__vsads2) TWO(__vsads4) TWO(__vsadu2) TWO(__vsadu4) TWO(__vavgs2) TWO(__vavgs4)
	TWO(__vavgu2) TWO(__vavgu4) TWO(__vhaddu2) TWO(__vhaddu4) TWO(__vmaxs2) TWO(__vmaxs4) TWO(__vmaxu2) TWO(__vmaxu4)
	TWO(__vmins2) TWO(__vmins4) TWO(__vminu2) TWO(__vminu4)
	TWO(__vcmpeq2) TWO(__vcmpeq4) TWO(__vseteq2) TWO(__vseteq4) TWO(__vcmpne2) TWO(__vcmpne4) TWO(__vsetne2)
	TWO(__vsetne4) TWO(__vcmpges2) TWO(__vcmpges4) TWO(__vsetges2) TWO(__vsetges4) TWO(__vcmpgeu2) TWO(__vcmpgeu4)
	TWO(__vsetgeu2) TWO(__vsetgeu4) TWO(__vcmpgts2) TWO(__vcmpgts4) TWO(__vsetgts2) TWO(__vsetgts4) TWO(__vcmpgtu2)
	TWO(__vcmpgtu4) TWO(__vsetgtu2) TWO(__vsetgtu4) TWO(__vcmples2) TWO(__vcmples4) TWO(__vsetles2) TWO(__vsetles4)
	TWO(__vcmpleu2) TWO(__vcmpleu4) TWO(__vsetleu2) TWO(__vsetleu4) TWO(__vcmplts2) TWO(__vcmplts4) TWO(__vsetlts2)
	TWO(__vsetlts4) TWO(__vcmpltu2) TWO(__vcmpltu4) TWO(__vsetltu2) TWO(__vsetltu4)
	SIGNED3(__viaddmax_s32) SIGNED3(__viaddmin_s32) SIGNED3(__vimax3_s32) SIGNED3(__vimin3_s32)
	SIGNED3(__viaddmax_s32_relu) SIGNED3(__viaddmin_s32_relu) SIGNED3(__vimax3_s32_relu) SIGNED3(__vimin3_s32_relu)
	THREE(__viaddmax_u32) THREE(__viaddmin_u32) THREE(__vimax3_u32) THREE(__vimin3_u32) THREE(__viaddmax_s16x2)
	THREE(__viaddmin_s16x2) THREE(__vimax3_s16x2) THREE(__vimin3_s16x2) THREE(__viaddmax_s16x2_relu)
	THREE(__viaddmin_s16x2_relu) THREE(__vimax3_s16x2_relu) THREE(__vimin3_s16x2_relu) THREE(__viaddmax_u16x2)
	THREE(__viaddmin_u16x2) THREE(__vimax3_u16x2) THREE(__vimin3_u16x2)
	SIGNED2(__vimax_s32_relu) SIGNED2(__vimin_s32_relu) TWO(__vimax_s16x2_relu) TWO(__vimin_s16x2_relu)
	WHICH(__vibmax_s32, int) WHICH(__vibmin_s32, int) WHICH(__vibmax_u32, unsigned) WHICH(__vibmin_u32, unsigned)
	WHICH2(__vibmax_s16x2) WHICH2(__vibmin_s16x2) WHICH2(__vibmax_u16x2) WHICH2(__vibmin_u16x2)
	THREE(__dp4a) SIGNED3(__dp4a) THREE(__dp2a_lo) SIGNED3(__dp2a_lo) THREE(__dp2a_hi) SIGNED3(__dp2a_hi)
	}
	return result;
}

enum { functions = __COUNTER__ - first };

__global__ void check(unsigned *sums)
{
	unsigned state = threadIdx.x * 7919u + 12345u, sum = 2166136261u;
	for (int i = 0; i < 2000; ++i) {
		const unsigned a = word(state), b = i % 5 ? word(state) : a, c = word(state);
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
