inline hipError_t hipMalloc(void **p, size_t n) { return cudaMalloc(p, n); }  // expect: TOOL006
static const auto hipSuccess = cudaSuccess;  // expect: TOOL006
typedef cudaStream_t hipStream_t;  // expect: TOOL006
#define hipMemset mine_memset
void f() { cudaMalloc(&p, 1); cudaFree(p); cudaMemset(p, 0, 1); }  // expect: TOOL006
// ==== output
inline hipError_t hipMalloc(void **p, size_t n) { return cudaMalloc(p, n); }  // expect: TOOL006
static const auto hipSuccess = cudaSuccess;  // expect: TOOL006
typedef cudaStream_t hipStream_t;  // expect: TOOL006
#define hipMemset mine_memset
void f() { cudaMalloc(&p, 1); hipFree(p); cudaMemset(p, 0, 1); }  // expect: TOOL006
