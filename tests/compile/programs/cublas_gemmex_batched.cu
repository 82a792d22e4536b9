// Mixed-precision GEMMs: GemmEx, GemmStridedBatchedEx, pointer-array batched,
// strided batched; half and bfloat16 inputs; workspace.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <string>
#include <type_traits>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>

inline void check(cublasStatus_t s, const char* f, int l) { if (s != CUBLAS_STATUS_SUCCESS) { printf("cuBLAS error %d at %s:%d (%s)\n", s, f, l, cublasGetStatusString(s)); exit(1); } }
inline void check(cudaError_t s, const char* f, int l) { if (s != cudaSuccess) { printf("CUDA error %d at %s:%d (%s)\n", s, f, l, cudaGetErrorString(s)); exit(1); } }
#define CHECK(x) check((x), __FILE__, __LINE__)

template <typename T> struct TypeOf;
template <> struct TypeOf<float> { static constexpr cudaDataType_t value = CUDA_R_32F; };
template <> struct TypeOf<__half> { static constexpr cudaDataType_t value = CUDA_R_16F; };
template <> struct TypeOf<__nv_bfloat16> { static constexpr cudaDataType_t value = CUDA_R_16BF; };

template <typename T> __host__ __device__ inline T conv(float x) { return T(x); }
template <> __host__ __device__ inline __half conv<__half>(float x) { return __float2half(x); }
template <> __host__ __device__ inline __nv_bfloat16 conv<__nv_bfloat16>(float x) { return __float2bfloat16(x); }

template <typename T>
__global__ void fill(T* p, int n, int mod, float scale)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) p[i] = conv<T>((i % mod) * scale);
}

template <typename T>
bool run(cublasHandle_t h, const std::string& name)
{
	const int m = 64, n = 48, k = 32, batch = 3;
	T *A, *B;
	float* C;
	CHECK(cudaMalloc(&A, sizeof(T) * m * k * batch));
	CHECK(cudaMalloc(&B, sizeof(T) * k * n * batch));
	CHECK(cudaMalloc(&C, sizeof(float) * m * n * batch));
	fill<T><<<(m * k * batch + 255) / 256, 256>>>(A, m * k * batch, 5, 0.25f);
	fill<T><<<(k * n * batch + 255) / 256, 256>>>(B, k * n * batch, 3, 0.5f);
	CHECK(cudaGetLastError());
	float alpha = 1.f, beta = 0.f;
	cublasComputeType_t compute = std::is_same<T, float>::value ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
	CHECK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, A, TypeOf<T>::value, m, B, TypeOf<T>::value, k,
	                   &beta, C, CUDA_R_32F, m, compute, CUBLAS_GEMM_DEFAULT));
	std::vector<float> c1(m * n), c2(m * n * batch);
	CHECK(cudaMemcpy(c1.data(), C, sizeof(float) * m * n, cudaMemcpyDeviceToHost));
	CHECK(cublasGemmStridedBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, A, TypeOf<T>::value, m, (long long)m * k,
	                                 B, TypeOf<T>::value, k, (long long)k * n, &beta, C, CUDA_R_32F, m, (long long)m * n,
	                                 batch, compute, CUBLAS_GEMM_DEFAULT_TENSOR_OP));
	CHECK(cudaMemcpy(c2.data(), C, sizeof(float) * m * n * batch, cudaMemcpyDeviceToHost));
	double worst = 0;
	for (int b = 0; b < batch; b++)
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++) {
				double s = 0;
				for (int l = 0; l < k; l++) s += ((b * m * k + l * m + i) % 5) * 0.25 * ((b * k * n + j * k + l) % 3) * 0.5;
				worst = fmax(worst, fabs(s - c2[b * m * n + j * m + i]));
				if (b == 0) worst = fmax(worst, fabs(s - c1[j * m + i]));
			}
	printf("%-6s %g\n", name.c_str(), worst);
	cudaFree(A); cudaFree(B); cudaFree(C);
	return worst < 0.05;
}

int main()
{
	cublasHandle_t h;
	CHECK(cublasCreate(&h));
	CHECK(cublasSetMathMode(h, CUBLAS_TF32_TENSOR_OP_MATH));
	void* ws;
	CHECK(cudaMalloc(&ws, 4 << 20));
	CHECK(cublasSetWorkspace(h, ws, 4 << 20));
	bool ok = run<float>(h, "float");
	ok &= run<__half>(h, "half");
	ok &= run<__nv_bfloat16>(h, "bf16");

	// pointer arrays, half gemm, strided batched single
	const int n = 16, batch = 8;
	float *a, *c;
	__half *ha, *hc;
	cudaMalloc(&a, n * n * batch * sizeof(float));
	cudaMalloc(&c, n * n * batch * sizeof(float));
	cudaMalloc(&ha, n * n * sizeof(__half));
	cudaMalloc(&hc, n * n * sizeof(__half));
	fill<float><<<n * n * batch / 256, 256>>>(a, n * n * batch, 2, 1.f);
	fill<__half><<<1, 256>>>(ha, n * n, 2, 1.f);
	std::vector<float*> pa(batch), pc(batch);
	for (int b = 0; b < batch; b++) { pa[b] = a + b * n * n; pc[b] = c + b * n * n; }
	float **da, **dc, one = 1.f, zero = 0.f;
	cudaMalloc(&da, batch * sizeof(float*));
	cudaMalloc(&dc, batch * sizeof(float*));
	cudaMemcpy(da, pa.data(), batch * sizeof(float*), cudaMemcpyHostToDevice);
	cudaMemcpy(dc, pc.data(), batch * sizeof(float*), cudaMemcpyHostToDevice);
	CHECK(cublasSgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, (const float**)da, n, (const float**)da, n, &zero, dc, n, batch));
	CHECK(cublasSgemmStridedBatched(h, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, a, n, n * n, a, n, n * n, &one, c, n, n * n, batch));
	__half h1 = __float2half(1.f), h0 = __float2half(0.f);
	CHECK(cublasHgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &h1, ha, n, ha, n, &h0, hc, n));
	float v;
	CHECK(cudaMemcpy(&v, c + n * n + n + 1, sizeof(float), cudaMemcpyDeviceToHost));
	ok = ok && v == 16.f + 8.f;
	printf("%s\n", ok ? "PASS" : "FAIL");
	cublasDestroy(h);
	cudaFree(ws); cudaFree(a); cudaFree(c); cudaFree(ha); cudaFree(hc); cudaFree(da); cudaFree(dc);
	return !ok;
}
