// Functions of the file beside CUDA's of the same name, which calls tell apart by how many arguments they pass.
#include <cuda_runtime.h>

namespace own {
template <class T> T *cudaHostGetDevicePointer(T *p) { return p; }  // expect: TOOL006
inline int cudaGetDevice() { int n; return ::cudaGetDevice(&n) == cudaSuccess ? n : -1; }  // expect: TOOL006
inline void cudaFree(int *p, int *q = nullptr) {}  // expect: TOOL006
template <class... T> void cudaMemset(T... values) {}  // expect: TOOL006
}
using namespace own;

template <class T> T *cudaMallocManaged(T *p) { return p; }
template <class T> T *cudaHostAlloc(T *p, size_t n, unsigned flags) { return p; }

class Context {
public:
    friend int cudaRuntimeGetVersion(Context &);
    friend cudaError_t cudaDeviceSynchronize();
    friend int cudaDriverGetVersion(Context &context) { return context.device; }

private:
    int device = 0;
};

int cudaRuntimeGetVersion(Context &context) { int v; cudaRuntimeGetVersion(&v); return v + context.device; }

int main() {
    int *p, *q, n;
    cudaHostGetDevicePointer((void **)&q, p, 0);
    q = cudaHostGetDevicePointer(p);
    cudaGetDevice(&n);
    n = cudaGetDevice();
    cudaFree(p);
    cudaFree(p, q);
    cudaMemset(p, 0, 4);
    cudaMallocManaged(p);
    cudaMallocManaged(&p, 4);
    Context context;
    return cudaRuntimeGetVersion(context) + cudaDriverGetVersion(context) + (cudaDeviceSynchronize() == cudaSuccess);
}
// ==== output
// Functions of the file beside CUDA's of the same name, which calls tell apart by how many arguments they pass.
#include <hip/hip_runtime.h>

namespace own {
template <class T> T *cudaHostGetDevicePointer(T *p) { return p; }  // expect: TOOL006
inline int cudaGetDevice() { int n; return ::hipGetDevice(&n) == hipSuccess ? n : -1; }  // expect: TOOL006
inline void cudaFree(int *p, int *q = nullptr) {}  // expect: TOOL006
template <class... T> void cudaMemset(T... values) {}  // expect: TOOL006
}
using namespace own;

template <class T> T *hipMallocManaged(T *p) { return p; }
template <class T> T *hipHostAlloc(T *p, size_t n, unsigned flags) { return p; }

class Context {
public:
    friend int hipRuntimeGetVersion(Context &);
    friend hipError_t hipDeviceSynchronize();
    friend int hipDriverGetVersion(Context &context) { return context.device; }

private:
    int device = 0;
};

int hipRuntimeGetVersion(Context &context) { int v; hipRuntimeGetVersion(&v); return v + context.device; }

int main() {
    int *p, *q, n;
    hipHostGetDevicePointer((void **)&q, p, 0);
    q = cudaHostGetDevicePointer(p);
    hipGetDevice(&n);
    n = cudaGetDevice();
    cudaFree(p);
    cudaFree(p, q);
    cudaMemset(p, 0, 4);
    hipMallocManaged(p);
    hipMallocManaged(&p, 4);
    Context context;
    return hipRuntimeGetVersion(context) + hipDriverGetVersion(context) + (hipDeviceSynchronize() == hipSuccess);
}
