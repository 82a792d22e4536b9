// Matrix-vector product with bfloat16 weights: 16-byte loads (float4 ->
// 4 x bf162), fp32 accumulation, plus a dot done entirely in bf162.
#include <cuda_bf16.h>
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <cmath>
#include <vector>

#if defined(CUDART_VERSION) && CUDART_VERSION < 11000
#error "bfloat16 needs CUDA 11"
#endif

#define WARP 32

__device__ __forceinline__ float dot8(const float4& w, const float4& x)
{
	const __nv_bfloat162* wp = reinterpret_cast<const __nv_bfloat162*>(&w);
	const __nv_bfloat162* xp = reinterpret_cast<const __nv_bfloat162*>(&x);
	float acc = 0.f;
#pragma unroll
	for (int k = 0; k < 4; k++) {
		float2 a = __bfloat1622float2(wp[k]);
		float2 b = __bfloat1622float2(xp[k]);
		acc += a.x * b.x + a.y * b.y;
	}
	return acc;
}

__global__ void gemv(const __nv_bfloat16* __restrict__ W, const __nv_bfloat16* __restrict__ x,
                     float* __restrict__ y, int rows, int cols)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= rows) return;
	const float4* w4 = (const float4*)(W + (size_t)row * cols);
	const float4* x4 = (const float4*)x;
	float acc = 0.f;
	for (int c = threadIdx.x; c < cols / 8; c += WARP)
		acc += dot8(__ldg(&w4[c]), x4[c]);
	for (int off = WARP / 2; off; off /= 2)
		acc += __shfl_down_sync(0xffffffff, acc, off);
	if (threadIdx.x == 0) y[row] = acc;
}

__global__ void gemvNative(const __nv_bfloat162* W, const __nv_bfloat162* x, __nv_bfloat16* y, int rows, int cols2)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows) return;
	__nv_bfloat162 acc = __float2bfloat162_rn(0.f);
	for (int c = 0; c < cols2; c++)
		acc = __hfma2(W[(size_t)row * cols2 + c], x[c], acc);
	y[row] = __hadd(__low2bfloat16(acc), __high2bfloat16(acc));
}

__global__ void relu(__nv_bfloat16* y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		__nv_bfloat16 z = __float2bfloat16_rn(0.f);
		y[i] = __hgt(y[i], z) ? y[i] : z;
	}
}

int main(int argc, char** argv)
{
	int rows = 1024, cols = 2048;
	if (argc == 3) { rows = atoi(argv[1]); cols = atoi(argv[2]) / 8 * 8; }
	std::vector<__nv_bfloat16> W((size_t)rows * cols), x(cols), yn(rows);
	std::vector<float> y(rows);
	for (size_t i = 0; i < W.size(); i++) W[i] = __float2bfloat16(((i * 37) % 11 - 5.f) / 16.f);
	for (int i = 0; i < cols; i++) x[i] = __float2bfloat16((i % 9) / 8.f);
	__nv_bfloat16 *dW, *dx, *dyn;
	float* dy;
	cudaMalloc((void**)&dW, W.size() * 2);
	cudaMalloc((void**)&dx, cols * sizeof(__nv_bfloat16));
	cudaMalloc((void**)&dyn, rows * sizeof(__nv_bfloat16));
	cudaMalloc((void**)&dy, rows * sizeof(float));
	cudaMemcpy(dW, W.data(), W.size() * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice);
	cudaMemcpy(dx, x.data(), cols * sizeof(__nv_bfloat16), cudaMemcpyHostToDevice);
	gemv<<<(rows + 3) / 4, dim3(WARP, 4)>>>(dW, dx, dy, rows, cols);
	gemvNative<<<(rows + 127) / 128, 128>>>((__nv_bfloat162*)dW, (__nv_bfloat162*)dx, dyn, rows, cols / 2);
	relu<<<(rows + 127) / 128, 128>>>(dyn, rows);
	cudaMemcpy(y.data(), dy, rows * sizeof(float), cudaMemcpyDeviceToHost);
	cudaMemcpy(yn.data(), dyn, rows * sizeof(__nv_bfloat16), cudaMemcpyDeviceToHost);
	int bad = 0;
	for (int r = 0; r < rows; r++) {
		double s = 0;
		for (int c = 0; c < cols; c++) s += (double)__bfloat162float(W[(size_t)r * cols + c]) * __bfloat162float(x[c]);
		if (fabs(s - y[r]) > 1e-3 * (1 + fabs(s))) bad++;
		if (fabs(fmax(s, 0.) - __bfloat162float(yn[r])) > 0.5 * (4 + fabs(s))) bad++;
	}
	printf("%d wrong -> %s\n", bad, bad ? "FAIL" : "PASS");
	cudaFree(dW); cudaFree(dx); cudaFree(dy); cudaFree(dyn);
	return bad != 0;
}
