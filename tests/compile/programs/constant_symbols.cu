// Symbol copies in all their forms.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define safe(call) do { cudaError_t e__ = call; if (e__) { fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(e__)); abort(); } } while (0)

typedef struct {
	int    n;
	float  w[4];
	double scale;
	float3 origin;
} Config;

__constant__ Config c_cfg;
__constant__ float c_table[64];
__constant__ double c_mat[4][4];
__constant__ const float *c_ptr;
__constant__ int c_scalar;

__device__ float g_state[128];
__device__ int g_counter = 5;
__device__ float *g_scratch;
__device__ __managed__ int g_managed = 11;
static __constant__ unsigned char c_perm[256];

namespace phys { __constant__ float gamma_; __device__ float last[2]; }

template <typename T, int M>
__global__ void apply(const T *in, T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n) return;
	T v = in[i] * c_cfg.w[i & 3] + c_table[(i + M) & 63] + T(c_mat[i & 3][M & 3]) * T(c_cfg.scale) + c_cfg.origin.y;
	out[i] = v + c_ptr[0] + c_scalar + phys::gamma_ + c_perm[i & 255];
	if (i < 128) g_state[i] = (float)v;
	if (i == 0) { atomicAdd(&g_counter, c_cfg.n); g_managed++; g_scratch[0] = 42.f; phys::last[1] = 3.f; }
}

int main()
{
	const int n = 1000;
	Config cfg = {7, {1.f, 2.f, 3.f, 4.f}, 0.5, {0.f, 0.25f, 0.f}};
	float table[64], half_table[32];
	double mat[4][4];
	unsigned char perm[256];
	for (int i = 0; i < 64; i++) table[i] = (float)i;
	for (int i = 0; i < 32; i++) half_table[i] = 100.f + i;
	for (int i = 0; i < 16; i++) mat[i / 4][i % 4] = i;
	for (int i = 0; i < 256; i++) perm[i] = 255 - i;

	safe(cudaMemcpyToSymbol(c_cfg, &cfg, sizeof(Config)));
	safe(cudaMemcpyToSymbol(c_table, table, sizeof(table), 0, cudaMemcpyHostToDevice));
	safe(cudaMemcpyToSymbol(c_table, half_table, sizeof(half_table), 32 * sizeof(float)));
	safe(cudaMemcpyToSymbol(c_mat, mat, sizeof(mat)));
	safe(cudaMemcpyToSymbol(c_perm, perm, 256 * sizeof(unsigned char), 0));

	cudaStream_t st;
	safe(cudaStreamCreate(&st));
	int scalar = 2;
	float gamma = 1.5f;
	safe(cudaMemcpyToSymbolAsync(c_scalar, &scalar, sizeof(int), 0, cudaMemcpyHostToDevice, st));
	safe(cudaMemcpyToSymbolAsync(phys::gamma_, &gamma, sizeof gamma, 0, cudaMemcpyHostToDevice, st));
	safe(cudaStreamSynchronize(st));

	void *state_addr = NULL;
	float *tab_addr, *scratch;
	size_t state_size = 0;
	safe(cudaGetSymbolAddress(&state_addr, g_state));
	safe(cudaGetSymbolAddress((void **)&tab_addr, c_table));
	safe(cudaGetSymbolSize(&state_size, g_state));
	safe(cudaMemset(state_addr, 0, state_size));
	safe(cudaMalloc(&scratch, 16));
	safe(cudaMemcpyToSymbol(g_scratch, &scratch, sizeof(float *)));
	const float *p = tab_addr;
	safe(cudaMemcpyToSymbol(c_ptr, &p, sizeof(p)));
	float one_row[2] = {8.f, 9.f};
	safe(cudaMemcpyToSymbol(phys::last, one_row, sizeof(one_row)));

	std::vector<float> in(n), out(n), st_h(128);
	for (int i = 0; i < n; i++) in[i] = i * 0.5f;
	float *d_in, *d_out;
	safe(cudaMalloc(&d_in, n * sizeof(float)));
	safe(cudaMalloc(&d_out, n * sizeof(float)));
	safe(cudaMemcpy(d_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
	apply<float, 3><<<(n + 63) / 64, 64>>>(d_in, d_out, n);
	safe(cudaDeviceSynchronize());
	safe(cudaMemcpy(out.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));

	int counter; float last1, mark;
	safe(cudaMemcpyFromSymbol(&counter, g_counter, sizeof(int)));
	safe(cudaMemcpyFromSymbol(st_h.data(), g_state, 128 * sizeof(float), 0, cudaMemcpyDeviceToHost));
	safe(cudaMemcpyFromSymbolAsync(&last1, phys::last, sizeof(float), sizeof(float), cudaMemcpyDeviceToHost, st));
	safe(cudaStreamSynchronize(st));
	safe(cudaMemcpy(&mark, scratch, sizeof(float), cudaMemcpyDeviceToHost));

	memcpy(table + 32, half_table, sizeof(half_table));
	int bad = counter != 12 || g_managed != 12 || last1 != 3.f || mark != 42.f;
	for (int i = 0; i < n; i++) {
		float v = in[i] * cfg.w[i & 3] + table[(i + 3) & 63] + (float)mat[i & 3][3] * 0.5f + 0.25f;
		bad += out[i] != v + table[0] + 2 + 1.5f + perm[i & 255];
		if (i < 128) bad += st_h[i] != v;
	}
	printf("%s\n", bad ? "FAIL" : "PASS");
	cudaStreamDestroy(st);
	cudaFree(scratch); cudaFree(d_in); cudaFree(d_out);
	return bad;
}
