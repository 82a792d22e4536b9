// flags: --rocm 6.4
#include <cub/cub.cuh>
__global__ void k(int *p, unsigned *u, long long *l, int i) {
    p[0] = cub::BFE(p[1], 1, 2) + cub::BFE(u[1], 1, 2) + cub::BFE(l[i], i, 2);
    p[1] = CUB_MAX(p[1], 3) + CUB_MIN(p[1], 4);
}
// ==== output
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
__global__ void k(int *p, unsigned *u, long long *l, int i) {
    p[0] = hipcub::BFE(static_cast<unsigned>(p[1]), 1, 2) + hipcub::BFE(u[1], 1, 2) + hipcub::BFE(static_cast<unsigned long long>(l[i]), i, 2);
    p[1] = HIPCUB_MAX(p[1], 3) + HIPCUB_MIN(p[1], 4);
}
