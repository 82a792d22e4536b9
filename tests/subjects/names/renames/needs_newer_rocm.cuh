// flags: --rocm 6.3
void f() {
    cudaMemcpyBatchAsync(a, b, c, d, e, f, g, h, i);  // expect: API035
    cudaFree(p);
}
// ==== output
void f() {
    cudaMemcpyBatchAsync(a, b, c, d, e, f, g, h, i);  // expect: API035
    hipFree(p);
}
