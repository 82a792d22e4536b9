#include <cuda_runtime.h>
texture<float, 2, cudaReadModeElementType> image;  // expect: TEX002
texture<unsigned char, 1, cudaReadModeNormalizedFloat> normalized;
texture<float> passed;
texture<float> shadowed;
texture<float> smooth;
texture<float> elsewhere;
texture<float> line;
texture<float> one, two;
extern texture<float> other;
texture<float> values(false, cudaFilterModePoint, cudaAddressModeClamp);
struct S {
    texture<float> member;
};
void helper(texture<float> &t, float *p) {
    cudaBindTexture(0, t, p, 64);
}
__global__ void k(float *out, int i) {
    out[0] = tex2D(image, i, 0) + tex1Dfetch(normalized, i) + tex1Dfetch(passed, i) + tex1D(line, i);
    int shadowed = 3;
    out[1] = tex1Dfetch(smooth, shadowed) + tex1Dfetch(elsewhere, i) + tex1Dfetch(one, i) + tex1Dfetch(two, i);
    out[2] = tex1Dfetch(other, i) + tex1Dfetch(values, i);
}
void run(float *p, cudaArray_t a) {
    cudaBindTextureToArray(image, a);
    cudaBindTexture(0, normalized, p, 64);
    helper(passed, p);
    cudaBindTexture(0, passed, p, 64);
    cudaBindTexture(0, shadowed, p, 64);
    smooth.filterMode = cudaFilterModeLinear;
    cudaBindTexture(0, smooth, p, 64);
    cudaBindTexture(0, line, p, 64);
    cudaBindTexture(0, one, p, 64);
    cudaBindTexture(0, two, p, 64);
    cudaBindTexture(0, other, p, 64);
    cudaBindTexture(0, values, p, 64);
    cudaUnbindTexture(image);
}
// ==== output
#include <hip/hip_runtime.h>
texture<float, 2, hipReadModeElementType> image;  // expect: TEX002
texture<unsigned char, 1, hipReadModeNormalizedFloat> normalized;
texture<float> passed;
texture<float> shadowed;
texture<float> smooth;
texture<float> elsewhere;
texture<float> line;
texture<float> one, two;
extern texture<float> other;
texture<float> values(false, hipFilterModePoint, hipAddressModeClamp);
struct S {
    texture<float> member;
};
void helper(texture<float> &t, float *p) {
    hipBindTexture(0, t, p, 64);
}
__global__ void k(float *out, int i) {
    out[0] = tex2D(image, i, 0) + tex1Dfetch(normalized, i) + tex1Dfetch(passed, i) + tex1D(line, i);
    int shadowed = 3;
    out[1] = tex1Dfetch(smooth, shadowed) + tex1Dfetch(elsewhere, i) + tex1Dfetch(one, i) + tex1Dfetch(two, i);
    out[2] = tex1Dfetch(other, i) + tex1Dfetch(values, i);
}
void run(float *p, hipArray_t a) {
    hipBindTextureToArray(image, a);
    hipBindTexture(0, normalized, p, 64);
    helper(passed, p);
    hipBindTexture(0, passed, p, 64);
    hipBindTexture(0, shadowed, p, 64);
    smooth.filterMode = hipFilterModeLinear;
    hipBindTexture(0, smooth, p, 64);
    hipBindTexture(0, line, p, 64);
    hipBindTexture(0, one, p, 64);
    hipBindTexture(0, two, p, 64);
    hipBindTexture(0, other, p, 64);
    hipBindTexture(0, values, p, 64);
    hipUnbindTexture(image);
}
