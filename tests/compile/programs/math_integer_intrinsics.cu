/* Integer and bit intrinsics against host versions. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

#define OUTS 26

__global__ void ints(const unsigned *a, const unsigned *b, unsigned *o, int n)
{
	int i = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
	if (i >= n) return;
	unsigned x = a[i], y = b[i], *r = o + i * OUTS;
	unsigned long long w = ((unsigned long long)x << 32) | y;
	r[0] = __umulhi(x, y);
	r[1] = (unsigned)__mulhi((int)x, (int)y);
	r[2] = __umul24(x, y);
	r[3] = __byte_perm(x, y, 0x5410);
	r[4] = __brev(x);
	r[5] = __clz(x);
	r[6] = __clzll(w);
	r[7] = __popc(x);
	r[8] = __popcll(w);
	r[9] = __ffs(x);
	r[10] = __ffsll(w);
	r[11] = __funnelshift_l(x, y, 7);
	r[12] = __funnelshift_r(x, y, 9);
	r[13] = __sad((int)x, (int)y, 3u);
	r[14] = __usad(x, y, 5u);
	r[15] = (unsigned)__hadd((int)(x >> 1), (int)(y >> 1));
	r[16] = __urhadd(x, y);
	r[17] = (unsigned)__brevll(w);
	r[18] = (unsigned)(__umul64hi(w, w) >> 7);
	r[19] = min(x, y) ^ max((int)x, (int)y);
	r[20] = abs((int)x >> 1) + (unsigned)llabs((long long)w >> 33);
	r[21] = __dp4a((int)x, (int)y, 10);
	r[22] = __dp2a_lo((int)x, (int)y, 20);
	r[23] = __vadd4(x, y);
	r[24] = __vabsdiffu4(x, y) + __vminu2(x, y);
	r[25] = __vcmpgtu4(x, y) & __vsubus4(x, y);
}

static unsigned rev(unsigned x) { unsigned r = 0; for (int i = 0; i < 32; i++) r |= ((x >> i) & 1u) << (31 - i); return r; }
static unsigned dp4a(unsigned a, unsigned b, int c) { for (int k = 0; k < 4; k++) c += (int8_t)(a >> 8 * k) * (int8_t)(b >> 8 * k); return c; }
static unsigned vadd4(unsigned a, unsigned b) { unsigned r = 0; for (int k = 0; k < 32; k += 8) r |= (((a >> k) + (b >> k)) & 255u) << k; return r; }

int main(int argc, char **argv)
{
	const int n = 4096;
	unsigned *a = (unsigned *)malloc(n * 4), *b = (unsigned *)malloc(n * 4), *o = (unsigned *)malloc(n * OUTS * 4);
	unsigned *da, *db, *dout;
	unsigned s = 1;
	for (int i = 0; i < n; i++) {
		s = s * 1664525u + 1013904223u; a[i] = s | 1u;
		s = s * 1664525u + 1013904223u; b[i] = s ^ (s >> 11);
	}
	cudaMalloc((void **)&da, n * 4);
	cudaMalloc((void **)&db, n * 4);
	cudaMalloc((void **)&dout, n * OUTS * 4);
	cudaMemcpy(da, a, n * 4, cudaMemcpyHostToDevice);
	cudaMemcpy(db, b, n * 4, cudaMemcpyHostToDevice);
	ints<<<n / 256, 256>>>(da, db, dout, n);
	cudaMemcpy(o, dout, n * OUTS * 4, cudaMemcpyDeviceToHost);
	int bad = 0;
	for (int i = 0; i < n; i++) {
		unsigned x = a[i], y = b[i], *r = o + i * OUTS;
		uint64_t w = ((uint64_t)x << 32) | y;
		bad += r[0] != (unsigned)(((uint64_t)x * y) >> 32);
		bad += r[1] != (unsigned)(((int64_t)(int)x * (int)y) >> 32);
		bad += r[3] != ((x & 0xffff) | (y << 16));
		bad += r[4] != rev(x) || r[17] != rev(x);
		bad += r[5] != (unsigned)__builtin_clz(x) || r[6] != (unsigned)__builtin_clzll(w);
		bad += r[7] != (unsigned)__builtin_popcount(x) || r[8] != (unsigned)__builtin_popcountll(w);
		bad += r[9] != (unsigned)__builtin_ffs(x) || r[10] != (unsigned)__builtin_ffsll(w);
		bad += r[11] != ((y << 7) | (x >> 25)) || r[12] != ((y << 23) | (x >> 9));
		bad += r[14] != (x > y ? x - y : y - x) + 5u;
		bad += r[16] != (unsigned)(((uint64_t)x + y + 1) >> 1);
		bad += r[21] != dp4a(x, y, 10) || r[23] != vadd4(x, y);
	}
	printf("%d bad\n%s\n", bad, bad ? "FAIL" : "PASS");
	cudaFree(da); cudaFree(db); cudaFree(dout);
	free(a); free(b); free(o);
	return bad != 0;
}
