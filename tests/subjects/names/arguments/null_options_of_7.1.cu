// flags: --rocm 7.1
#include <cuda_runtime.h>
cudaError_t load(cudaLibrary_t *library, const void *image) {
  return cudaLibraryLoadData(library, image, nullptr, nullptr, 0, nullptr, nullptr, 0);
}
// ==== output
#include <hip/hip_runtime.h>
hipError_t load(hipLibrary_t *library, const void *image) {
  return hipLibraryLoadData(library, image, nullptr, nullptr, 0, nullptr, nullptr, 0);
}
