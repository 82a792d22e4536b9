// flags: --rocm 7.2
#include <cub/cub.cuh>
#include <cuda_runtime.h>

__device__ float load(const float *data, int i) {
    cub::CacheModifiedInputIterator<cub::LOAD_CS, float> input(data);
    return cub::ThreadLoad<cub::LOAD_LDG>(data + i);
}

__device__ float load_past_the_first_cache(const float *data) { return cub::ThreadLoad<cub::LOAD_CG>(data); }
// ==== output
#include <hipcub/hipcub.hpp>
#include <hip/hip_runtime.h>

__device__ float load(const float *data, int i) {
    hipcub::CacheModifiedInputIterator<hipcub::LOAD_CS, float> input(const_cast<float *>(data));
    return hipcub::ThreadLoad<hipcub::LOAD_LDG>(data + i);
}

__device__ float load_past_the_first_cache(const float *data) { return hipcub::ThreadLoad<hipcub::LOAD_CG>(const_cast<float *>(data)); }
