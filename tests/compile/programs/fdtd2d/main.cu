#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <sys/time.h>
#include "fdtd.cuh"

#define CUDA(x) do { if ((x) != cudaSuccess) { fprintf(stderr, "%s:%d: " #x "\n", __FILE__, __LINE__); exit(1); } } while (0)

static double now(void)
{
	struct timeval tv;
	gettimeofday(&tv, NULL);
	return tv.tv_sec + tv.tv_usec * 1e-6;
}

static void host(int steps, const real *src, real *ex, real *ey, real *hz, int nx, int ny)
{
	for (int t = 0; t < steps; t++) {
		for (int j = 0; j < ny; j++) ey[j] = src[t];
		for (int i = 1; i < nx; i++)
			for (int j = 0; j < ny; j++) ey[i * ny + j] -= (real)0.5 * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
		for (int i = 0; i < nx; i++)
			for (int j = 1; j < ny; j++) ex[i * ny + j] -= (real)0.5 * (hz[i * ny + j] - hz[i * ny + j - 1]);
		for (int i = 0; i < nx - 1; i++)
			for (int j = 0; j < ny - 1; j++)
				hz[i * ny + j] -= (real)0.7 * (ex[i * ny + j + 1] - ex[i * ny + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
	}
}

int main(int argc, char *argv[])
{
	int nx = 300, ny = 260, steps = 50;
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "-t") && i + 1 < argc) steps = atoi(argv[++i]);
		else if (!strcmp(argv[i], "-n") && i + 1 < argc) nx = ny = atoi(argv[++i]);
		else { fprintf(stderr, "usage: %s [-t steps] [-n size]\n", argv[0]); return 1; }
	}
	size_t bytes = (size_t)nx * ny * sizeof(real);
	real *ex = (real *)malloc(bytes), *ey = (real *)malloc(bytes), *hz = (real *)malloc(bytes), *src = (real *)malloc(steps * sizeof(real)), *got = (real *)malloc(bytes);
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < ny; j++) {
			ex[i * ny + j] = (real)i * (j + 1) / nx;
			ey[i * ny + j] = (real)i * (j + 2) / ny;
			hz[i * ny + j] = (real)i * (j + 3) / nx;
		}
	for (int t = 0; t < steps; t++) src[t] = (real)t;
	real *dex, *dey, *dhz;
	CUDA(cudaMalloc(&dex, bytes));
	CUDA(cudaMalloc(&dey, bytes));
	CUDA(cudaMalloc(&dhz, bytes));
	CUDA(cudaMemcpy(dex, ex, bytes, cudaMemcpyHostToDevice));
	CUDA(cudaMemcpy(dey, ey, bytes, cudaMemcpyHostToDevice));
	CUDA(cudaMemcpy(dhz, hz, bytes, cudaMemcpyHostToDevice));
	dim3 block(BX, BY);
	dim3 grid((size_t)ceil((float)ny / (float)block.x), (size_t)ceil((float)nx / (float)block.y));
	double t0 = now();
	for (int t = 0; t < steps; t++) {
		update_ey<<<grid, block>>>(dey, dhz, src[t], nx, ny);
		update_ex<<<grid, block>>>(dex, dhz, nx, ny);
		update_hz<<<grid, block>>>(dex, dey, dhz, nx, ny);
	}
	CUDA(cudaDeviceSynchronize());
	printf("GPU %.6f s\n", now() - t0);
	CUDA(cudaMemcpy(got, dhz, bytes, cudaMemcpyDeviceToHost));
	host(steps, src, ex, ey, hz, nx, ny);
	double worst = 0;
	for (int i = 0; i < nx * ny; i++) worst = fmax(worst, fabs(got[i] - hz[i]) / (1 + fabs(hz[i])));
	printf("%s (%g)\n", worst < 1e-2 ? "PASS" : "FAIL", worst);
	cudaFree(dex); cudaFree(dey); cudaFree(dhz);
	free(ex); free(ey); free(hz); free(src); free(got);
	return 0;
}
