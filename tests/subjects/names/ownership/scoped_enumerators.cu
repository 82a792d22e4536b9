#include <cuda_runtime.h>
enum class Op { cudaMalloc, Free };  // expect: TOOL006
enum struct More : int { cudaMemset = 1 };  // expect: TOOL006
enum Old { cudaFree };  // expect: TOOL006
Op op = Op::cudaMalloc;
int main() {
  void* p;
  cudaMalloc(&p, 4);
  cudaMemset(p, 0, 4);
  cudaFree(p);
}
// ==== output
#include <hip/hip_runtime.h>
enum class Op { cudaMalloc, Free };  // expect: TOOL006
enum struct More : int { cudaMemset = 1 };  // expect: TOOL006
enum Old { cudaFree };  // expect: TOOL006
Op op = Op::cudaMalloc;
int main() {
  void* p;
  hipMalloc(&p, 4);
  hipMemset(p, 0, 4);
  cudaFree(p);
}
