// 2D periodic Poisson solve (R2C/C2R), 1D batched transforms with PlanMany.
#include <cufft.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>

static void _fft(cufftResult r, int line) { if (r != CUFFT_SUCCESS) { fprintf(stderr, "cufft error %d, line %d\n", (int)r, line); exit(1); } }
#define FFT(x) _fft((x), __LINE__)

__global__ void solve(cufftDoubleComplex *f, int nx, int nyh, int ny, double L)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
	if (i >= nx || j >= nyh) return;
	double kx = 2 * M_PI / L * (i <= nx / 2 ? i : i - nx), ky = 2 * M_PI / L * j, k2 = kx * kx + ky * ky;
	double s = k2 > 0 ? -1.0 / k2 / (nx * (double)ny) : 0.0;
	cufftDoubleComplex c = f[i * nyh + j];
	c.x *= s;
	c.y *= s;
	f[i * nyh + j] = c;
}

__global__ void scaleC(cufftComplex *d, int n, float s)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) { d[i].x *= s; d[i].y *= s; }
}

int main()
{
	const int nx = 64, ny = 96, nyh = ny / 2 + 1;
	const double L = 1.0;
	std::vector<double> rhs(nx * ny), u(nx * ny), got(nx * ny);
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < ny; j++) {
			double x = 2 * M_PI * i / nx, y = 2 * M_PI * j / ny;
			u[i * ny + j] = sin(x) * cos(2 * y);
			rhs[i * ny + j] = -4 * M_PI * M_PI * 5 * u[i * ny + j];
		}
	double *d_r;
	cufftDoubleComplex *d_c;
	cudaMalloc((void **)&d_r, sizeof(cufftDoubleReal) * nx * ny);
	cudaMalloc((void **)&d_c, sizeof(cufftDoubleComplex) * nx * nyh);
	cudaMemcpy(d_r, rhs.data(), sizeof(double) * nx * ny, cudaMemcpyHostToDevice);
	cufftHandle fwd, inv, many, one;
	FFT(cufftPlan2d(&fwd, nx, ny, CUFFT_D2Z));
	FFT(cufftPlan2d(&inv, nx, ny, CUFFT_Z2D));
	cudaStream_t s;
	cudaStreamCreate(&s);
	FFT(cufftSetStream(fwd, s));
	FFT(cufftSetStream(inv, s));
	FFT(cufftExecD2Z(fwd, d_r, d_c));
	solve<<<dim3((nyh + 15) / 16, (nx + 15) / 16), dim3(16, 16), 0, s>>>(d_c, nx, nyh, ny, L);
	FFT(cufftExecZ2D(inv, d_c, d_r));
	cudaStreamSynchronize(s);
	cudaMemcpy(got.data(), d_r, sizeof(double) * nx * ny, cudaMemcpyDeviceToHost);
	double worst = 0;
	for (int k = 0; k < nx * ny; k++) worst = fmax(worst, fabs(got[k] - u[k]));

	const int len = 128, batch = 10;
	std::vector<cufftComplex> h(len * batch), g(len * batch);
	for (int k = 0; k < len * batch; k++) { h[k].x = k % 7; h[k].y = -(k % 3); }
	cufftComplex *d;
	cudaMalloc((void **)&d, sizeof(cufftComplex) * len * batch);
	cudaMemcpy(d, h.data(), sizeof(cufftComplex) * len * batch, cudaMemcpyHostToDevice);
	int dims[1] = { len }, embed[1] = { len };
	FFT(cufftPlanMany(&many, 1, dims, embed, 1, len, embed, 1, len, CUFFT_C2C, batch));
	size_t ws;
	FFT(cufftGetSize(many, &ws));
	FFT(cufftExecC2C(many, d, d, CUFFT_FORWARD));
	FFT(cufftExecC2C(many, d, d, CUFFT_INVERSE));
	scaleC<<<(len * batch + 255) / 256, 256>>>(d, len * batch, 1.f / len);
	FFT(cufftPlan1d(&one, len, CUFFT_R2C, 1));
	FFT(cufftExecR2C(one, (cufftReal *)d_r, d_c ? (cufftComplex *)d_c : NULL));
	cudaMemcpy(g.data(), d, sizeof(cufftComplex) * len * batch, cudaMemcpyDeviceToHost);
	for (int k = 0; k < len * batch; k++) worst = fmax(worst, 1e-6 * fabs(g[k].x - h[k].x) + 1e-6 * fabs(g[k].y - h[k].y));
	printf("err %g %s\n", worst, worst < 1e-9 ? "PASS" : "FAIL");
	cufftDestroy(fwd); cufftDestroy(inv); cufftDestroy(many); cufftDestroy(one);
	cudaStreamDestroy(s);
	cudaFree(d_r); cudaFree(d_c); cudaFree(d);
	return worst < 1e-9 ? 0 : 1;
}
