/* Edit distance of many word pairs (one block each, anti-diagonal sweep). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>
#include <string>
#include <algorithm>

#define MAXLEN 128

static __device__ __forceinline__ int min3(int a, int b, int c) { return min(a, min(b, c)); }

__global__ void levenshtein(const char *__restrict__ a, const char *__restrict__ b, const int2 *len, int *out)
{
	__shared__ int diag[3][MAXLEN + 1];
	__shared__ char sa[MAXLEN], sb[MAXLEN];
	const int pair = blockIdx.x, la = len[pair].x, lb = len[pair].y;
	for (int i = threadIdx.x; i < MAXLEN; i += blockDim.x) {
		sa[i] = a[pair * MAXLEN + i];
		sb[i] = b[pair * MAXLEN + i];
	}
	__syncthreads();
	int *prev2 = diag[0], *prev = diag[1], *cur = diag[2];
	for (int d = 0; d <= la + lb; d++) {
		for (int i = threadIdx.x; i <= la; i += blockDim.x) {
			int j = d - i;
			if (j < 0 || j > lb) continue;
			if (i == 0) cur[i] = j;
			else if (j == 0) cur[i] = i;
			else cur[i] = min3(prev[i - 1] + 1, prev[i] + 1, prev2[i - 1] + (sa[i - 1] != sb[j - 1]));
		}
		__syncthreads();
		int *t = prev2; prev2 = prev; prev = cur; cur = t;
	}
	if (threadIdx.x == 0) out[pair] = prev[la];
}

static int host(const std::string &a, const std::string &b)
{
	std::vector<int> p(b.size() + 1), c(b.size() + 1);
	for (size_t j = 0; j <= b.size(); j++) p[j] = (int)j;
	for (size_t i = 1; i <= a.size(); i++) {
		c[0] = (int)i;
		for (size_t j = 1; j <= b.size(); j++) c[j] = std::min(std::min(p[j], c[j - 1]) + 1, p[j - 1] + (a[i - 1] != b[j - 1]));
		p.swap(c);
	}
	return p[b.size()];
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 2000;
	std::vector<std::string> A(n), B(n);
	std::vector<char> fa(n * MAXLEN, 0), fb(n * MAXLEN, 0);
	std::vector<int2> len(n);
	std::vector<int> got(n);
	for (int p = 0; p < n; p++) {
		for (int i = 0, l = rand() % MAXLEN; i < l; i++) A[p] += "ACGT"[rand() & 3];
		for (int i = 0, l = rand() % MAXLEN; i < l; i++) B[p] += "ACGT"[rand() & 3];
		memcpy(&fa[p * MAXLEN], A[p].data(), A[p].size());
		memcpy(&fb[p * MAXLEN], B[p].data(), B[p].size());
		len[p] = make_int2((int)A[p].size(), (int)B[p].size());
	}
	char *da, *db;
	int2 *dl;
	int *dout;
	cudaMalloc((void **)&da, fa.size());
	cudaMalloc((void **)&db, fb.size());
	cudaMalloc((void **)&dl, n * sizeof(int2));
	cudaMalloc((void **)&dout, n * sizeof(int));
	cudaMemcpy(da, fa.data(), fa.size(), cudaMemcpyHostToDevice);
	cudaMemcpy(db, fb.data(), fb.size(), cudaMemcpyHostToDevice);
	cudaMemcpy(dl, len.data(), n * sizeof(int2), cudaMemcpyHostToDevice);
	levenshtein<<<n, 64>>>(da, db, dl, dout);
	if (cudaMemcpy(got.data(), dout, n * sizeof(int), cudaMemcpyDeviceToHost)) { printf("FAIL\n"); return 1; }
	int bad = 0;
	for (int p = 0; p < n; p++) bad += got[p] != host(A[p], B[p]);
	printf("%s\n", bad ? "FAIL" : "PASS");
	cudaFree(da); cudaFree(db); cudaFree(dl); cudaFree(dout);
	return bad != 0;
}
