#pragma once
#define cudaMalloc hipMalloc  // expect: TOOL009
#define cudaFree hipFree
#define cudaMemcpy hipMemcpy
#define cudaMemset hipMemset
#define cudaStream_t hipStream_t
#define cudaEvent_t hipEvent_t
#define cudaError_t hipError_t
#define cudaSuccess hipSuccess
#define cudaGetLastError hipGetLastError
#define cudaSetDevice hipSetDevice
#define cudaGetDevice hipGetDevice
#define cudaHostAlloc hipHostMalloc
#define cudaFreeHost hipHostFree
