__device__ Pair atomicAdd(Pair *address, Pair value) { return atomicExch(address, value); }
__device__ float atomicMaxFloat(float *address, float value) { return atomicExch(address, value); }
__device__ float atomicMax(float *address, float value);
__device__ float atomicMax(float *address, float value, int count) { return atomicExch(address, value); }
namespace mine {
__device__ float atomicMax(float *address, float value) { return atomicExch(address, value); }
}
struct Cell {
    __device__ float atomicMax(float *address, float value) { return atomicExch(address, value); }
};
template <typename T>
__device__ T atomicMin(T *address, T value) { return atomicExch(address, value); }
// __device__ float atomicMax(float *address, float value) { return atomicExch(address, value); }
#define DEFINE(T) __device__ T atomicMax(T *address, T value) { return atomicExch(address, value); }
