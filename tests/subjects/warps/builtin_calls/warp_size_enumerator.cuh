enum { warpSize = 32 };
template <int N = warpSize> __device__ int f(cudaStream_t s) { return N; }
// ==== output
enum { warpSize = 32 };
template <int N = warpSize> __device__ int f(hipStream_t s) { return N; }
