// What comes with CUDA's headers and not with those of HIP: half types with cuBLAS, cuBLAS with cuSOLVER.
#include <cusolverSp.h>
#include <thrust/copy.h>

template <typename T> __global__ void copy(const T *in, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void total(const float *in, float *out) {
    typedef cub::BlockScan<float, 128> Scan;
    __shared__ typename Scan::TempStorage storage;
    Scan(storage).InclusiveSum(in[threadIdx.x], out[threadIdx.x]);
}

__global__ void scale(__half *values, __nv_bfloat16 *others, float factor) {
    values[threadIdx.x] = __float2half(__half2float(values[threadIdx.x]) * factor);
    others[threadIdx.x] = __float2bfloat16(factor);
}

struct Handles {
    cusolverSpHandle_t solver;
    cublasHandle_t blas;
    cusparseHandle_t sparse;
};

int run(Handles &handles, half *values, __nv_bfloat16 *others, float *sums, int *numbers) {
    if (cublasCreate(&handles.blas) != CUBLAS_STATUS_SUCCESS) return 1;
    if (cusparseCreate(&handles.sparse) != CUSPARSE_STATUS_SUCCESS) return 1;
    scale<<<1, 128>>>(values, others, 2.0f);
    copy<half><<<1, 128>>>(values, values + 128, 128);
    total<<<1, 128>>>(sums, sums + 128);
    thrust::counting_iterator<int> first(0);
    thrust::copy(first, first + 16, numbers);
    return cudaDeviceSynchronize() != cudaSuccess;
}
