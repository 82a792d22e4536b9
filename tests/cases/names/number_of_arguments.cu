void f() {
    cudaMemPrefetchAsync(p, n, device, stream);
    cudaGraphAddDependencies(graph, from, to, n);
    cudaGraphAddDependencies(graph, from, to, edges, n);  // expect: API005
    cudaGraphAddDependencies(args...);
}
// ==== output
void f() {
    hipMemPrefetchAsync(p, n, device, stream);
    hipGraphAddDependencies(graph, from, to, n);
    hipGraphAddDependencies(graph, from, to, edges, n);  // expect: API005
    hipGraphAddDependencies(args...);
}
