#include <cuda_runtime.h>
namespace q {
struct Stream { cudaStream_t handle; operator cudaStream_t() const { return handle; } };
using cudaStream_t = Stream;  // expect: TOOL006
int make(cudaStream_t s) { return s.handle != nullptr; }
}
void f(cudaStream_t s);
// ==== output
#include <hip/hip_runtime.h>
namespace q {
struct Stream { hipStream_t handle; operator hipStream_t() const { return handle; } };
using cudaStream_t = Stream;  // expect: TOOL006
int make(cudaStream_t s) { return s.handle != nullptr; }
}
void f(hipStream_t s);
