void f() {
    cudaMemPrefetchAsync(p, n, device, stream);
    cudaGraphAddDependencies(graph, from, to, n);
    cudaGraphAddDependencies(graph, from, to, edges, n);  // expect: API005
    cudaGraphAddDependencies(args...);
    cudaFuncSetAttribute(kernel, a, 1);
    cudaFuncSetAttribute((const void *)kernel, a, 1);
    cudaEventCreate(&event);
    cudaEventCreate(&event, f(a, b));
    cudaMemLocation place = {cudaMemLocationTypeDevice, 0}, host{}, third;
    cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, place);
    cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, {cudaMemLocationTypeHost, 0});
    cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, host);
    cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, third);
    cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, device);
    cudaMemPrefetchAsync(p, n, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0);
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
    hipMemLocation place = {hipMemLocationTypeDevice, 0}, host{}, third;
    hipMemAdvise_v2(p, n, hipMemAdviseSetReadMostly, place);
    hipMemAdvise_v2(p, n, hipMemAdviseSetReadMostly, {hipMemLocationTypeHost, 0});
    hipMemAdvise_v2(p, n, hipMemAdviseSetReadMostly, host);
    hipMemAdvise_v2(p, n, hipMemAdviseSetReadMostly, third);
    hipMemAdvise(p, n, hipMemAdviseSetReadMostly, device);
    hipMemPrefetchAsync_v2(p, n, hipMemLocation{hipMemLocationTypeDevice, 0}, 0);
}
