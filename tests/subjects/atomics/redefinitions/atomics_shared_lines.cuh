int before; __device__ float atomicMax(float *address, float value) { return atomicExch(address, value); }
__device__ float atomicMin(float *address, float value) { return atomicExch(address, value); } int behind;
