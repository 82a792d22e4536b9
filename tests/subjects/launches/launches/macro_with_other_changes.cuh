// flags: --launch-syntax macro
void f() {
    kernel<<<1, 2, 0, cudaStreamLegacy>>>(cudaFree(a), cudaMallocHost(&p, n));
    kernel<<<dim3(x, y), block>>>(__finitef(p), __shfl_sync(0xffffffff, v, 0));
    outer<<<1, 2>>>(inner<cudaSuccess><<<3, 4>>>(a));
}
// ==== output
void f() {
    hipLaunchKernelGGL(kernel, dim3(1), dim3(2), 0, hipStreamLegacy, hipFree(a), hipHostMalloc(&p, n));
    hipLaunchKernelGGL(kernel, dim3(x, y), dim3(block), 0, 0, (isfinite(p) ? 1 : 0), __shfl(v, 0, 32));
    hipLaunchKernelGGL(outer, dim3(1), dim3(2), 0, 0, inner<hipSuccess><<<3, 4>>>(a));
}
