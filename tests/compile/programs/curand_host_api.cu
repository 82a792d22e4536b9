/* Host-API cuRAND: pseudo and quasi generators, several distributions. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <cuda.h>
#include <curand.h>

#define CUDA_CALL(x) do { if((x)!=cudaSuccess) { printf("Error at %s:%d\n",__FILE__,__LINE__); return EXIT_FAILURE;}} while(0)
#define CURAND_CALL(x) do { if((x)!=CURAND_STATUS_SUCCESS) { printf("Error at %s:%d\n",__FILE__,__LINE__); return EXIT_FAILURE;}} while(0)

__global__ void inCircle(const float *xy, int n, unsigned int *hits)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int p = 0;
	if (i < n) { float x = xy[2 * i], y = xy[2 * i + 1]; p = x * x + y * y < 1.f; }
	p = __syncthreads_count(p);
	if (threadIdx.x == 0) atomicAdd(hits, (unsigned)p);
}

int main(int argc, char *argv[])
{
	size_t n = 1 << 20;
	curandGenerator_t gen, quasi;
	curandGenerator_t cpu;
	float *d, *h;
	double *dd;
	unsigned int *u, *hits, nh;
	cudaStream_t s;

	CUDA_CALL(cudaStreamCreate(&s));
	CUDA_CALL(cudaMalloc((void **)&d, 2 * n * sizeof(float)));
	CUDA_CALL(cudaMalloc((void **)&dd, n * sizeof(double)));
	CUDA_CALL(cudaMalloc((void **)&u, n * sizeof(unsigned int)));
	CUDA_CALL(cudaMalloc((void **)&hits, sizeof(unsigned int)));
	CUDA_CALL(cudaMemset(hits, 0, sizeof(unsigned int)));
	h = (float *)calloc(2 * n, sizeof(float));

	CURAND_CALL(curandCreateGenerator(&gen, CURAND_RNG_PSEUDO_DEFAULT));
	CURAND_CALL(curandSetPseudoRandomGeneratorSeed(gen, 1234ULL));
	CURAND_CALL(curandSetStream(gen, s));
	CURAND_CALL(curandGenerateUniform(gen, d, 2 * n));
	inCircle<<<(int)((n + 255) / 256), 256, 0, s>>>(d, (int)n, hits);
	CUDA_CALL(cudaMemcpyAsync(&nh, hits, sizeof(nh), cudaMemcpyDeviceToHost, s));
	CUDA_CALL(cudaStreamSynchronize(s));
	double pi = 4.0 * nh / n;

	CURAND_CALL(curandGenerateNormal(gen, d, n, 1.0f, 2.0f));
	CURAND_CALL(curandGenerateNormalDouble(gen, dd, n, 0.0, 1.0));
	CURAND_CALL(curandGenerateLogNormal(gen, d + n, n, 0.0f, 0.5f));
	CURAND_CALL(curandGenerate(gen, u, n));
	CURAND_CALL(curandGeneratePoisson(gen, u, n, 5.0));
	CUDA_CALL(cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost));
	double m = 0, v = 0;
	for (size_t i = 0; i < n; i++) m += h[i];
	m /= n;
	for (size_t i = 0; i < n; i++) v += (h[i] - m) * (h[i] - m);
	v /= n;

	CURAND_CALL(curandCreateGenerator(&quasi, CURAND_RNG_QUASI_SOBOL32));
	CURAND_CALL(curandSetQuasiRandomGeneratorDimensions(quasi, 2));
	CURAND_CALL(curandGenerateUniform(quasi, d, n));
	CURAND_CALL(curandDestroyGenerator(quasi));
	CURAND_CALL(curandCreateGenerator(&quasi, CURAND_RNG_PSEUDO_PHILOX4_32_10));
	CURAND_CALL(curandSetGeneratorOffset(quasi, 100));
	CURAND_CALL(curandSetGeneratorOrdering(quasi, CURAND_ORDERING_PSEUDO_DEFAULT));

	CURAND_CALL(curandCreateGeneratorHost(&cpu, CURAND_RNG_PSEUDO_MTGP32));
	CURAND_CALL(curandGenerateUniform(cpu, h, 1000));

	int version;
	CURAND_CALL(curandGetVersion(&version));
	int ok = fabs(pi - 3.14159) < 0.02 && fabs(m - 1) < 0.02 && fabs(v - 4) < 0.05 && h[0] > 0.f && h[0] <= 1.f;
	printf("curand %d: pi %g mean %g var %g\n%s\n", version, pi, m, v, ok ? "PASS" : "FAIL");
	CURAND_CALL(curandDestroyGenerator(gen));
	CURAND_CALL(curandDestroyGenerator(quasi));
	CURAND_CALL(curandDestroyGenerator(cpu));
	CUDA_CALL(cudaFree(d)); CUDA_CALL(cudaFree(dd)); CUDA_CALL(cudaFree(u)); CUDA_CALL(cudaFree(hits));
	free(h);
	return EXIT_SUCCESS;
}
