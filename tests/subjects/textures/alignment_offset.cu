#include <cuda_runtime.h>
texture<float4, 1, cudaReadModeElementType> picture;
void f(textureReference *any, size_t *offset) {
    cudaGetTextureAlignmentOffset(offset, picture);
    cudaGetTextureAlignmentOffset(offset, &picture);
    cudaGetTextureAlignmentOffset(offset, any);
}
// ==== output
#include <hip/hip_runtime.h>
texture<float4, 1, hipReadModeElementType> picture;
void f(textureReference *any, size_t *offset) {
    hipGetTextureAlignmentOffset(offset, &picture);
    hipGetTextureAlignmentOffset(offset, &picture);
    hipGetTextureAlignmentOffset(offset, any);
}
