#include <cuda.h>
struct Buffer { const void *data(); const int *q; void *plain; };
const float *pointer;
template <class T> void copy(const T *src, size_t n) {
  cuMemcpyDtoH(nullptr, reinterpret_cast<CUdeviceptr>(src), n);
}
CUdeviceptr sum(const float *p) { return reinterpret_cast<CUdeviceptr>(p + 4); }
CUdeviceptr plain(void *p) { return reinterpret_cast<CUdeviceptr>(p); }
CUdeviceptr members(Buffer b, Buffer *p) {
  cuMemFree(reinterpret_cast<CUdeviceptr>(b.data()));
  cuMemFree(reinterpret_cast<CUdeviceptr>(p->q));
  return reinterpret_cast<CUdeviceptr>(p->plain);
}
CUdeviceptr uncast(const void *p) { return reinterpret_cast<CUdeviceptr>(const_cast<void *>(p)); }
CUdeviceptr recast(uintptr_t p) { return reinterpret_cast<CUdeviceptr>(reinterpret_cast<const char *>(p)); }
void allocate(const void **p) {
  cuMemAlloc(reinterpret_cast<CUdeviceptr *>(&pointer), 4);
  const CUdeviceptr *r = reinterpret_cast<const CUdeviceptr *>(p);
}
// ==== output
#include <hip/hip_runtime.h>
struct Buffer { const void *data(); const int *q; void *plain; };
const float *pointer;
template <class T> void copy(const T *src, size_t n) {
  hipMemcpyDtoH(nullptr, (hipDeviceptr_t)(src), n);
}
hipDeviceptr_t sum(const float *p) { return (hipDeviceptr_t)(p + 4); }
hipDeviceptr_t plain(void *p) { return reinterpret_cast<hipDeviceptr_t>(p); }
hipDeviceptr_t members(Buffer b, Buffer *p) {
  hipFree((hipDeviceptr_t)(b.data()));
  hipFree((hipDeviceptr_t)(p->q));
  return reinterpret_cast<hipDeviceptr_t>(p->plain);
}
hipDeviceptr_t uncast(const void *p) { return reinterpret_cast<hipDeviceptr_t>(const_cast<void *>(p)); }
hipDeviceptr_t recast(uintptr_t p) { return (hipDeviceptr_t)(reinterpret_cast<const char *>(p)); }
void allocate(const void **p) {
  hipMalloc((hipDeviceptr_t *)(&pointer), 4);
  const hipDeviceptr_t *r = (const hipDeviceptr_t *)(p);
}
