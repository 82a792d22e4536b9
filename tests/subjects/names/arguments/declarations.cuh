extern "C" cudaError_t cudaMallocHost(void **pointer, size_t size);
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *source, size_t n, size_t offset, cudaMemcpyKind kind);
void f() { cudaMallocHost(&p, n); }
// ==== output
extern "C" hipError_t hipHostMalloc(void **pointer, size_t size);
hipError_t hipMemcpyToSymbol(const void *symbol, const void *source, size_t n, size_t offset, hipMemcpyKind kind);
void f() { hipHostMalloc(&p, n); }
