// Names that are pasted, whose arguments differ in HIP for some numbers of arguments only.
#include <cuda_runtime.h>
#define TRY(f, ...) do { if (cuda##f(__VA_ARGS__) != cudaSuccess) return 1; } while (0)
#define WITH(f, ...) cuda##f(__VA_ARGS__)  // expect: API005
#define PASSED(f) run(cuda##f)  // expect: API005
int main() {
  cudaEvent_t e; float *p;
  TRY(EventCreate, &e);
  TRY(Malloc, (void**)&p, 4);
  WITH(EventCreate, &e);
  WITH(EventCreate, &e, 0);
  PASSED(EventCreate);
}
// ==== output
// Names that are pasted, whose arguments differ in HIP for some numbers of arguments only.
#include <hip/hip_runtime.h>
#define TRY(f, ...) do { if (hip##f(__VA_ARGS__) != hipSuccess) return 1; } while (0)
#define WITH(f, ...) hip##f(__VA_ARGS__)  // expect: API005
#define PASSED(f) run(hip##f)  // expect: API005
int main() {
  hipEvent_t e; float *p;
  TRY(EventCreate, &e);
  TRY(Malloc, (void**)&p, 4);
  WITH(EventCreate, &e);
  WITH(EventCreate, &e, 0);
  PASSED(EventCreate);
}
