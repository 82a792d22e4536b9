class API_EXPORT Loader : public Base<int> {
    Q_OBJECT
  public:
    cudaError_t cudaMalloc(void **, size_t) override;  // expect: TOOL006
    static Foo *cudaFree(void *);  // expect: TOOL006
    std::vector<int> cudaMemcpy;  // expect: TOOL006
    int a, cudaMemset;  // expect: TOOL006
    CUresult (API *cuInit)(unsigned);  // expect: TOOL006
    tcuDeviceGet *cuDeviceGet;  // expect: TOOL006
    int limit = cudaLimitStackSize;
    static constexpr auto reset = &cudaDeviceReset;
    int both = 1 & cudaHostAllocMapped;
    Array<int, cudaHostAllocMapped> mapped;
};
extern tcuCtxCreate *cuCtxDestroy;  // expect: TOOL006
enum Kind { cudaMemcpyHostToDevice = 1, cudaMemcpyDefault };  // expect: TOOL006
int g(Loader *l) { return l->cuInit(0) + l->cudaMemset + cudaMemset(p, 0, 1); }
// ==== output
class API_EXPORT Loader : public Base<int> {
    Q_OBJECT
  public:
    hipError_t cudaMalloc(void **, size_t) override;  // expect: TOOL006
    static Foo *cudaFree(void *);  // expect: TOOL006
    std::vector<int> cudaMemcpy;  // expect: TOOL006
    int a, cudaMemset;  // expect: TOOL006
    hipError_t (API *cuInit)(unsigned);  // expect: TOOL006
    tcuDeviceGet *cuDeviceGet;  // expect: TOOL006
    int limit = hipLimitStackSize;
    static constexpr auto reset = &hipDeviceReset;
    int both = 1 & hipHostAllocMapped;
    Array<int, hipHostAllocMapped> mapped;
};
extern tcuCtxCreate *cuCtxDestroy;  // expect: TOOL006
enum Kind { cudaMemcpyHostToDevice = 1, cudaMemcpyDefault };  // expect: TOOL006
int g(Loader *l) { return l->cuInit(0) + l->cudaMemset + hipMemset(p, 0, 1); }
