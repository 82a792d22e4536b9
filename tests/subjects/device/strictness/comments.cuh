#include <cuda_runtime.h>
void f() {
    register /* fast */ int i;
    register  // fast
    int j;
    dim3 /* 1 */ g /* 2 */ = /* 3 */ { /* 4 */ n / 4 /* 5 */, /* 6 */ 2 /* 7 */, /* 8 */ };
    struct /* tag */ cudaDeviceProp p;
}
// ==== output
#include <hip/hip_runtime.h>
void f() {
    /* fast */ int i;
    // fast
    int j;
    dim3 /* 1 */ g /* 2 */ = dim3( /* 4 */ n / 4 /* 5 */, /* 6 */ 2 /* 7 */) /* 3 */ /* 8 */;
    struct /* tag */ hipDeviceProp_t p;
}
