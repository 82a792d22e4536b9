typedef struct CUstream_st *cudaStream_t;
static cudaError_t (*cudaMalloc)(void **, size_t);  // expect: TOOL006
int *cudaMemset = nullptr;  // expect: TOOL006
void f(int cudaFree, long n) {  // expect: TOOL006
    (*cudaMalloc)(&p, n * cudaFree);
    a = b * cudaMemcpyDefault;
    g(x & cudaHostAllocMapped);
    for (cudaError_t e = cudaSuccess; e != cudaSuccess;) {}
}
// ==== output
typedef struct ihipStream_t *hipStream_t;
static hipError_t (*cudaMalloc)(void **, size_t);  // expect: TOOL006
int *cudaMemset = nullptr;  // expect: TOOL006
void f(int cudaFree, long n) {  // expect: TOOL006
    (*cudaMalloc)(&p, n * cudaFree);
    a = b * hipMemcpyDefault;
    g(x & hipHostAllocMapped);
    for (hipError_t e = hipSuccess; e != hipSuccess;) {}
}
