// flags: --launch-syntax macro
#include <cuda_runtime.h>
void f() {
    kernel /* 1 */ <<< /* 2 */ grid /* 3 */, /* 4 */ block /* 5 */ >>> /* 6 */ (/* 7 */ a, b /* 8 */);
    kernel<<<grid, block>>>(a,  // first
                            b   // last
    );
    kernel<<<1, 2>>>(/* nothing */);
    p ? a::b : kernel<<<1, 2>>>(c);
}
#define LAUNCH(k) k<<<grid, block>>>( \
    a, b \
)
// ==== output
#include <hip/hip_runtime.h>
void f() {
    hipLaunchKernelGGL(kernel /* 1 */ , dim3(/* 2 */ grid) /* 3 */, /* 4 */ dim3(block /* 5 */ ), 0, 0, /* 7 */ a, b /* 8 */) /* 6 */;
    hipLaunchKernelGGL(kernel, dim3(grid), dim3(block), 0, 0, a,  // first
                            b   // last
    );
    hipLaunchKernelGGL(kernel, dim3(1), dim3(2), 0, 0) /* nothing */;
    p ? a::b : kernel<<<1, 2>>>(c);
}
#define LAUNCH(k) hipLaunchKernelGGL(k, dim3(grid), dim3(block), 0, 0, \
    a, b)
