// Julia-set escape radii and a DFT by direct sum, complex numbers as double2
// with hand-made operators.
#include <iostream>
#include <vector>
#include <complex>
#include <cmath>

namespace z2 {
__host__ __device__ inline double2 operator+(double2 a, double2 b) { return make_double2(a.x + b.x, a.y + b.y); }
__host__ __device__ inline double2 operator-(double2 a, double2 b) { return make_double2(a.x - b.x, a.y - b.y); }
__host__ __device__ inline double2 operator-(double2 a) { return make_double2(-a.x, -a.y); }
__host__ __device__ inline double2 operator*(double2 a, double2 b) { return make_double2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
__host__ __device__ inline double2 operator*(double s, double2 a) { return make_double2(s * a.x, s * a.y); }
__host__ __device__ inline double2 operator*(double2 a, double s) { return s * a; }
__host__ __device__ inline double2 operator/(double2 a, double s) { return make_double2(a.x / s, a.y / s); }
__host__ __device__ inline double2& operator+=(double2& a, double2 b) { a.x += b.x; a.y += b.y; return a; }
__host__ __device__ inline double2& operator-=(double2& a, double2 b) { a = a - b; return a; }
__host__ __device__ inline double2& operator*=(double2& a, double2 b) { a = a * b; return a; }
__host__ __device__ inline double norm2(double2 a) { return a.x * a.x + a.y * a.y; }
__host__ __device__ inline double2 conj(double2 a) { return make_double2(a.x, -a.y); }
}

using z2::operator+;
using z2::operator-;
using z2::operator*;
using z2::operator+=;
using z2::operator-=;

__global__ void julia(int* count, int w, int h, double2 c, int maxIter)
{
	using namespace z2;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int j = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= w || j >= h) return;
	double2 z = make_double2(3.0 * i / w - 1.5, 3.0 * j / h - 1.5);
	int k = 0;
	while (k < maxIter && norm2(z) < 4.0) {
		z = z * z + c;
		++k;
	}
	count[j * w + i] = k;
}

__global__ void dft(const double2* x, double2* X, int n)
{
	int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= n) return;
	double2 acc = {0.0, 0.0};
	for (int j = 0; j < n; j++) {
		double s, c;
		sincospi(-2.0 * ((long long)j * k % n) / n, &s, &c);
		acc += x[j] * make_double2(c, s);
	}
	X[k] = acc;
}

static void __attribute__((noreturn)) fail(const char* msg) { std::cerr << msg << "\n"; exit(1); }

int main()
{
	const int w = 256, h = 256, n = 1000;
	int* cnt;
	if (cudaMallocManaged(&cnt, w * h * sizeof(int)) != cudaSuccess) fail("managed alloc");
	dim3 t(16, 16);
	dim3 b((w + t.x - 1) / t.x, (h + t.y - 1) / t.y, 1);
	julia<<<b, t>>>(cnt, w, h, make_double2(-0.8, 0.156), 200);
	if (cudaDeviceSynchronize() != cudaSuccess) fail("julia");
	int diff = 0;
	for (int j = 0; j < h; j++)
		for (int i = 0; i < w; i++) {
			std::complex<double> z(3.0 * i / w - 1.5, 3.0 * j / h - 1.5), c(-0.8, 0.156);
			int k = 0;
			for (; k < 200 && std::norm(z) < 4.0; ++k) z = z * z + c;
			diff += std::abs(k - cnt[j * w + i]) > 2;
		}

	std::vector<double2> x(n), X(n);
	for (int j = 0; j < n; j++) x[j] = make_double2(std::cos(0.1 * j), 0.01 * j);
	double2 *dx, *dX;
	cudaMalloc(&dx, sizeof(double2) * n);
	cudaMalloc(&dX, sizeof(double2) * n);
	cudaMemcpy(dx, x.data(), sizeof(double2) * n, cudaMemcpyHostToDevice);
	dft<<<(n + 63) / 64, 64>>>(dx, dX, n);
	cudaMemcpy(X.data(), dX, sizeof(double2) * n, cudaMemcpyDeviceToHost);
	double2 sum = -x[0] - make_double2(0, 0);
	for (auto v : X) sum += 1.0 / n * v;     // sum X[k] / n == x[0]
	double err = std::sqrt(z2::norm2(sum));
	std::cout << "differing pixels " << diff << ", dft error " << err << std::endl;
	std::cout << (diff < w * h / 200 && err < 1e-9 ? "PASS" : "FAIL") << std::endl;
	cudaFree(cnt); cudaFree(dx); cudaFree(dX);
	return 0;
}
