// cuBLAS v2: axpy / dot / nrm2 / scal / asum / amax, gemv, sgemm, dgemm, syrk, trsm
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>

#define IDX2C(i, j, ld) (((j) * (ld)) + (i))

static const char *blasString(cublasStatus_t s)
{
    switch (s) {
    case CUBLAS_STATUS_SUCCESS: return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED: return "CUBLAS_STATUS_NOT_INITIALIZED";
    case CUBLAS_STATUS_ALLOC_FAILED: return "CUBLAS_STATUS_ALLOC_FAILED";
    case CUBLAS_STATUS_INVALID_VALUE: return "CUBLAS_STATUS_INVALID_VALUE";
    case CUBLAS_STATUS_ARCH_MISMATCH: return "CUBLAS_STATUS_ARCH_MISMATCH";
    case CUBLAS_STATUS_MAPPING_ERROR: return "CUBLAS_STATUS_MAPPING_ERROR";
    case CUBLAS_STATUS_EXECUTION_FAILED: return "CUBLAS_STATUS_EXECUTION_FAILED";
    case CUBLAS_STATUS_INTERNAL_ERROR: return "CUBLAS_STATUS_INTERNAL_ERROR";
    case CUBLAS_STATUS_NOT_SUPPORTED: return "CUBLAS_STATUS_NOT_SUPPORTED";
    default: return "<unknown>";
    }
}
#define BLAS(call) do { cublasStatus_t s_ = (call); if (s_ != CUBLAS_STATUS_SUCCESS) { \
    fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, blasString(s_)); exit(1); } } while (0)

template <typename T> cublasStatus_t gemm(cublasHandle_t h, int n, const T *a, const T *A, const T *B, const T *b, T *C);
template <> cublasStatus_t gemm<float>(cublasHandle_t h, int n, const float *a, const float *A, const float *B, const float *b, float *C)
{
    return cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, a, A, n, B, n, b, C, n);
}
template <> cublasStatus_t gemm<double>(cublasHandle_t h, int n, const double *a, const double *A, const double *B, const double *b, double *C)
{
    return cublasDgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, a, A, n, B, n, b, C, n);
}

template <typename T>
int testGemm(cublasHandle_t handle, int n, double tol)
{
    std::vector<T> A(n * n), B(n * n), C(n * n, T(1));
    for (int i = 0; i < n * n; i++) { A[i] = T(i % 13) / 13; B[i] = T(i % 7) / 7; }
    T *dA, *dB, *dC;
    const T alpha = 2, beta = 0.5;
    cudaMalloc((void **)&dA, n * n * sizeof(T));
    cudaMalloc((void **)&dB, n * n * sizeof(T));
    cudaMalloc((void **)&dC, n * n * sizeof(T));
    BLAS(cublasSetMatrix(n, n, sizeof(T), A.data(), n, dA, n));
    BLAS(cublasSetMatrix(n, n, sizeof(T), B.data(), n, dB, n));
    BLAS(cublasSetMatrix(n, n, sizeof(T), C.data(), n, dC, n));
    BLAS(gemm<T>(handle, n, &alpha, dA, dB, &beta, dC));
    BLAS(cublasGetMatrix(n, n, sizeof(T), dC, n, C.data(), n));
    double worst = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            double s = 0;
            for (int k = 0; k < n; k++) s += (double)A[IDX2C(i, k, n)] * B[IDX2C(j, k, n)];
            worst = fmax(worst, fabs(2 * s + 0.5 - C[IDX2C(i, j, n)]));
        }
    cudaFree(dA); cudaFree(dB); cudaFree(dC);
    return worst > tol;
}

int main()
{
    cublasHandle_t handle;
    cudaStream_t stream;
    BLAS(cublasCreate(&handle));
    cudaStreamCreate(&stream);
    BLAS(cublasSetStream(handle, stream));
    BLAS(cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH));
    int ver;
    BLAS(cublasGetVersion(handle, &ver));

    const int n = 1000;
    std::vector<float> x(n), y(n, 1.f);
    for (int i = 0; i < n; i++) x[i] = i * 0.001f;
    float *dx, *dy, *dr, a = 2.f, dot, nrm, sum;
    int imax;
    cudaMalloc((void **)&dx, n * sizeof(float));
    cudaMalloc((void **)&dy, n * sizeof(float));
    cudaMalloc((void **)&dr, sizeof(float));
    BLAS(cublasSetVector(n, sizeof(float), x.data(), 1, dx, 1));
    BLAS(cublasSetVectorAsync(n, sizeof(float), y.data(), 1, dy, 1, stream));
    BLAS(cublasSaxpy(handle, n, &a, dx, 1, dy, 1));
    BLAS(cublasSdot(handle, n, dx, 1, dy, 1, &dot));
    BLAS(cublasSnrm2(handle, n, dy, 1, &nrm));
    BLAS(cublasSasum(handle, n, dx, 1, &sum));
    BLAS(cublasIsamax(handle, n, dy, 1, &imax));
    BLAS(cublasSscal(handle, n, &a, dx, 1));
    BLAS(cublasScopy(handle, n, dx, 1, dy, 1));
    BLAS(cublasSswap(handle, n, dx, 1, dy, 1));
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    BLAS(cublasSdot(handle, n, dx, 1, dy, 1, dr));
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    double rdot = 0, rsum = 0;
    for (int i = 0; i < n; i++) { rdot += x[i] * (1 + 2 * x[i]); rsum += x[i]; }
    int bad = fabs(dot - rdot) > 0.1 || fabs(sum - rsum) > 0.1 || imax != n || !(nrm > 0);

    bad += testGemm<float>(handle, 96, 1e-2) + testGemm<double>(handle, 96, 1e-9);
    // A = L L^T stays solvable
    const int m = 4;
    float L[m * m] = {2, 1, 0, 3, 0, 1, 2, 1, 0, 0, 3, 1, 0, 0, 0, 1}, b[m] = {2, 2, 5, 6}, one = 1.f, zero = 0.f, *dL, *db, *dS;
    cudaMalloc((void **)&dL, sizeof(L));
    cudaMalloc((void **)&db, sizeof(b));
    cudaMalloc((void **)&dS, sizeof(L));
    cudaMemcpy(dL, L, sizeof(L), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    BLAS(cublasSsyrk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, m, m, &one, dL, m, &zero, dS, m));
    BLAS(cublasStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, m, 1, &one, dL, m, db, m));
    BLAS(cublasSgemv(handle, CUBLAS_OP_N, m, m, &one, dL, m, db, 1, &zero, dS, 1));
    float back[m];
    cudaMemcpy(back, dS, sizeof(back), cudaMemcpyDeviceToHost);
    for (int i = 0; i < m; i++) bad += fabsf(back[i] - b[i]) > 1e-4f;
    printf("cublas %d %s\n", ver, bad ? "FAIL" : "PASS");
    BLAS(cublasDestroy(handle));
    cudaStreamDestroy(stream);
    cudaFree(dx); cudaFree(dy); cudaFree(dr); cudaFree(dL); cudaFree(db); cudaFree(dS);
    return bad;
}
