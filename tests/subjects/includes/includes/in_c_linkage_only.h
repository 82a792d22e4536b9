extern "C" {
#include <cuda_runtime_api.h>
#include <stdio.h>
void f(cudaStream_t s);
}
#include <cuda.h>
const char *text = "extern \"C\" {";
// ==== output
extern "C" {
#ifdef __cplusplus
extern "C++" {  // the headers of HIP have templates
#endif
#include <hip/hip_runtime_api.h>
#ifdef __cplusplus
}
#endif
#include <stdio.h>
void f(hipStream_t s);
}
#include <hip/hip_runtime.h>
const char *text = "extern \"C\" {";
