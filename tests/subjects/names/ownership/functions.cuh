cudaError_t cudaMalloc(void **p, size_t n) {  // expect: TOOL006
    return real_malloc(p, n);
}
static inline void *
cudaHostAlloc(size_t n) noexcept {  // expect: TOOL006
    return cudaMalloc(&p, n), p;
}
extern "C" cudaError_t cudaFree(void *p);
void f() { cudaMalloc(&p, 4); cudaFree(p); }
// ==== output
hipError_t cudaMalloc(void **p, size_t n) {  // expect: TOOL006
    return real_malloc(p, n);
}
static inline void *
cudaHostAlloc(size_t n) noexcept {  // expect: TOOL006
    return cudaMalloc(&p, n), p;
}
extern "C" hipError_t hipFree(void *p);
void f() { cudaMalloc(&p, 4); hipFree(p); }
