#include <cuda_runtime.h>
#include <cusparse.h>
#ifdef CUSPARSEAPI
cusparseStatus_t CUSPARSEAPI handler(cusparseHandle_t handle);
#endif
#if defined(CURANDAPI) || !defined  ( CUDART_CB )
typedef void (CUDART_CB *Callback)(void *);
#endif
#ifdef __grid_constant__  // DEV016 says so
int known;
#endif
#ifdef CUDNNWINAPI  // expect: API001
int deep;
#endif
#undef CUDAAPI
#define MINE CUDAAPI
// ==== output
#include <hip/hip_runtime.h>
#include <hipsparse/hipsparse.h>
#ifdef HIPSPARSE_H
hipsparseStatus_t handler(hipsparseHandle_t handle);
#endif
#if defined(HIPRAND_H_) || !defined  ( HIP_INCLUDE_HIP_HIP_RUNTIME_API_H )
typedef void (*Callback)(void *);
#endif
#ifdef __grid_constant__  // DEV016 says so
int known;
#endif
#ifdef CUDNNWINAPI  // expect: API001
int deep;
#endif
#undef CUDAAPI
#define MINE 
