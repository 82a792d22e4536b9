__device__ Pair __shfl_down_sync(unsigned mask, Pair v, int d);
namespace mine {
template <typename T> __device__ T __shfl_sync(unsigned mask, T v, int lane);
}
