#include <cstdio>
__global__ void k(float *o) {
    if (o[0] < 0) std::printf("negative %f\n", o[0]);
    else ::std::printf("positive\n");
    printf("std::printf %f\n", o[1]);  // std::printf
    (void) std :: /* of devices */ printf("end\n");
}
__host__ __device__ int both(int n) { return std::printf("%d\n", n); }
#define SHOW(n) std::printf("%d\n", n)
void host() {
    std::printf("host\n");
    SHOW(1);
}
// ==== output
#include <hip/hip_runtime.h>
#include <cstdio>
__global__ void k(float *o) {
    if (o[0] < 0) ::printf("negative %f\n", o[0]);
    else ::printf("positive\n");
    printf("std::printf %f\n", o[1]);  // std::printf
    (void) :: /* of devices */ printf("end\n");
}
__host__ __device__ int both(int n) { return ::printf("%d\n", n); }
#define SHOW(n) std::printf("%d\n", n)
void host() {
    std::printf("host\n");
    SHOW(1);
}
