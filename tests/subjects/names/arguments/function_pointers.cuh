void f() {
    cudaFuncSetAttribute(kernel<int, 2>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaFuncSetCacheConfig(&ns::kernel, cudaFuncCachePreferL1);
    cudaFuncGetAttributes(&attributes, (const void *)kernel);
    cudaFuncGetAttributes(&attributes, (void*)(kernel<int>));
    cudaFuncGetAttributes(&attributes, reinterpret_cast<const void *>(kernel));
    cudaFuncGetAttributes(&attributes, flag ? first : second);
}
// ==== output
void f() {
    hipFuncSetAttribute(reinterpret_cast<const void*>(kernel<int, 2>), hipFuncAttributeMaxDynamicSharedMemorySize, bytes);
    hipFuncSetCacheConfig(reinterpret_cast<const void*>(&ns::kernel), hipFuncCachePreferL1);
    hipFuncGetAttributes(&attributes, (const void *)kernel);
    hipFuncGetAttributes(&attributes, (void*)(kernel<int>));
    hipFuncGetAttributes(&attributes, reinterpret_cast<const void *>(kernel));
    hipFuncGetAttributes(&attributes, reinterpret_cast<const void*>(flag ? first : second));
}
