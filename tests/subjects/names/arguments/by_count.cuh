void f() {
    cudaMallocHost(&p, n);
    cudaMallocHost(&p, n), cudaMallocHost(&q, sizeof(Pair<A, B>) * N<A, B>::value);
    if (cudaMallocHost(&p, n < m) != cudaSuccess || x < y) return;
    cudaMallocHost(&p, a << 2);
    cudaMallocHost(&p, [&] { return a, b; }());
    cudaMallocHost(reinterpret_cast<std::pair<int, int> **>(&p), n);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0);
    cuMemcpy(a, b, cuMemcpy(c, d, n));
}
// ==== output
void f() {
    hipHostMalloc(&p, n);
    hipHostMalloc(&p, n), hipHostMalloc(&q, sizeof(Pair<A, B>) * N<A, B>::value);
    if (hipHostMalloc(&p, n < m) != hipSuccess || x < y) return;
    hipHostMalloc(&p, a << 2);
    hipHostMalloc(&p, [&] { return a, b; }());
    hipHostMalloc(reinterpret_cast<std::pair<int, int> **>(&p), n, hipHostMallocDefault);
    hipGraphInstantiateWithFlags(&executable, graph, 0);
    hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0);
    hipMemcpy(a, b, hipMemcpy(c, d, n, hipMemcpyDefault), hipMemcpyDefault);
}
