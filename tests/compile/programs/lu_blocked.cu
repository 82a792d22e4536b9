/* Right-looking blocked LU without pivoting: factor the panel's square, solve
 * the two strips next to it, rank-B update of what is left. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <assert.h>
#include <time.h>

#define B 16
#define AT(p, r, c) (p)[(size_t)(r) * ld + (c)]
enum Side { ROW_STRIP, COL_STRIP };

__global__ void factor(double *m, int ld)
{
	__shared__ double s[B][B + 1];
	const int r = threadIdx.y, c = threadIdx.x;
	s[r][c] = AT(m, r, c);
	for (int k = 0; k < B - 1; k++) {
		__syncthreads();
		if (c == k && r > k) s[r][k] = s[r][k] / s[k][k];
		__syncthreads();
		if (r > k && c > k) s[r][c] -= s[r][k] * s[k][c];
	}
	AT(m, r, c) = s[r][c];
}

/* one thread per column (ROW_STRIP) or per row (COL_STRIP) of the strip */
template <Side SIDE>
__device__ void solveStrip(const double *sq, double *strip, int ld, int count)
{
	__shared__ double t[B][B];
	for (int i = threadIdx.x; i < B * B; i += blockDim.x) t[i / B][i % B] = AT(sq, i / B, i % B);
	__syncthreads();
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	if (me >= count) return;
	double x[B];
#pragma unroll
	for (int k = 0; k < B; k++) x[k] = SIDE == ROW_STRIP ? AT(strip, k, me) : AT(strip, me, k);
#pragma unroll
	for (int k = 0; k < B; k++) {
		for (int j = 0; j < k; j++) x[k] -= (SIDE == ROW_STRIP ? t[k][j] : t[j][k]) * x[j];
		if (SIDE == COL_STRIP) x[k] /= t[k][k];
	}
#pragma unroll
	for (int k = 0; k < B; k++) (SIDE == ROW_STRIP ? AT(strip, k, me) : AT(strip, me, k)) = x[k];
}

__global__ void strips(double *sq, int ld, int count)
{
	if (blockIdx.y == 0) solveStrip<ROW_STRIP>(sq, sq + B, ld, count);
	else                 solveStrip<COL_STRIP>(sq, sq + (size_t)B * ld, ld, count);
}

__global__ void trailing(double *sq, int ld)
{
	__shared__ double l[B][B], u[B][B];
	int r = (blockIdx.y + 1) * B + threadIdx.y, c = (blockIdx.x + 1) * B + threadIdx.x;
	l[threadIdx.y][threadIdx.x] = AT(sq, r, threadIdx.x);
	u[threadIdx.y][threadIdx.x] = AT(sq, threadIdx.y, c);
	__syncthreads();
	double acc = AT(sq, r, c);
	for (int k = 0; k < B; k++) acc = fma(-l[threadIdx.y][k], u[k][threadIdx.x], acc);
	AT(sq, r, c) = acc;
}

static void lu(double *m, int n)
{
	const dim3 tile(B, B);
	for (int k = 0; k < n; k += B) {
		double *sq = m + (size_t)k * n + k;
		int rest = n - k - B;
		factor<<<1, tile>>>(sq, n);
		if (rest == 0) break;
		strips<<<dim3((rest + 63) / 64, 2), 64>>>(sq, n, rest);
		trailing<<<dim3(rest / B, rest / B), tile>>>(sq, n);
	}
}

int main(int argc, char *argv[])
{
	int n = argc > 1 ? atoi(argv[1]) : 256;
	assert(n % B == 0);
	size_t bytes = (size_t)n * n * sizeof(double);
	double *a = (double *)malloc(bytes), *f = (double *)malloc(bytes), *d, worst = 0;
	for (int i = 0; i < n * n; i++) a[i] = cos(0.3 * (i / n) * (i % n)) + (i / n == i % n ? n : 0);
	cudaMalloc((void **)&d, bytes);
	cudaMemcpy(d, a, bytes, cudaMemcpyHostToDevice);
	clock_t t0 = clock();
	lu(d, n);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%.3f ms (%s)\n", 1e3 * (clock() - t0) / CLOCKS_PER_SEC, cudaGetErrorString(e));
	cudaMemcpy(f, d, bytes, cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double s = i <= j ? f[i * n + j] : 0;
			for (int k = 0; k < i && k <= j; k++) s += f[i * n + k] * f[k * n + j];
			worst = fmax(worst, fabs(s - a[i * n + j]));
		}
	printf("max error %g: %s\n", worst, worst < 1e-9 * n ? "PASS" : "FAIL");
	cudaFree(d);
	free(a);
	free(f);
	return 0;
}
