// Errors on purpose: sticky versus non-sticky, peek versus get, a check
// template with overloads for several libraries' status types.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <cstdio>
#include <cstdlib>
#include <string>

static const char *enumName(cudaError_t e) { return cudaGetErrorName(e); }
static const char *enumName(CUresult e)
{
	static char unknown[] = "<unknown>";
	const char *ret = NULL;
	cuGetErrorName(e, &ret);
	return ret ? ret : unknown;
}
static const char *enumName(cublasStatus_t e) { return e == CUBLAS_STATUS_SUCCESS ? "CUBLAS_STATUS_SUCCESS" : "CUBLAS_STATUS_?"; }
static const char *enumName(cufftResult e) { return e == CUFFT_SUCCESS ? "CUFFT_SUCCESS" : e == CUFFT_INVALID_PLAN ? "CUFFT_INVALID_PLAN" : "CUFFT_?"; }

template <typename T>
void check(T result, const char *func, const char *file, int line, bool fatal = true)
{
	if (result != T(0)) {
		fprintf(stderr, "%s:%d %s -> %s (%d)\n", file, line, func, enumName(result), (int)result);
		if (fatal) { cudaDeviceReset(); exit(EXIT_FAILURE); }
	}
}
#define CHECK(x) check((x), #x, __FILE__, __LINE__)
#define WARN(x) check((x), #x, __FILE__, __LINE__, false)
#define getLastCudaError(msg) lastError(msg, __FILE__, __LINE__)

inline bool lastError(const char *msg, const char *file, const int line)
{
	cudaError_t err = cudaGetLastError();
	if (cudaSuccess != err)
		fprintf(stderr, "%s(%i) : %s : (%d) %s.\n", file, line, msg, static_cast<int>(err), cudaGetErrorString(err));
	return err != cudaSuccess;
}

__global__ void noop(int *p) { if (p) *p = 1; }

int expectations = 0, failures = 0;
#define EXPECT(cond) do { expectations++; if (!(cond)) { failures++; printf("line %d: %s\n", __LINE__, #cond); } } while (0)

int main()
{
	int *p = nullptr, h = 0;
	CHECK(cudaMalloc(&p, sizeof(int)));
	CHECK(cudaMemset(p, 0, sizeof(int)));

	noop<<<1, 1 << 20>>>(p);                       // too many threads
	EXPECT(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
	EXPECT(cudaPeekAtLastError() != cudaSuccess);   // still there
	EXPECT(getLastCudaError("launch") == true);     // clears
	EXPECT(cudaGetLastError() == cudaSuccess);
	noop<<<0, 1>>>(p);
	EXPECT(lastError("empty grid", __FILE__, __LINE__));

	EXPECT(cudaMemcpy(&h, p, sizeof(int), (cudaMemcpyKind)17) == cudaErrorInvalidMemcpyDirection);
	(void)cudaGetLastError();
	void *huge = nullptr;
	cudaError_t oom = cudaMalloc(&huge, (size_t)1 << 60);
	EXPECT(oom == cudaErrorMemoryAllocation);
	EXPECT(std::string(cudaGetErrorString(oom)).size() > 0);
	cudaGetLastError();
	WARN(cudaSetDevice(4711));
	EXPECT(cudaGetLastError() == cudaErrorInvalidDevice);
	WARN(cufftDestroy((cufftHandle)99));
	cublasHandle_t bh;
	CHECK(cublasCreate(&bh));
	CHECK(cublasDestroy(bh));
	CHECK(cuInit(0));
	CUdevice cd;
	WARN(cuDeviceGet(&cd, 4711));
	cudaEvent_t e;
	CHECK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
	EXPECT(cudaEventQuery(e) == cudaSuccess);
	CHECK(cudaEventDestroy(e));

	noop<<<1, 1>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(&h, p, sizeof(int), cudaMemcpyDeviceToHost));
	EXPECT(h == 1);
	CHECK(cudaFree(p));
	printf("%d checks, %d failed: %s\n", expectations, failures, failures ? "FAIL" : "PASS");
	return failures;
}
