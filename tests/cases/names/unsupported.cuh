void f() {
    cudaGraphConditionalHandle handle;  // expect: API001
    cudaDeviceFlushGPUDirectRDMAWrites(a, b);  // expect: API001
}
