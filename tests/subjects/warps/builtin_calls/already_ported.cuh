#include <hip/hip_runtime.h>
__device__ void f() {
    v += __shfl_down(v, 1) + __shfl_down_sync(mask, v, 1);
    lanes = __ballot(p);
}
