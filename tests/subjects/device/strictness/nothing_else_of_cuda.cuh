__device__ void f() {
    register int a = 0;
    dim3 grid = {n / 256, 1};
}
// ==== output
__device__ void f() {
    int a = 0;
    dim3 grid = dim3(n / 256, 1);
}
