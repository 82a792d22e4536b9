__constant__ float table[64];
void f() {
    cudaMemcpyToSymbol(table, source, sizeof(table));
    CHECK(cudaMemcpyToSymbolAsync(ns::table, source, 4, 0, cudaMemcpyHostToDevice, stream));
    cudaMemcpyFromSymbol(target, params.scale, 4);
    cudaMemcpyToSymbol(values<T, 2>, source, 4);
    cudaMemcpyToSymbol(table[cudaMemcpyHostToDevice], g(cudaFree(p), 1), 4);
    cudaMemcpyToSymbol (table , source , 4);
    cudaGetSymbolSize(&size, table);
    cudaGetSymbolAddress(&pointer, table);
    cudaGetSymbolAddress((void **)&pointer, table);
    cudaGetSymbolAddress(reinterpret_cast<void **>(&pointer), table);
}
// ==== output
__constant__ float table[64];
void f() {
    hipMemcpyToSymbol(HIP_SYMBOL(table), source, sizeof(table));
    CHECK(hipMemcpyToSymbolAsync(HIP_SYMBOL(ns::table), source, 4, 0, hipMemcpyHostToDevice, stream));
    hipMemcpyFromSymbol(target, HIP_SYMBOL(params.scale), 4);
    hipMemcpyToSymbol(HIP_SYMBOL((values<T, 2>)), source, 4);
    hipMemcpyToSymbol(HIP_SYMBOL(table[hipMemcpyHostToDevice]), g(hipFree(p), 1), 4);
    hipMemcpyToSymbol (HIP_SYMBOL(table) , source , 4);
    hipGetSymbolSize(&size, HIP_SYMBOL(table));
    hipGetSymbolAddress(reinterpret_cast<void**>(&pointer), HIP_SYMBOL(table));
    hipGetSymbolAddress((void **)&pointer, HIP_SYMBOL(table));
    hipGetSymbolAddress(reinterpret_cast<void **>(&pointer), HIP_SYMBOL(table));
}
