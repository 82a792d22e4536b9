// Dense factorisations: LU (getrf/getrs), Cholesky (potrf/potrs), symmetric
// eigenproblem (syevd).
#include <cusolverDn.h>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cmath>
#include <stdexcept>
#include <vector>

#define CUDA_CHECK(err) do { cudaError_t err_ = (err); if (err_ != cudaSuccess) { \
    printf("CUDA error %d at %s:%d\n", err_, __FILE__, __LINE__); throw std::runtime_error("CUDA error"); } } while (0)
#define CUSOLVER_CHECK(err) do { cusolverStatus_t err_ = (err); if (err_ != CUSOLVER_STATUS_SUCCESS) { \
    printf("cusolver error %d at %s:%d\n", err_, __FILE__, __LINE__); throw std::runtime_error("cusolver error"); } } while (0)

struct Dense {
    int n;
    std::vector<double> A, x, b;
    explicit Dense(int n_) : n(n_), A(n_ * n_), x(n_), b(n_, 0.0)
    {
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) A[j * n + i] = 1.0 / (1 + abs(i - j)) + (i == j ? 2.0 : 0.0);
        for (int i = 0; i < n; i++) x[i] = 1 + i % 5;
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) b[i] += A[j * n + i] * x[j];
    }
};

int main()
{
    const int n = 100;
    Dense p(n);
    cusolverDnHandle_t handle = NULL;
    cudaStream_t stream = NULL;
    double *d_A, *d_b, *d_W, *d_work = nullptr;
    int *d_ipiv, *d_info, info = 0, lwork = 0, bad = 0;
    CUSOLVER_CHECK(cusolverDnCreate(&handle));
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUSOLVER_CHECK(cusolverDnSetStream(handle, stream));
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&d_A), sizeof(double) * n * n));
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&d_b), sizeof(double) * n));
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&d_W), sizeof(double) * n));
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&d_ipiv), sizeof(int) * n));
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&d_info), sizeof(int)));
    std::vector<double> got(n);

    auto upload = [&] {
        CUDA_CHECK(cudaMemcpyAsync(d_A, p.A.data(), sizeof(double) * n * n, cudaMemcpyHostToDevice, stream));
        CUDA_CHECK(cudaMemcpyAsync(d_b, p.b.data(), sizeof(double) * n, cudaMemcpyHostToDevice, stream));
    };
    auto compare = [&] {
        CUDA_CHECK(cudaMemcpyAsync(got.data(), d_b, sizeof(double) * n, cudaMemcpyDeviceToHost, stream));
        CUDA_CHECK(cudaMemcpyAsync(&info, d_info, sizeof(int), cudaMemcpyDeviceToHost, stream));
        CUDA_CHECK(cudaStreamSynchronize(stream));
        if (info) bad++;
        for (int i = 0; i < n; i++) bad += std::fabs(got[i] - p.x[i]) > 1e-8;
    };

    upload();
    CUSOLVER_CHECK(cusolverDnDgetrf_bufferSize(handle, n, n, d_A, n, &lwork));
    CUDA_CHECK(cudaMalloc(&d_work, sizeof(double) * lwork));
    CUSOLVER_CHECK(cusolverDnDgetrf(handle, n, n, d_A, n, d_work, d_ipiv, d_info));
    CUSOLVER_CHECK(cusolverDnDgetrs(handle, CUBLAS_OP_N, n, 1, d_A, n, d_ipiv, d_b, n, d_info));
    compare();
    CUDA_CHECK(cudaFree(d_work));

    upload();
    CUSOLVER_CHECK(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, n, d_A, n, &lwork));
    CUDA_CHECK(cudaMalloc(&d_work, sizeof(double) * lwork));
    CUSOLVER_CHECK(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, d_A, n, d_work, lwork, d_info));
    CUSOLVER_CHECK(cusolverDnDpotrs(handle, CUBLAS_FILL_MODE_LOWER, n, 1, d_A, n, d_b, n, d_info));
    compare();
    CUDA_CHECK(cudaFree(d_work));

    upload();
    cusolverEigMode_t jobz = CUSOLVER_EIG_MODE_VECTOR;
    cublasFillMode_t uplo = CUBLAS_FILL_MODE_UPPER;
    CUSOLVER_CHECK(cusolverDnDsyevd_bufferSize(handle, jobz, uplo, n, d_A, n, d_W, &lwork));
    CUDA_CHECK(cudaMalloc(&d_work, sizeof(double) * lwork));
    CUSOLVER_CHECK(cusolverDnDsyevd(handle, jobz, uplo, n, d_A, n, d_W, d_work, lwork, d_info));
    CUDA_CHECK(cudaMemcpyAsync(got.data(), d_W, sizeof(double) * n, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    double trace = 0;
    for (double w : got) { trace += w; bad += w <= 0; }
    bad += std::fabs(trace - 3.0 * n) > 1e-7 || !std::is_sorted(got.begin(), got.end());

    printf("%s\n", bad ? "FAIL" : "PASS");
    CUDA_CHECK(cudaFree(d_work)); CUDA_CHECK(cudaFree(d_A)); CUDA_CHECK(cudaFree(d_b)); CUDA_CHECK(cudaFree(d_W));
    CUDA_CHECK(cudaFree(d_ipiv)); CUDA_CHECK(cudaFree(d_info));
    CUSOLVER_CHECK(cusolverDnDestroy(handle));
    CUDA_CHECK(cudaStreamDestroy(stream));
    return bad;
}
