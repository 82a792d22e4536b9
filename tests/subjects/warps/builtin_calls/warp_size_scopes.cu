// A variable of that name hides the built-in one where it is in sight, and nowhere else.
struct Plan {
    int warpSize;
    Plan(int w) : warpSize(w) {}
    int get() const { return warpSize; }
    int twice() const;
};
int Plan::twice() const { return 2 * warpSize; }
int parameter(int warpSize) { return warpSize + 1; }
int variable(int a) {
    int warpSize = 5;
    return a + warpSize;
}
void closure(cudaDeviceProp p) {
    [](int warpSize) { printf("%d", warpSize); }(p.warpSize);
}
template <class T, int warpSize> __global__ void of_template(T *p) { *p = warpSize; }
__global__ void of_kernel(int *p) {
    enum { warpSize = 8 };
    *p = warpSize;
}
__global__ void built_in(int *p) { *p = threadIdx.x % warpSize; }
#define LANE (threadIdx.x & (warpSize - 1))
// ==== output
// A variable of that name hides the built-in one where it is in sight, and nowhere else.
#include <hip/hip_runtime.h>
struct Plan {
    int warpSize;
    Plan(int w) : warpSize(w) {}
    int get() const { return warpSize; }
    int twice() const;
};
int Plan::twice() const { return 2 * warpSize; }
int parameter(int warpSize) { return warpSize + 1; }
int variable(int a) {
    int warpSize = 5;
    return a + warpSize;
}
void closure(hipDeviceProp_t p) {
    [](int warpSize) { printf("%d", warpSize); }(p.warpSize);
}
template <class T, int warpSize> __global__ void of_template(T *p) { *p = warpSize; }
__global__ void of_kernel(int *p) {
    enum { warpSize = 8 };
    *p = warpSize;
}
__global__ void built_in(int *p) { *p = threadIdx.x % 32; }
#define LANE (threadIdx.x & 31)
