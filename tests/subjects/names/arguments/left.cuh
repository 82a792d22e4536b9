void f() {
    cudaMemcpyToSymbol("table", source, 4);
    cudaMemcpyToSymbol(HIP_SYMBOL(table), source, 4);
    cudaMallocHost(&p, n, 0);
    surf2Dwrite(v, surface, x * 4, y);
    cudaMemcpyToSymbol(args...);  // expect: API005
    auto pointer = &cudaMemcpyToSymbol;  // expect: API005
    object.cudaMemcpyToSymbol(table, source, 4);
    // cudaMemcpyToSymbol(table, source, 4);
    const char *text = "cudaMemcpyToSymbol(table, source, 4);";
}
// ==== output
void f() {
    hipMemcpyToSymbol("table", source, 4);
    hipMemcpyToSymbol(HIP_SYMBOL(table), source, 4);
    hipHostMalloc(&p, n, 0);
    surf2Dwrite(v, surface, x * 4, y);
    hipMemcpyToSymbol(args...);  // expect: API005
    auto pointer = &hipMemcpyToSymbol;  // expect: API005
    object.cudaMemcpyToSymbol(table, source, 4);
    // cudaMemcpyToSymbol(table, source, 4);
    const char *text = "cudaMemcpyToSymbol(table, source, 4);";
}
