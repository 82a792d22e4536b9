// flags: --launch-syntax macro
void f() {
    Class<int>::kernel<<<1, 2>>>(a);
    Class<int, 2>::template kernel<float><<<1, 2>>>(a);
    decltype(object)::kernel<<<1, 2>>>(a);
    objects[i].kernel<<<1, 2>>>(a);
    choose(i)->kernel<<<1, 2>>>(a);
    this->kernel<<<1, 2>>>(a);
}
// ==== output
void f() {
    hipLaunchKernelGGL(Class<int>::kernel, dim3(1), dim3(2), 0, 0, a);
    hipLaunchKernelGGL(HIP_KERNEL_NAME(Class<int, 2>::template kernel<float>), dim3(1), dim3(2), 0, 0, a);
    hipLaunchKernelGGL(decltype(object)::kernel, dim3(1), dim3(2), 0, 0, a);
    hipLaunchKernelGGL(objects[i].kernel, dim3(1), dim3(2), 0, 0, a);
    hipLaunchKernelGGL(choose(i)->kernel, dim3(1), dim3(2), 0, 0, a);
    hipLaunchKernelGGL(this->kernel, dim3(1), dim3(2), 0, 0, a);
}
