#include <cuda_runtime.h>
int f(cudaError_t e) {
    switch (e) {
    case cudaSuccess:
        if (g()) return 1;
    case cudaErrorApiFailureBase:  // expect: API001
        return 2;
    }
}
// ==== output
#include <hip/hip_runtime.h>
int f(hipError_t e) {
    switch (e) {
    case hipSuccess:
        if (g()) return 1;
    case cudaErrorApiFailureBase:  // expect: API001
        return 2;
    }
}
