#include <cuda_runtime.h>
struct Work {
    uint3 first;
    dim3 size;
};
dim3 half_of(uint3 u) { return u; }
uint3 thread_of(dim3 d) { return d; }
dim3 made(int n) { return make_uint3(n, 1, 1); }
void take(int n, dim3 size);
__global__ void k(dim3 d, int n);
void f(uint3 u, dim3 d, int n, cudaLaunchConfig_t *config, dim3 *sizes, void **args) {
    k<<<make_uint3(n, 1, 1), 32>>>(u, n);
    k<<<u, u>>>(d, n);
    k<<<(n + 31) / 32, make_uint3(32, n, 1), 0, 0>>>(d, u.x);
    k<<<dim3(n, max(n, 1)), u>>>(d, n);
    d = u;
    u = d;
    sizes[n] = u;
    sizes[0] = make_uint3(1, 2, 3);
    config->gridDim = u;
    config->blockDim = make_uint3(32, 1, 1);
    dim3 b(make_uint3(32, 1, 1)), c = make_uint3(n, n, 1);
    dim3 e(u);
    take(n, u);
    take(u.x, make_uint3(1, 1, 1));
    take(n, dim3(u));
    Work w{d, u};
    cudaLaunchKernel((const void *)k, u, make_uint3(1, 1, 1), args, 0, 0);
    uint3 same = u;
    k<<<n < 3 ? n : 4, n>>>(d, n);
    other(u, d);
}
// ==== output
#include <hip/hip_runtime.h>
struct Work {
    uint3 first;
    dim3 size;
};
dim3 half_of(uint3 u) { return dim3(u.x, u.y, u.z); }
uint3 thread_of(dim3 d) { return make_uint3(d.x, d.y, d.z); }
dim3 made(int n) { return dim3(n, 1, 1); }
void take(int n, dim3 size);
__global__ void k(dim3 d, int n);
void f(uint3 u, dim3 d, int n, hipLaunchConfig_t *config, dim3 *sizes, void **args) {
    k<<<dim3(n, 1, 1), 32>>>(dim3(u.x, u.y, u.z), n);
    k<<<dim3(u.x, u.y, u.z), dim3(u.x, u.y, u.z)>>>(d, n);
    k<<<(n + 31) / 32, dim3(32, n, 1), 0, 0>>>(d, u.x);
    k<<<dim3(n, max(n, 1)), dim3(u.x, u.y, u.z)>>>(d, n);
    d = dim3(u.x, u.y, u.z);
    u = make_uint3(d.x, d.y, d.z);
    sizes[n] = dim3(u.x, u.y, u.z);
    sizes[0] = dim3(1, 2, 3);
    config->gridDim = dim3(u.x, u.y, u.z);
    config->blockDim = dim3(32, 1, 1);
    dim3 b(32, 1, 1), c = dim3(n, n, 1);
    dim3 e(u.x, u.y, u.z);
    take(n, dim3(u.x, u.y, u.z));
    take(u.x, dim3(1, 1, 1));
    take(n, dim3(u.x, u.y, u.z));
    Work w{make_uint3(d.x, d.y, d.z), dim3(u.x, u.y, u.z)};
    hipLaunchKernel((const void *)k, dim3(u.x, u.y, u.z), dim3(1, 1, 1), args, 0, 0);
    uint3 same = u;
    k<<<n < 3 ? n : 4, n>>>(d, n);
    other(u, d);
}
