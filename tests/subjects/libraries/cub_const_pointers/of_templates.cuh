#include <cub/cub.cuh>

struct Part {
    __device__ explicit Part(int size) : size(size) {}
    int size;
};

template <class T, typename Offset = int>
__device__ T load(const T *data, T *out, const float *numbers, const Part *parts, Offset i) {
    T first = cub::ThreadLoad<cub::LOAD_LDG>(data /* all */);
    T second(cub::ThreadLoad<cub::LOAD_CS>(&data[i]));
    float third = cub::ThreadLoad<cub::LOAD_LDG>(data + i).size / ::cub::ThreadLoad(out);
    third += cub::ThreadLoad<cub::LOAD_LDG>(numbers + i);
    out[i] = cub::ThreadLoad<cub::LOAD_CG>(out + 1);  // expect: LIB030
    out[0] = cub::ThreadLoad<cub::LOAD_VOLATILE>(out);  // expect: LIB030
    int size = cub::ThreadLoad<cub::LOAD_LDG>(parts).size;  // expect: LIB030
    const T &fourth = cub::ThreadLoad<cub::LOAD_DEFAULT>(data);
    return cub::ThreadLoad<cub::LOAD_LDG>(data + i);
}
// ==== output
#include <hipcub/hipcub.hpp>

struct Part {
    __device__ explicit Part(int size) : size(size) {}
    int size;
};

template <class T, typename Offset = int>
__device__ T load(const T *data, T *out, const float *numbers, const Part *parts, Offset i) {
    T first = *data /* all */;
    T second(static_cast<T>(data[i]));
    float third = static_cast<T>(data[i]).size / ::hipcub::ThreadLoad(out);
    third += hipcub::ThreadLoad<hipcub::LOAD_LDG>(numbers + i);
    out[i] = hipcub::ThreadLoad<hipcub::LOAD_CG>(out + 1);  // expect: LIB030
    out[0] = hipcub::ThreadLoad<hipcub::LOAD_VOLATILE>(out);  // expect: LIB030
    int size = hipcub::ThreadLoad<hipcub::LOAD_LDG>(parts).size;  // expect: LIB030
    const T &fourth = static_cast<T>(*data);
    return data[i];
}
