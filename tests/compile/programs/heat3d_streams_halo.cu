/* 3D heat equation, slab decomposition over streams with halo copies, old
 * style: file-scope pointers, kernel with many arguments, no checking macro. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define NX 64
#define NY 48
#define NZ 64
#define SLABS 4
#define LZ (NZ / SLABS)
#define IDX(i, j, k) ((i) + NX * ((j) + NY * (k)))

static float *h_a, *h_b, *h_out;
static float *d_u[SLABS], *d_v[SLABS];
static cudaStream_t st[SLABS];
static cudaEvent_t ev[SLABS];

__global__ void heat(const float *u, float *v, float r, int k0, int nz)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int j = blockIdx.y * blockDim.y + threadIdx.y;
	int k = blockIdx.z * blockDim.z + threadIdx.z + 1;	/* 1 .. LZ, 0 and LZ+1 are halos */
	if (i >= NX || j >= NY || k > nz) return;
	int c = IDX(i, j, k), gk = k0 + k - 1;
	if (i == 0 || j == 0 || gk == 0 || i == NX - 1 || j == NY - 1 || gk == NZ - 1) { v[c] = u[c]; return; }
	v[c] = u[c] + r * (u[c - 1] + u[c + 1] + u[c - NX] + u[c + NX] + u[c - NX * NY] + u[c + NX * NY] - 6.0f * u[c]);
}

static void exchange(int s)
{
	const size_t plane = NX * NY * sizeof(float);
	if (s > 0) {
		cudaStreamWaitEvent(st[s], ev[s - 1], 0);
		cudaMemcpyAsync(d_u[s], d_u[s - 1] + IDX(0, 0, LZ), plane, cudaMemcpyDeviceToDevice, st[s]);
	}
	if (s < SLABS - 1) {
		cudaStreamWaitEvent(st[s], ev[s + 1], 0);
		cudaMemcpyAsync(d_u[s] + IDX(0, 0, LZ + 1), d_u[s + 1] + IDX(0, 0, 1), plane, cudaMemcpyDeviceToDevice, st[s]);
	}
}

int main(int argc, char **argv)
{
	int s, t, steps = argc > 1 ? atoi(argv[1]) : 20;
	const float r = 0.1f;
	const size_t all = NX * NY * NZ * sizeof(float), slab = NX * NY * (LZ + 2) * sizeof(float);
	cudaHostAlloc((void **)&h_a, all, cudaHostAllocDefault);
	cudaHostAlloc((void **)&h_out, all, cudaHostAllocDefault);
	h_b = (float *)malloc(all);
	for (t = 0; t < NX * NY * NZ; t++) h_a[t] = (float)((t * 2654435761u) >> 20) / 4096.0f;
	for (s = 0; s < SLABS; s++) {
		cudaStreamCreate(&st[s]);
		cudaEventCreateWithFlags(&ev[s], cudaEventDisableTiming);
		cudaMalloc((void **)&d_u[s], slab);
		cudaMalloc((void **)&d_v[s], slab);
		cudaMemsetAsync(d_u[s], 0, slab, st[s]);
		cudaMemcpyAsync(d_u[s] + IDX(0, 0, 1), h_a + IDX(0, 0, s * LZ), NX * NY * LZ * sizeof(float), cudaMemcpyHostToDevice, st[s]);
		cudaEventRecord(ev[s], st[s]);
	}
	dim3 block(32, 4, 2), grid((NX + 31) / 32, (NY + 3) / 4, (LZ + 1) / 2);
	for (t = 0; t < steps; t++) {
		for (s = 0; s < SLABS; s++) exchange(s);
		cudaDeviceSynchronize();
		for (s = 0; s < SLABS; s++) {
			heat<<<grid, block, 0, st[s]>>>(d_u[s], d_v[s], r, s * LZ, LZ);
			float *x = d_u[s]; d_u[s] = d_v[s]; d_v[s] = x;
			cudaEventRecord(ev[s], st[s]);
		}
	}
	for (s = 0; s < SLABS; s++)
		cudaMemcpyAsync(h_out + IDX(0, 0, s * LZ), d_u[s] + IDX(0, 0, 1), NX * NY * LZ * sizeof(float), cudaMemcpyDeviceToHost, st[s]);
	cudaDeviceSynchronize();
	for (t = 0; t < steps; t++) {
		for (int k = 0; k < NZ; k++)
			for (int j = 0; j < NY; j++)
				for (int i = 0; i < NX; i++) {
					int c = IDX(i, j, k);
					if (!i || !j || !k || i == NX - 1 || j == NY - 1 || k == NZ - 1) h_b[c] = h_a[c];
					else h_b[c] = h_a[c] + r * (h_a[c - 1] + h_a[c + 1] + h_a[c - NX] + h_a[c + NX] + h_a[c - NX * NY] + h_a[c + NX * NY] - 6.0f * h_a[c]);
				}
		for (int c = 0; c < NX * NY * NZ; c++) h_a[c] = h_b[c];
	}
	double worst = 0;
	for (t = 0; t < NX * NY * NZ; t++) worst = fmax(worst, fabs(h_a[t] - h_out[t]));
	printf("err %g\n%s\n", worst, worst < 1e-4 ? "PASS" : "FAIL");
	for (s = 0; s < SLABS; s++) { cudaFree(d_u[s]); cudaFree(d_v[s]); cudaStreamDestroy(st[s]); cudaEventDestroy(ev[s]); }
	cudaFreeHost(h_a); cudaFreeHost(h_out);
	free(h_b);
	return cudaGetLastError() != cudaSuccess;
}
