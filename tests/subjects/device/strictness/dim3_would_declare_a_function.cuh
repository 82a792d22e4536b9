void f() {
    dim3 grid{unsigned(n), unsigned(m)};
    dim3 block{dim3(n)};
    cudaFree(p);
}
// ==== output
void f() {
    dim3 grid = dim3(unsigned(n), unsigned(m));
    dim3 block = dim3(dim3(n));
    hipFree(p);
}
