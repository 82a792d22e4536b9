// Variables, members and types of a namespace by the name of a type of CUDA: the type is out of sight there.
struct Result {
    cudaError_t cudaError;  // expect: TOOL006
    int line;
    cudaError_t code() const { return cudaError; }
};

namespace sim {
enum class cudaMemcpyKind { none, all };  // expect: TOOL006
cudaMemcpyKind first() { return cudaMemcpyKind::none; }
}

static Result made(cudaError_t e) {
    Result r;
    r.cudaError = e;
    return r;
}

int own(void **p) {
    cudaError_t cudaError = cudaMalloc(p, 4);
    if (cudaError != cudaSuccess) return made(cudaError).cudaError;
    cudaError_t second = cudaGetLastError();
    return cudaError + second + (int)sim::cudaMemcpyKind::all;
}

cudaError cudas(void *p, cudaMemcpyKind kind) {
    cudaDeviceProp prop;
    struct cudaDeviceProp other;
    cudaGetDeviceProperties(&prop, 0);
    return cudaMemcpy(p, &other, 4, kind);
}
// ==== output
// Variables, members and types of a namespace by the name of a type of CUDA: the type is out of sight there.
struct Result {
    hipError_t cudaError;  // expect: TOOL006
    int line;
    hipError_t code() const { return cudaError; }
};

namespace sim {
enum class cudaMemcpyKind { none, all };  // expect: TOOL006
cudaMemcpyKind first() { return cudaMemcpyKind::none; }
}

static Result made(hipError_t e) {
    Result r;
    r.cudaError = e;
    return r;
}

int own(void **p) {
    hipError_t cudaError = hipMalloc(p, 4);
    if (cudaError != hipSuccess) return made(cudaError).cudaError;
    hipError_t second = hipGetLastError();
    return cudaError + second + (int)sim::cudaMemcpyKind::all;
}

hipError_t cudas(void *p, hipMemcpyKind kind) {
    hipDeviceProp_t prop;
    hipDeviceProp_t other;
    hipGetDeviceProperties(&prop, 0);
    return hipMemcpy(p, &other, 4, kind);
}
