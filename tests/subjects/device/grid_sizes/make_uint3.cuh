#include <cuda_runtime.h>
void f(uint3 u) {
    dim3 a = make_uint3(1, 2, 3);
    const dim3 b(make_uint3(u.x, u.y, 1));
    g(dim3(make_uint3(4, 5, 6)));
    uint3 d = make_uint3(1, 2, 3);
    dim3 e = to_grid(make_uint3(1, 2, 3));
}
// ==== output
#include <hip/hip_runtime.h>
void f(uint3 u) {
    dim3 a = dim3(1, 2, 3);
    const dim3 b(u.x, u.y, 1);
    g(dim3(4, 5, 6));
    uint3 d = make_uint3(1, 2, 3);
    dim3 e = to_grid(make_uint3(1, 2, 3));
}
