#include <cuda_runtime.h>
__device__ int f(int *p, unsigned mask) {
    int v = __shfl_up_sync(mask,      // the mask
                           p[0],      // the value
                           1);        // by one
    v += __shfl_up_sync(mask,  // the mask
        p[0], 1);
    v += __shfl_up_sync(
        mask,  // the mask
        p[0],  // the value
        1);
    v += __shfl_sync(mask,  // the mask
                     // lane 0 has it
                     p[0], 0);
    v += __shfl_sync(mask, /* the mask */
                     p[0], 0);
    v += __shfl_sync(mask,
                     // the value
                     p[0], 0);
    return v;
}
// ==== output
#include <hip/hip_runtime.h>
__device__ int f(int *p, unsigned mask) {
    int v = __shfl_up(
                           // the mask
                           p[0],      // the value
                           1, 32);        // by one
    v += __shfl_up(
        // the mask
        p[0], 1, 32);
    v += __shfl_up(
        // the mask
        p[0],  // the value
        1, 32);
    v += __shfl(
                     // the mask
                     // lane 0 has it
                     p[0], 0, 32);
    v += __shfl(/* the mask */
                     p[0], 0, 32);
    v += __shfl(
                     // the value
                     p[0], 0, 32);
    return v;
}
