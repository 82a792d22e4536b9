void f() {
    dim3 grid{n, 1}, block{m, 1};
    dim3 tail = {n, 2,};
    cudaFree(p);
}
// ==== output
void f() {
    dim3 grid = dim3(n, 1), block = dim3(m, 1);
    dim3 tail = dim3(n, 2);
    hipFree(p);
}
