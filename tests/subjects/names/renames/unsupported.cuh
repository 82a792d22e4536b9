void f() {
    cudaGraphConditionalHandle handle;  // expect: API015
    cudaDeviceFlushGPUDirectRDMAWrites(a, b);  // expect: API001
}
