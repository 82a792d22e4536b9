// flags: --launch-syntax macro
void f() {
    before(a);
    kernel<(N > 3)><<<1, 2>>>(a);
    kernel<(N < 3)><<<1, 2>>>(a);
    kernel<(N >> 3), sizeof(p->x)><<<1, 2>>>(a);
}
// ==== output
void f() {
    before(a);
    hipLaunchKernelGGL(kernel<(N > 3)>, dim3(1), dim3(2), 0, 0, a);
    hipLaunchKernelGGL(kernel<(N < 3)>, dim3(1), dim3(2), 0, 0, a);
    hipLaunchKernelGGL(HIP_KERNEL_NAME(kernel<(N >> 3), sizeof(p->x)>), dim3(1), dim3(2), 0, 0, a);
}
