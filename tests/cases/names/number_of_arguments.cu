void f() {
    cudaMemPrefetchAsync(p, n, device, stream);
    cudaGraphAddDependencies(graph, from, to, n);
    cudaGraphAddDependencies(graph, from, to, edges, n);  // expect: API005
    cudaGraphAddDependencies(args...);
    cudaEventCreate(&event);
    cudaEventCreate(&event, f(a, b));
}
// ==== output
void f() {
    hipMemPrefetchAsync(p, n, device, stream);
    hipGraphAddDependencies(graph, from, to, n);
    hipGraphAddDependencies(graph, from, to, edges, n);  // expect: API005
    hipGraphAddDependencies(args...);
    hipEventCreate(&event);
    hipEventCreateWithFlags(&event, f(a, b));
}
