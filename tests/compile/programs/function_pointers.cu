/* Device function pointers, virtual functions, recursion, __noinline__,
 * device-side new/delete and malloc/free. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <assert.h>

typedef float (*func_t)(float);

__device__ __noinline__ float f_sin(float x) { return sinf(x); }
__device__ __noinline__ float f_sq(float x) { return x * x; }
__device__ __forceinline__ float f_inv(float x) { return __fdividef(1.0f, 1.0f + x); }

__device__ func_t g_table[3] = { f_sin, f_sq, f_inv };
__device__ func_t g_one = f_sq;

class Shape {
public:
	__device__ virtual ~Shape() {}
	__device__ virtual float area() const = 0;
};
class Circle : public Shape {
	float r;
public:
	__device__ Circle(float r_) : r(r_) {}
	__device__ float area() const override { return 3.14159265f * r * r; }
};
class Rect : public Shape {
	float w, h;
public:
	__device__ Rect(float w_, float h_) : w(w_), h(h_) {}
	__device__ virtual float area() const override { return w * h; }
};

__device__ __noinline__ unsigned int ack(unsigned int m, unsigned int n)
{
	if (m == 0) return n + 1;
	if (n == 0) return ack(m - 1, 1);
	return ack(m - 1, ack(m, n - 1));
}

__global__ void trapezoid(int which, float a, float b, int steps, float *sum, func_t extra)
{
	func_t f = which < 3 ? g_table[which] : extra;
	float h = (b - a) / steps, acc = 0.f;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < steps; i += gridDim.x * blockDim.x)
		acc += 0.5f * h * (f(a + i * h) + (*f)(a + (i + 1) * h));
	atomicAdd(sum, acc);
}

__global__ void shapes(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	Shape *s;
	if (i & 1) s = new Circle(1.0f); else s = new Rect(i, 2.0f);
	out[i] = s->area();
	delete s;
}

__global__ void scratch(int *out, int n)
{
	int *tmp = (int *)malloc(n * sizeof(int));
	if (tmp == NULL) { printf("thread %d: no heap\n", threadIdx.x); __trap(); }
	for (int i = 0; i < n; i++) tmp[i] = i * threadIdx.x;
	int s = 0;
	for (int i = 0; i < n; i++) s += tmp[i];
	free(tmp);
	assert(s == (int)threadIdx.x * n * (n - 1) / 2);
	out[threadIdx.x] = s;
	if (threadIdx.x == 0) out[0] = ack(2, 3);
}

int main(void)
{
	float *d_sum, sum[4], *d_area, area[64];
	int *d_s, s[32], ok = 1;
	func_t host_copy;
	size_t heap = 0;

	cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 * 1024 * 1024);
	cudaDeviceSetLimit(cudaLimitStackSize, 8192);
	cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
	printf("heap %zu bytes\n", heap);

	cudaMemcpyFromSymbol(&host_copy, g_one, sizeof(func_t));
	cudaMalloc((void **)&d_sum, sizeof(sum));
	cudaMalloc((void **)&d_area, sizeof(area));
	cudaMalloc((void **)&d_s, sizeof(s));
	cudaMemset(d_sum, 0, sizeof(sum));
	for (int w = 0; w < 4; w++)
		trapezoid<<<8, 64>>>(w, 0.f, 1.f, 10000, d_sum + w, host_copy);
	shapes<<<1, 64>>>(d_area, 64);
	scratch<<<1, 32>>>(d_s, 20);
	if (cudaDeviceSynchronize() != cudaSuccess) ok = 0;
	cudaMemcpy(sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost);
	cudaMemcpy(area, d_area, sizeof(area), cudaMemcpyDeviceToHost);
	cudaMemcpy(s, d_s, sizeof(s), cudaMemcpyDeviceToHost);
	const double want[4] = { 1 - cos(1.0), 1.0 / 3, log(2.0), 1.0 / 3 };
	for (int w = 0; w < 4; w++) ok = ok && fabs(sum[w] - want[w]) < 1e-3;
	for (int i = 0; i < 64; i++) ok = ok && fabs(area[i] - (i % 2 ? M_PI : 2.0 * i)) < 1e-4;
	ok = ok && s[0] == 9 && s[5] == 5 * 190;
	printf("%s\n", ok ? "PASS" : "FAIL");
	cudaFree(d_sum); cudaFree(d_area); cudaFree(d_s);
	return !ok;
}
