class Device {
  public:
    void cudaFree(void *p);  // expect: TOOL006
    static cudaError_t cudaMalloc(void **p, size_t n) {  // expect: TOOL006
        return ::cudaMalloc(p, n);
    }
};
namespace mine {
cudaError_t cudaMemset(void *, int, size_t);  // expect: TOOL006
}
void Device::cudaFree(void *p) { ::cudaFree(p); }
// ==== output
class Device {
  public:
    void cudaFree(void *p);  // expect: TOOL006
    static hipError_t cudaMalloc(void **p, size_t n) {  // expect: TOOL006
        return ::hipMalloc(p, n);
    }
};
namespace mine {
hipError_t cudaMemset(void *, int, size_t);  // expect: TOOL006
}
void Device::cudaFree(void *p) { ::hipFree(p); }
