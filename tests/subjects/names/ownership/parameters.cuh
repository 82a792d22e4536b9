void a(cudaError_t (*cudaFree)(void *), void *p) { cudaFree(p); }  // expect: TOOL006
template <cudaError_t (*cudaMalloc)(void **, size_t)> struct Pool {  // expect: TOOL006
    void *p = cudaMalloc(&p, 4);
};
struct D { D(void *(*cudaFree)(void *)) : f{cudaFree} { cudaFree(0); } };
void b(void *p) {
    cudaFree(p);
    if (auto cudaMemset = pick()) cudaMemset(p, 0, 4);  // expect: TOOL006
}
void c(void **p) { cudaMalloc(p, 4); cudaMemset(*p, 0, 4); }
// ==== output
void a(hipError_t (*cudaFree)(void *), void *p) { cudaFree(p); }  // expect: TOOL006
template <hipError_t (*cudaMalloc)(void **, size_t)> struct Pool {  // expect: TOOL006
    void *p = cudaMalloc(&p, 4);
};
struct D { D(void *(*cudaFree)(void *)) : f{cudaFree} { cudaFree(0); } };
void b(void *p) {
    hipFree(p);
    if (auto cudaMemset = pick()) cudaMemset(p, 0, 4);  // expect: TOOL006
}
void c(void **p) { hipMalloc(p, 4); hipMemset(*p, 0, 4); }
