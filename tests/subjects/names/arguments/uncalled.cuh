// hipHostMalloc has a parameter more.
cudaError_t (*allocate)(void **, size_t) = cudaMallocHost;

struct Pinned {
    static cudaError_t get(void **p) { return cudaMallocHost(p, 4); }
    cudaError_t (*own)(void **, size_t) = &cudaMallocHost;
};
// ==== output
// hipHostMalloc has a parameter more.
hipError_t (*allocate)(void **, size_t) = hipMallocHost;

struct Pinned {
    static hipError_t get(void **p) { return hipHostMalloc(p, 4); }
    hipError_t (*own)(void **, size_t) = &hipMallocHost;
};
