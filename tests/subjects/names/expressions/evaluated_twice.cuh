#include <cuda_fp16.h>
__device__ void f() {
    a = h2tanh((x + y) * z);
    a = h2tanh(*p++);  // expect: API001
    a = h2tanh(g(x));  // expect: API001
}
// ==== output
#include <hip/hip_fp16.h>
__device__ void f() {
    a = __floats2half2_rn(tanhf(__low2float((x + y) * z)), tanhf(__high2float((x + y) * z)));
    a = h2tanh(*p++);  // expect: API001
    a = h2tanh(g(x));  // expect: API001
}
