// flags: --rocm 6.4
#include <cub/cub.cuh>
#include <cuda_runtime.h>

template <typename T>
__device__ T load(const T* __restrict__ data, unsigned char const *bytes, T *out, int i) {
    out[1] = cub::ThreadLoad<cub::LOAD_CS>(out);
    out[2] = cub::ThreadLoad<cub::LOAD_LDG>(&data[i]) + cub::ThreadLoad<cub::LOAD_CA>(bytes /* raw */);
    out[3] = cub::ThreadLoad<cub::LOAD_LDG>(i ? data : out) + own::ThreadLoad<1>(data) + cub::ThreadLoad<1>(iterator);
    cub::CacheModifiedInputIterator<cub::LOAD_CS, T> input(data), of_out(out);
    auto other = cub::CacheModifiedInputIterator<cub::LOAD_CS, T>(data + 1);
    return cub::ThreadLoad<cub::LOAD_LDG>(data + i);
}
// ==== output
#include <hipcub/hipcub.hpp>
#include <hip/hip_runtime.h>

template <typename T>
__device__ T load(const T* __restrict__ data, unsigned char const *bytes, T *out, int i) {
    out[1] = *out;
    out[2] = static_cast<T>(data[i]) + hipcub::ThreadLoad<hipcub::LOAD_CA>(const_cast<unsigned char *>(bytes) /* raw */);
    out[3] = hipcub::ThreadLoad<hipcub::LOAD_LDG>(i ? data : out) + own::ThreadLoad<1>(data) + hipcub::ThreadLoad<1>(iterator);
    hipcub::CacheModifiedInputIterator<hipcub::LOAD_CS, T> input(const_cast<T *>(data)), of_out(out);
    auto other = hipcub::CacheModifiedInputIterator<hipcub::LOAD_CS, T>(const_cast<T *>(data + 1));
    return data[i];
}
