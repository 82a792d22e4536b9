// Smoothed-particle density and pressure force on a uniform grid,
// parameters live in constant memory.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include "particle.h"
#include "ops.h"

__constant__ Params params;
static Params h_params;

__device__ int3 cellOf(float3 p)
{
	float3 c = floorf((p - params.lo) * (1.0f / params.h));
	return make_int3(clampi((int)c.x, 0, params.cells.x - 1),
	                 clampi((int)c.y, 0, params.cells.y - 1),
	                 clampi((int)c.z, 0, params.cells.z - 1));
}

__device__ uint cellIndex(int3 c)
{
	return __umul24(__umul24(c.z, params.cells.y) + c.y, params.cells.x) + c.x;
}

__global__ void buildLists(const Particle *p, int *head, int *next)
{
	uint i = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
	if (i >= params.n) return;
	next[i] = atomicExch(&head[cellIndex(cellOf(p[i].pos))], (int)i);
}

template <class F>
__device__ void forNeighbours(float3 pos, const int *head, const int *next, F f)
{
	int3 c = cellOf(pos);
	for (int z = max(c.z - 1, 0); z <= min(c.z + 1, params.cells.z - 1); z++)
		for (int y = max(c.y - 1, 0); y <= min(c.y + 1, params.cells.y - 1); y++)
			for (int x = max(c.x - 1, 0); x <= min(c.x + 1, params.cells.x - 1); x++)
				for (int j = head[cellIndex(make_int3(x, y, z))]; j >= 0; j = next[j])
					f(j);
}

__global__ void density(Particle *p, const int *head, const int *next)
{
	uint i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= params.n) return;
	float3 xi = p[i].pos;
	float h2 = params.h * params.h, sum = 0.f;
	forNeighbours(xi, head, next, [&](int j) {
		float3 d = xi - p[j].pos;
		float r2 = dot(d, d);
		if (r2 < h2) { float q = h2 - r2; sum += q * q * q; }
	});
	float rho = params.mass * 315.f / (64.f * 3.14159265f * powf(params.h, 9)) * sum;
	p[i].density = rho;
	p[i].pressure = params.k * fmaxf(rho - params.rest, 0.f);
}

__global__ void step(Particle *p, const int *head, const int *next, float3 *dv)
{
	uint i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= params.n) return;
	float3 f = {0, 0, 0};
	const Particle me = p[i];
	forNeighbours(me.pos, head, next, [&](int j) {
		float3 d = me.pos - p[j].pos;
		float r = sqrtf(dot(d, d));
		if (r > 0 && r < params.h) {
			float q = params.h - r;
			f += d * (params.mass * (me.pressure + p[j].pressure) / (2.f * p[j].density) * q * q / r);
		}
	});
	dv[i] = f + params.gravity;
}

int main(int argc, char **argv)
{
	int side = argc > 1 ? atoi(argv[1]) : 16;
	int n = side * side * side;
	Particle *h = (Particle *)malloc(n * sizeof(Particle));
	h_params.h = 0.1f;
	h_params.lo = make_float3(0, 0, 0);
	h_params.hi = make_float3(1, 1, 1);
	h_params.cells = make_int3(10, 10, 10);
	h_params.gravity = make_float3(0.f, -9.8f, 0.f);
	h_params.mass = 1.0f / n; h_params.rest = 0.5f; h_params.k = 2.f; h_params.mu = 0.1f; h_params.dt = 1e-3f;
	h_params.n = n;
	for (int i = 0; i < n; i++) {
		float3 c = make_float3(i % side + .5f, i / side % side + .5f, i / (side * side) + .5f);
		h[i].pos = c / make_float3(side, side, side);
		h[i].vel = 0.f * c;
	}
	Particle *d; int *head, *next; float3 *dv;
	cudaMalloc(&d, n * sizeof(Particle));
	cudaMalloc(&head, 1000 * sizeof(int));
	cudaMalloc(&next, n * sizeof(int));
	cudaMalloc(&dv, n * sizeof(float3));
	cudaMemcpyToSymbol(params, &h_params, sizeof(Params));
	cudaMemcpy(d, h, n * sizeof(Particle), cudaMemcpyHostToDevice);
	cudaMemset(head, 0xff, 1000 * sizeof(int));
	int g = (n + 127) / 128;
	buildLists<<<g, 128>>>(d, head, next);
	density<<<g, 128>>>(d, head, next);
	step<<<g, 128>>>(d, head, next, dv);
	if (cudaDeviceSynchronize() != cudaSuccess) { printf("FAIL\n"); return 1; }
	cudaMemcpy(h, d, n * sizeof(Particle), cudaMemcpyDeviceToHost);
	int bad = 0;
	for (int i = 0; i < n; i += 97) {
		double s = 0, h2 = h_params.h * h_params.h;
		for (int j = 0; j < n; j++) {
			float3 q = h[i].pos - h[j].pos;
			double r2 = dot(q, q);
			if (r2 < h2) s += pow(h2 - r2, 3);
		}
		s *= h_params.mass * 315. / (64. * M_PI * pow(h_params.h, 9));
		if (fabs(s - h[i].density) > 0.02 * s) bad++;
	}
	printf("%s\n", bad ? "FAIL" : "PASS");
	return bad;
}
