void f() {
    mine::cudaFree(p);  // expect: TOOL006
    mine<int>::cudaFree(p);
    auto kind = cudaMemcpyKind::cudaMemcpyHostToDevice;
    return ::cudaFree(p);
}
// ==== output
void f() {
    mine::cudaFree(p);  // expect: TOOL006
    mine<int>::cudaFree(p);
    auto kind = hipMemcpyKind::hipMemcpyHostToDevice;
    return ::hipFree(p);
}
