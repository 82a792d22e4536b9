#include <cuda_runtime.h>
#define DEVICE __device__
// Names of HIP that CUDA does not have: a redefinition, or a call that means the function of HIP.
DEVICE unsigned __smid(void) { return blockIdx.x; }  // expect: API006
static __device__ __forceinline__ unsigned __lanemask_lt() { return 0; }  // expect: API006
__device__ void __barrier(unsigned n) { __syncthreads(); }  // expect: API006
namespace { __device__ unsigned __bitextract_u32(unsigned v, unsigned at, unsigned n) { return v >> at; } }  // expect: API006
typedef double real;
__host__ __device__ real powi(real x, int n) { return n ? x * powi(x, n - 1) : 1; }  // expect: API006
__device__ Scalar powif(Scalar x, int n) { return x; }  // expect: API006
__device__ float safeAtomicAdd(float *p, float v) { return atomicAdd(p, v); }  // expect: API006
constexpr unsigned MASK1 = 7;  // expect: API006
enum Masks { MASK2 };  // expect: API006

// Another type or number of parameters, a namespace, a class, the host alone, or not for AMD.
__device__ int powi(int x, int n) { return n ? x * powi(x, n - 1) : 1; }
__device__ float powi(float x, int n) { return x; }
__device__ int safeAtomicAdd(int *p, int v) { return atomicAdd(p, v); }
__device__ unsigned __smid(int i) { return i; }
namespace mine { __device__ unsigned __smid() { return 1; } }
struct Mine { __device__ unsigned __smid() { return MASK2; } };
long long wall_clock64() { return 0; }
#if !defined(__HIP_PLATFORM_AMD__)
__device__ unsigned __fns32(unsigned a, unsigned b, int c) { return a; }
#endif
__device__ unsigned f() { return __smid(); }
// ==== output
#include <hip/hip_runtime.h>
#define DEVICE __device__
// Names of HIP that CUDA does not have: a redefinition, or a call that means the function of HIP.
DEVICE unsigned __smid(void) { return blockIdx.x; }  // expect: API006
static __device__ __forceinline__ unsigned __lanemask_lt() { return 0; }  // expect: API006
__device__ void __barrier(unsigned n) { __syncthreads(); }  // expect: API006
namespace { __device__ unsigned __bitextract_u32(unsigned v, unsigned at, unsigned n) { return v >> at; } }  // expect: API006
typedef double real;
__host__ __device__ real powi(real x, int n) { return n ? x * powi(x, n - 1) : 1; }  // expect: API006
__device__ Scalar powif(Scalar x, int n) { return x; }  // expect: API006
__device__ float safeAtomicAdd(float *p, float v) { return atomicAdd(p, v); }  // expect: API006
constexpr unsigned MASK1 = 7;  // expect: API006
enum Masks { MASK2 };  // expect: API006

// Another type or number of parameters, a namespace, a class, the host alone, or not for AMD.
__device__ int powi(int x, int n) { return n ? x * powi(x, n - 1) : 1; }
__device__ float powi(float x, int n) { return x; }
__device__ int safeAtomicAdd(int *p, int v) { return atomicAdd(p, v); }
__device__ unsigned __smid(int i) { return i; }
namespace mine { __device__ unsigned __smid() { return 1; } }
struct Mine { __device__ unsigned __smid() { return MASK2; } };
long long wall_clock64() { return 0; }
#if !defined(__HIP_PLATFORM_AMD__)
__device__ unsigned __fns32(unsigned a, unsigned b, int c) { return a; }
#endif
__device__ unsigned f() { return __smid(); }
