#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <vector>
#include <chrono>
#include "lbm.h"
#include "reference.h"

__constant__ int c_cx[Q], c_cy[Q], c_opp[Q];
__constant__ float c_w[Q];
__constant__ LbmParams c_p;

__global__ void __launch_bounds__(256) lbm_step(const float *__restrict__ f, float *__restrict__ g)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= c_p.nx || y >= c_p.ny) return;
	const int n = c_p.nx * c_p.ny, me = y * c_p.nx + x;
	float q[Q], rho = 0, ux = 0, uy = 0;
#pragma unroll
	for (int k = 0; k < Q; k++) {
		int sx = x - c_cx[k], sy = y - c_cy[k];
		sx = sx < 0 ? sx + c_p.nx : (sx >= c_p.nx ? sx - c_p.nx : sx);
		if (sy < 0) q[k] = f[c_opp[k] * n + me];
		else if (sy >= c_p.ny) q[k] = f[c_opp[k] * n + me] + 6.f * c_w[k] * c_p.u0 * c_cx[k];
		else q[k] = f[k * n + sy * c_p.nx + sx];
		rho += q[k];
		ux += c_cx[k] * q[k];
		uy += c_cy[k] * q[k];
	}
	float inv = __frcp_rn(rho);
	ux *= inv; uy *= inv;
	float uu = 1.5f * (ux * ux + uy * uy);
#pragma unroll
	for (int k = 0; k < Q; k++) {
		float cu = 3.f * (c_cx[k] * ux + c_cy[k] * uy);
		g[k * n + me] = q[k] + c_p.omega * (c_w[k] * rho * (1.f + cu + 0.5f * cu * cu - uu) - q[k]);
	}
}

#define UPLOAD(sym, src) if (cudaMemcpyToSymbol(sym, src, sizeof(src)) != cudaSuccess) { fprintf(stderr, "upload " #sym "\n"); return 1; }

int main(int argc, char **argv)
{
	LbmParams p[1] = { { 128, 96, 1.2f, 0.05f } };
	int steps = argc > 1 ? atoi(argv[1]) : 40;
	const int n = p->nx * p->ny;
	std::vector<float> a(Q * n), b(Q * n), r(Q * n);
	for (int k = 0; k < Q; k++)
		for (int i = 0; i < n; i++) a[k * n + i] = h_w[k];
	UPLOAD(c_cx, h_cx); UPLOAD(c_cy, h_cy); UPLOAD(c_opp, h_opp); UPLOAD(c_w, h_w); UPLOAD(c_p, p);
	float *f, *g;
	size_t bytes = Q * n * sizeof(float);
	cudaMalloc((void **)&f, bytes);
	cudaMalloc((void **)&g, bytes);
	cudaMemcpy(f, a.data(), bytes, cudaMemcpyHostToDevice);
	dim3 blk(64, 4), grd((p->nx + 63) / 64, (p->ny + 3) / 4);
	auto t0 = std::chrono::steady_clock::now();
	for (int s = 0; s < steps; s++) {
		lbm_step<<<grd, blk>>>(f, g);
		float *t = f; f = g; g = t;
	}
	cudaDeviceSynchronize();
	double sec = std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count();
	cudaMemcpy(r.data(), f, bytes, cudaMemcpyDeviceToHost);
	for (int s = 0; s < steps; s++) { lbm_step_host(a.data(), b.data(), *p); a.swap(b); }
	double worst = 0;
	for (int i = 0; i < Q * n; i++) worst = fmax(worst, fabs(a[i] - r[i]));
	printf("%.1f MLUPS, err %g\n%s\n", n * (double)steps / sec * 1e-6, worst, worst < 1e-5 ? "PASS" : "FAIL");
	cudaFree(f);
	cudaFree(g);
	return 0;
}
