#pragma once
#ifdef DOUBLE_PRECISION
typedef double real;
#else
typedef float real;
#endif
#define BX 32
#define BY 8
__global__ void update_ey(real *ey, const real *hz, real src, int nx, int ny)
{
	int j = blockIdx.x * BX + threadIdx.x, i = blockIdx.y * BY + threadIdx.y;
	if (i < nx && j < ny) ey[i * ny + j] = i == 0 ? src : ey[i * ny + j] - (real)0.5 * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
}
__global__ void update_ex(real *ex, const real *hz, int nx, int ny)
{
	int j = blockIdx.x * BX + threadIdx.x, i = blockIdx.y * BY + threadIdx.y;
	if (i < nx && j < ny && j > 0) ex[i * ny + j] -= (real)0.5 * (hz[i * ny + j] - hz[i * ny + j - 1]);
}
__global__ void update_hz(const real *ex, const real *ey, real *hz, int nx, int ny)
{
	int j = blockIdx.x * BX + threadIdx.x, i = blockIdx.y * BY + threadIdx.y;
	if (i < nx - 1 && j < ny - 1)
		hz[i * ny + j] -= (real)0.7 * (ex[i * ny + j + 1] - ex[i * ny + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
}
