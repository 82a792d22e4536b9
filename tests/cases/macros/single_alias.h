#ifdef USE_HIP
#define cudaFree hipFree  // expect: TOOL006
#define gpuMalloc hipMalloc
#else
#define hipMalloc cudaMalloc
#define gpuMalloc cudaMalloc
#endif
inline void f() { cudaFree(p); cudaDeviceSynchronize(); }
// ==== output
#ifdef USE_HIP
#define cudaFree hipFree  // expect: TOOL006
#define gpuMalloc hipMalloc
#else
#define hipMalloc cudaMalloc
#define gpuMalloc hipMalloc
#endif
inline void f() { cudaFree(p); hipDeviceSynchronize(); }
