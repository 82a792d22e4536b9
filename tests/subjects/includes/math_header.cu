#ifdef _WIN32
#include <math.h>
#endif
#include <cmath>
#include <cuda_runtime.h>
template <class T> __host__ __device__ bool is_fine(T v) { return isnormal(v) || ::isless(v, T(1)); }
// ==== output
#include <math.h>
#ifdef _WIN32
#include <math.h>
#endif
#include <cmath>
#include <hip/hip_runtime.h>
template <class T> __host__ __device__ bool is_fine(T v) { return isnormal(v) || ::isless(v, T(1)); }
