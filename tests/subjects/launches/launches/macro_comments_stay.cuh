// flags: --launch-syntax macro
void f() {
    kernel<<<grid,   // how many
             block>>>(a /* the last */);
}
// ==== output
void f() {
    hipLaunchKernelGGL(kernel, dim3(grid),   // how many
             dim3(block), 0, 0, a /* the last */);
}
