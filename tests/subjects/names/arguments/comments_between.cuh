void f() {
    cudaMemcpyToSymbol(
        // where to
        table,  // the symbol, not its address
        /* from */ source,
        sizeof(float) * (a < b ? 1 : 2));
    cudaMallocHost(&p, n /* bytes */);
    cudaMallocHost(&p,
                   n  // bytes
    );
    surf2Dwrite(v, surface, x * 4, y,
                cudaBoundaryModeTrap);
}
#define COPY(symbol, source)          \
    cudaMemcpyToSymbol(symbol, source, \
                       sizeof(source))
// ==== output
void f() {
    hipMemcpyToSymbol(
        // where to
        HIP_SYMBOL(table),  // the symbol, not its address
        /* from */ source,
        sizeof(float) * (a < b ? 1 : 2));
    hipHostMalloc(&p, n /* bytes */);
    hipHostMalloc(&p,
                   n  // bytes
    );
    surf2Dwrite(v, surface, x * 4, y);
}
#define COPY(symbol, source)          \
    hipMemcpyToSymbol(HIP_SYMBOL(symbol), source, \
                       sizeof(source))
