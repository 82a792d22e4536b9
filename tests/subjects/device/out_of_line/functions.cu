#include <cuda_runtime.h>
__host__ __device__ float both(float x);
__device__ float both(float x) { return x + 1; }
__device__ float weight(float);
double weight(double x) { return x; }
float weight(const float x) { return x * 2; }
extern "C" __device__ int named(const char *text, int n);
extern "C" int named(const char *words, int count) { return words[count]; }
template <class T> __device__ T twice(T a) { return a + a; }
template <class T> T twice(T a, T b) { return a + b; }
template <> float twice<float>(float a) { return 2 * a; }
template <> float twice(float a, float b) { return 2 * a + b; }
template <> int twice<int>(int a);
template <> int twice<int>(int a) { return 2 * a + 1; }
__global__ void k(float *o, const char *s) { o[0] = both(1) + weight(2.f) + twice(1.f) + twice(2) + named(s, 1); }
// ==== output
#include <hip/hip_runtime.h>
__host__ __device__ float both(float x);
__host__ __device__ float both(float x) { return x + 1; }
__device__ float weight(float);
double weight(double x) { return x; }
__device__ float weight(const float x) { return x * 2; }
extern "C" __device__ int named(const char *text, int n);
extern "C" __device__ int named(const char *words, int count) { return words[count]; }
template <class T> __device__ T twice(T a) { return a + a; }
template <class T> T twice(T a, T b) { return a + b; }
template <> __device__ float twice<float>(float a) { return 2 * a; }
template <> float twice(float a, float b) { return 2 * a + b; }
template <> __device__ int twice<int>(int a);
template <> __device__ int twice<int>(int a) { return 2 * a + 1; }
__global__ void k(float *o, const char *s) { o[0] = both(1) + weight(2.f) + twice(1.f) + twice(2) + named(s, 1); }
