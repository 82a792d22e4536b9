#include <cuda_gl_interop.h>
void share(cudaGraphicsResource_t *r, unsigned buffer, unsigned image) {
  cudaGraphicsMapFlags flags = cudaGraphicsMapFlagsNone;
  cudaGraphicsGLRegisterBuffer(r, buffer, cudaGraphicsMapFlagsWriteDiscard);
  cudaGraphicsGLRegisterImage(r, image, GL_TEXTURE_2D, cudaGraphicsMapFlagsReadOnly);
  cuGraphicsGLRegisterBuffer(r, buffer, CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD);
  cudaGraphicsResourceSetMapFlags(*r, flags);  // expect: LIB026
}
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_gl_interop.h>
void share(hipGraphicsResource_t *r, unsigned buffer, unsigned image) {
  hipGraphicsRegisterFlags flags = hipGraphicsRegisterFlagsNone;
  hipGraphicsGLRegisterBuffer(r, buffer, hipGraphicsRegisterFlagsWriteDiscard);
  hipGraphicsGLRegisterImage(r, image, GL_TEXTURE_2D, hipGraphicsRegisterFlagsReadOnly);
  hipGraphicsGLRegisterBuffer(r, buffer, hipGraphicsRegisterFlagsWriteDiscard);
  cudaGraphicsResourceSetMapFlags(*r, flags);  // expect: LIB026
}
