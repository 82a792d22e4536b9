#include <vector_types.h>
#include <driver_types.h>
#include <texture_types.h>
struct Shape { dim3 grid; float4 color; cudaStream_t stream; };
// ==== output
#include <hip/hip_runtime_api.h>
struct Shape { dim3 grid; float4 color; hipStream_t stream; };
