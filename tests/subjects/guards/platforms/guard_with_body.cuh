#pragma once
#if defined(__CUDACC__)
#define HD __host__ __device__
#include <cuda_runtime.h>
typedef cudaStream_t stream_t;
#elif defined(__HIPCC__)
#define HD __host__ __device__
#include <hip/hip_runtime.h>
typedef hipStream_t stream_t;
#else
#define HD
#endif
#ifdef __CUDACC__
inline cudaError_t go(stream_t s) { return cudaStreamSynchronize(s); }
#endif
#ifndef __CUDACC__
inline int on_host() { return 1; }
#else
#include <cuda_fp16.h>
#endif
#ifdef __CUDACC__
inline int of_nvidia() { return 1; }
#endif
#if defined(__NVCC__)
inline void reset() { cudaDeviceReset(); }
#endif
#ifdef __NVCC__
inline int of_nvcc() { return 1; }
#endif
// ==== output
#pragma once
#if defined(__CUDACC__)
#define HD __host__ __device__
#include <cuda_runtime.h>
typedef cudaStream_t stream_t;
#elif defined(__HIPCC__)
#define HD __host__ __device__
#include <hip/hip_runtime.h>
typedef hipStream_t stream_t;
#else
#define HD
#endif
#ifdef __HIPCC__
inline hipError_t go(stream_t s) { return hipStreamSynchronize(s); }
#endif
#ifndef __HIPCC__
inline int on_host() { return 1; }
#else
#include <hip/hip_fp16.h>
#endif
#ifdef __CUDACC__
inline int of_nvidia() { return 1; }
#endif
#if defined(__HIPCC__)
inline void reset() { hipDeviceReset(); }
#endif
#ifdef __NVCC__
inline int of_nvcc() { return 1; }
#endif
