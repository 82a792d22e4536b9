void f() {
    mine::cudaFree(p);  // expect: TOOL006
    mine<int>::cudaFree(p);
    at::cuda::cudaMalloc(&p, n);  // expect: TOOL006
    auto kind = cudaMemcpyKind::cudaMemcpyHostToDevice;
    curand::generate(p);
    return ::cudaFree(p);
}
// ==== output
void f() {
    mine::cudaFree(p);  // expect: TOOL006
    mine<int>::cudaFree(p);
    at::cuda::cudaMalloc(&p, n);  // expect: TOOL006
    auto kind = hipMemcpyKind::hipMemcpyHostToDevice;
    curand::generate(p);
    return ::hipFree(p);
}
