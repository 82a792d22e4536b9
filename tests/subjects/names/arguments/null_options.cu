// flags: --rocm 7.2
#include <cuda_runtime.h>
#include <cuda.h>
#define CHECK(call) do { if ((call) != 0) return 1; } while (0)
int load(const void *image, const char *name, cudaJitOption *jit, void **values, cudaLibraryOption *options) {
  cudaLibrary_t lib;
  CHECK(cudaLibraryLoadData(&lib, image, nullptr, nullptr, 0, nullptr, nullptr, 0));
  CHECK(cudaLibraryLoadFromFile(&lib, name, 0, 0, 0, 0, 0, 0));
  cudaLibraryLoadData(&lib, image, jit, values, 1, nullptr, nullptr, 0);
  cudaLibraryLoadData(&lib, image, /* jit */ NULL, NULL, 0, options, values, 1);
  CUlibrary library;
  cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0);
  return cuLibraryLoadFromFile(&library, name, nullptr /* no */, nullptr, 0, nullptr, nullptr, 0);
}
// ==== output
#include <hip/hip_runtime.h>
#define CHECK(call) do { if ((call) != 0) return 1; } while (0)
int load(const void *image, const char *name, hipJitOption *jit, void **values, hipLibraryOption *options) {
  hipLibrary_t lib;
  CHECK(hipLibraryLoadData(&lib, image, static_cast<hipJitOption*>(nullptr), nullptr, 0, nullptr, nullptr, 0));
  CHECK(hipLibraryLoadFromFile(&lib, name, static_cast<hipJitOption*>(0), 0, 0, 0, 0, 0));
  hipLibraryLoadData(&lib, image, jit, values, 1, nullptr, nullptr, 0);
  hipLibraryLoadData(&lib, image, /* jit */ NULL, NULL, 0, options, values, 1);
  hipLibrary_t library;
  hipLibraryLoadData(&library, image, static_cast<hipJitOption*>(NULL), NULL, 0, NULL, NULL, 0);
  return hipLibraryLoadFromFile(&library, name, static_cast<hipJitOption*>(nullptr) /* no */, nullptr, 0, nullptr, nullptr, 0);
}
