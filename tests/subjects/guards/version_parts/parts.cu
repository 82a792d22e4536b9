#include <cuda.h>
#include <utility>
constexpr std::pair<int, int> version() {
#if defined(__CUDACC_VER_MAJOR__)  // expect: ARC006
  return std::make_pair(__CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__);  // expect: ARC006
#else
  return std::make_pair((CUDA_VERSION) / 1000, (CUDA_VERSION) % 100 / 10);  // expect: ARC016
#endif
}
void show() {
  printf("CUDA %d.%d\n", CUDART_VERSION / 1000, (CUDART_VERSION % 1000) / 10);  // expect: ARC016
  std::cout << "CUDA " << CUDART_VERSION / 1000 << "." << (CUDART_VERSION / 10) % 100 << "\n";  // expect: ARC016
  Info info{CUDA_VERSION / 1000, ((CUDA_VERSION % 100) / 10)};  // expect: ARC016
  // Somebody decides by it, or it is no part.
  if (CUDART_VERSION / 1000 >= 11) newer();  // expect: ARC006
  if (CUDART_VERSION / 1000) newer();  // expect: ARC006
  int major = CUDART_VERSION / 1000;  // expect: ARC006
  bool b = static_cast<int>(CUDART_VERSION / 1000) >= 11;  // expect: ARC006
  b = int(CUDART_VERSION / 1000) > 3 || f(CUDART_VERSION / 1000) > 3;  // expect: ARC006
  f(CUDART_VERSION / 1000 + 1, CUDART_VERSION, 1 << CUDART_VERSION / 1000);  // expect: ARC006
  f(g(CUDART_VERSION % 1000) / 10, CUDART_VERSION / 100);  // expect: ARC006
}
// ==== output
#include <hip/hip_runtime.h>
#include <utility>
constexpr std::pair<int, int> version() {
#if defined(__CUDACC_VER_MAJOR__)  // expect: ARC006
  return std::make_pair(__CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__);  // expect: ARC006
#else
  return std::make_pair(HIP_VERSION_MAJOR, HIP_VERSION_MINOR);  // expect: ARC016
#endif
}
void show() {
  printf("CUDA %d.%d\n", HIP_VERSION_MAJOR, HIP_VERSION_MINOR);  // expect: ARC016
  std::cout << "CUDA " << HIP_VERSION_MAJOR << "." << HIP_VERSION_MINOR << "\n";  // expect: ARC016
  Info info{HIP_VERSION_MAJOR, (HIP_VERSION_MINOR)};  // expect: ARC016
  // Somebody decides by it, or it is no part.
  if (CUDART_VERSION / 1000 >= 11) newer();  // expect: ARC006
  if (CUDART_VERSION / 1000) newer();  // expect: ARC006
  int major = CUDART_VERSION / 1000;  // expect: ARC006
  bool b = static_cast<int>(CUDART_VERSION / 1000) >= 11;  // expect: ARC006
  b = int(CUDART_VERSION / 1000) > 3 || f(CUDART_VERSION / 1000) > 3;  // expect: ARC006
  f(CUDART_VERSION / 1000 + 1, CUDART_VERSION, 1 << CUDART_VERSION / 1000);  // expect: ARC006
  f(g(CUDART_VERSION % 1000) / 10, CUDART_VERSION / 100);  // expect: ARC006
}
