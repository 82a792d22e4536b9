// Calls that may mean a function of the file keep their arguments, be CUDA's known not to take so many or not.
#include <cuda_runtime.h>
template <class T> T *cudaHostGetDevicePointer(T *p) { return p; }
template <class T> int cudaMemcpyToSymbol(T &symbol, const T *source, size_t n) { return 0; }
__constant__ float table[4];
int *f(int *p, float *source) {
    int *d;
    cudaHostGetDevicePointer(&d, p, 0);
    cudaMemcpyToSymbol(table[0], source, 4);  // expect: API005
    cudaMemcpyToSymbol(table, source, 4, 0, cudaMemcpyDeviceToDevice);
    return cudaHostGetDevicePointer(d);
}
// ==== output
// Calls that may mean a function of the file keep their arguments, be CUDA's known not to take so many or not.
#include <hip/hip_runtime.h>
template <class T> T *hipHostGetDevicePointer(T *p) { return p; }
template <class T> int hipMemcpyToSymbol(T &symbol, const T *source, size_t n) { return 0; }
__constant__ float table[4];
int *f(int *p, float *source) {
    int *d;
    hipHostGetDevicePointer(reinterpret_cast<void**>(&d), p, 0);
    hipMemcpyToSymbol(table[0], source, 4);  // expect: API005
    hipMemcpyToSymbol(HIP_SYMBOL(table), source, 4, 0, hipMemcpyDeviceToDevice);
    return hipHostGetDevicePointer(d);
}
