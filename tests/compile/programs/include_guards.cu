// Asks for headers of CUDA by their guards, as helper headers do that translate error numbers of every library.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cufft.h>
#include <curand.h>
#include <cusparse.h>

#include <cstdio>

#ifndef __CUDA_RUNTIME_H__
#error "the runtime is not there"
#endif

#ifdef __DRIVER_TYPES_H__
static const char *name_of(cudaError_t error) { return cudaGetErrorName(error); }
#endif

#ifdef CUBLAS_API_H_
static const char *name_of(cublasStatus_t status) { return status == CUBLAS_STATUS_SUCCESS ? "fine" : "cuBLAS"; }
#endif

#ifdef _CUFFT_H_
static const char *name_of(cufftResult result) { return result == CUFFT_SUCCESS ? "fine" : "cuFFT"; }
#endif

#ifdef CUSPARSEAPI
static const char *name_of(cusparseStatus_t status) { return status == CUSPARSE_STATUS_SUCCESS ? "fine" : "cuSPARSE"; }
#endif

#if defined(CURAND_H_)
static const char *name_of(curandStatus_t status) { return status == CURAND_STATUS_SUCCESS ? "fine" : "cuRAND"; }
#endif

typedef cublasStatus_t(CUBLASWINAPI *Create)(cublasHandle_t *);
typedef cufftResult(CUFFTAPI *Plan)(cufftHandle *, int, cufftType, int);

static void CUDART_CB done(cudaStream_t, cudaError_t error, void *) { std::puts(name_of(error)); }
static cusparseStatus_t CUSPARSEAPI nothing() { return CUSPARSE_STATUS_SUCCESS; }
static curandStatus_t CURANDAPI none() { return CURAND_STATUS_SUCCESS; }

int main()
{
    Create create = cublasCreate;
    Plan plan = cufftPlan1d;
    cublasHandle_t handle;
    cufftHandle fft;
    std::puts(name_of(create(&handle)));
    std::puts(name_of(plan(&fft, 64, CUFFT_C2C, 1)));
    std::puts(name_of(nothing()));
    std::puts(name_of(none()));
    return cudaStreamAddCallback(nullptr, done, nullptr, 0) == cudaSuccess ? 0 : 1;
}
