__device__ Pair atomicAdd(Pair *address, Pair value) { return value; }
__device__ float atomicMaxFloat(float *address, float value) { return value; }
__device__ float atomicMax(float *address, float value);
__device__ float atomicMax(float *address, float value, int count) { return value; }
namespace mine {
__device__ float atomicMax(float *address, float value) { return value; }
}
struct Cell {
    __device__ float atomicMax(float *address, float value) { return value; }
};
template <typename T>
__device__ T atomicMin(T *address, T value) { return value; }
// __device__ float atomicMax(float *address, float value) { return value; }
#define DEFINE(T) __device__ T atomicMax(T *address, T value) { return value; }
