#ifdef USE_CUDA
#include <cuda_runtime.h>
#else
struct dim3;
struct dim3 {
    unsigned x, y, z;
    dim3(unsigned a, unsigned b = 1, unsigned c = 1) : x{a}, y{b}, z{c} {}
    explicit dim3(const int (&v)[3]) : dim3{v[0], v[1], v[2]} {}
};
#endif
void f(int n) {
    dim3 grid = {n / 4, 2}, block{n};
    launch(dim3{n});
    cudaDeviceSynchronize();
}
// ==== output
#ifdef USE_CUDA
#include <hip/hip_runtime.h>
#else
struct dim3;
struct dim3 {
    unsigned x, y, z;
    dim3(unsigned a, unsigned b = 1, unsigned c = 1) : x{a}, y{b}, z{c} {}
    explicit dim3(const int (&v)[3]) : dim3{v[0], v[1], v[2]} {}
};
#endif
void f(int n) {
    dim3 grid = {n / 4, 2}, block{n};
    launch(dim3{n});
    hipDeviceSynchronize();
}
