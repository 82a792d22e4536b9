#include <cuda.h>
struct Lists { CUdeviceptr at[4], *more; };
CUdeviceptr element(CUdeviceptr *list, const Lists &lists, int i) {
  CUdeviceptr *of = list + 1, here[2] = {list[i] + 4, lists.at[i /* 1 */] - 4};
  list[i]++; (list + 1)[i] = here[0] + 1;
  return lists.more[i + 1] + of[0];  // expect: API007
}
// ==== output
#include <hip/hip_runtime.h>
struct Lists { hipDeviceptr_t at[4], *more; };
hipDeviceptr_t element(hipDeviceptr_t *list, const Lists &lists, int i) {
  hipDeviceptr_t *of = list + 1, here[2] = {static_cast<char*>(list[i]) + 4, static_cast<char*>(lists.at[i /* 1 */]) - 4};
  list[i] = static_cast<char*>(list[i]) + 1; (list + 1)[i] = static_cast<char*>(here[0]) + 1;
  return lists.more[i + 1] + of[0];  // expect: API007
}
