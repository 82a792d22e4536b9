#define __shfl_down_sync(mask, v, d) my_shuffle(v, d)
#define __ballot(p) my_ballot(p)
__device__ void f() {
    v += __shfl_down_sync(0xffffffff, v, 1);
    w = __ballot(p);
}
