namespace mine {
inline int cudaMemcpyToSymbol(void *symbol, const void *source, size_t n) { return 0; }  // expect: TOOL006
inline int own(void *symbol, const void *source) { return cudaMemcpyToSymbol(symbol, source, 4); }
}
#define cudaMallocHost(p, n) allocate(p, n)  // expect: TOOL006
void f() {
    cudaMemcpyToSymbol(table, source, 4);
    mine::cudaMemcpyToSymbol(table, source, 4);
    cudaMallocHost(&p, n);
    other->cudaMallocHost(&p, n);
    ::cudaMemcpyToSymbol(table, source, 4);
}
// ==== output
namespace mine {
inline int cudaMemcpyToSymbol(void *symbol, const void *source, size_t n) { return 0; }  // expect: TOOL006
inline int own(void *symbol, const void *source) { return cudaMemcpyToSymbol(symbol, source, 4); }
}
#define cudaMallocHost(p, n) allocate(p, n)  // expect: TOOL006
void f() {
    hipMemcpyToSymbol(HIP_SYMBOL(table), source, 4);
    mine::cudaMemcpyToSymbol(table, source, 4);
    cudaMallocHost(&p, n);
    other->cudaMallocHost(&p, n);
    ::hipMemcpyToSymbol(HIP_SYMBOL(table), source, 4);
}
