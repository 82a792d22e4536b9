// flags: --launch-syntax macro
void f() {
    kernel<<<grid, block>>>(a, b);
    kernel<<<n / 256 + 1, 256, n * sizeof(T), stream>>>();
    kernel<T, 3><<<1, 2>>>(a);
    kernel<T><<<1, 2, bytes>>>(a);
    ns::kernel<<<1, 2>>>(g(a, b));
    ::kernel<<<1, f<a, b>(c)>>>(a);
    kernel<<<n < m ? 1 : 2, k > 3 ? 4 : 5>>>(a < b, c > d);
    if (ready) kernel<<<1, 2>>>(a);
    run([&] { first<<<1, 2>>>(a); }), second<<<3, 4>>>(b);
    kernel<bool(x), T...><<<1, 2>>>(args...);
    kernel<<<1, 2>>>(a,  // the first
                     b);
}
// ==== output
void f() {
    hipLaunchKernelGGL(kernel, dim3(grid), dim3(block), 0, 0, a, b);
    hipLaunchKernelGGL(kernel, dim3(n / 256 + 1), dim3(256), n * sizeof(T), stream);
    hipLaunchKernelGGL(HIP_KERNEL_NAME(kernel<T, 3>), dim3(1), dim3(2), 0, 0, a);
    hipLaunchKernelGGL(kernel<T>, dim3(1), dim3(2), bytes, 0, a);
    hipLaunchKernelGGL(ns::kernel, dim3(1), dim3(2), 0, 0, g(a, b));
    hipLaunchKernelGGL(::kernel, dim3(1), dim3(f<a, b>(c)), 0, 0, a);
    hipLaunchKernelGGL(kernel, dim3(n < m ? 1 : 2), dim3(k > 3 ? 4 : 5), 0, 0, a < b, c > d);
    if (ready) hipLaunchKernelGGL(kernel, dim3(1), dim3(2), 0, 0, a);
    run([&] { hipLaunchKernelGGL(first, dim3(1), dim3(2), 0, 0, a); }), second<<<3, 4>>>(b);
    hipLaunchKernelGGL(HIP_KERNEL_NAME(kernel<bool(x), T...>), dim3(1), dim3(2), 0, 0, args...);
    hipLaunchKernelGGL(kernel, dim3(1), dim3(2), 0, 0, a,  // the first
                     b);
}
