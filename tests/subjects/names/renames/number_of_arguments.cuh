void f() {
    cudaMemPrefetchAsync(p, n, device, stream);
    cudaGraphAddDependencies(graph, from, to, n);
    cudaGraphAddDependencies(graph, from, to, edges, n);  // expect: API005
    cudaGraphAddDependencies(args...);
    cudaFuncSetAttribute(kernel, a, 1);
    cudaFuncSetAttribute((const void *)kernel, a, 1);
    cudaEventCreate(&event);
    cudaEventCreate(&event, f(a, b));
}
// ==== output
void f() {
    hipMemPrefetchAsync(p, n, device, stream);
    hipGraphAddDependencies(graph, from, to, n);
    hipGraphAddDependencies(graph, from, to, edges, n);  // expect: API005
    hipGraphAddDependencies(args...);
    hipFuncSetAttribute(reinterpret_cast<const void*>(kernel), a, 1);
    hipFuncSetAttribute((const void *)kernel, a, 1);
    hipEventCreate(&event);
    hipEventCreateWithFlags(&event, f(a, b));
}
