void f() {
#ifdef __HIPCC__
    dim3 grid(n / 256, m);
#else
    dim3 grid = {n / 256, m};
#endif
    cudaFree(p);
}
// ==== output
void f() {
#ifdef __HIPCC__
    dim3 grid(n / 256, m);
#else
    dim3 grid = {n / 256, m};
#endif
    hipFree(p);
}
