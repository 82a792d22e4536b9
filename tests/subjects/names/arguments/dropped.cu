#include <nvtx3/nvToolsExt.h>
#include <cuda.h>
void f() {
    nvtxNameOsThread(pthread_self(), "a");  // expect: API036
    nvtxNameOsThread(ids[n++], "b");  // expect: API005
    cuOccupancyMaxPotentialBlockSize(&g, &b, f, [](int n) -> size_t { return n * 4; }, 0, 0);
}
// ==== output
#include <roctracer/roctx.h>
#include <hip/hip_runtime.h>
void f() {
    roctxNameOsThread("a");  // expect: API036
    roctxNameOsThread(ids[n++], "b");  // expect: API005
    hipModuleOccupancyMaxPotentialBlockSize(&g, &b, f, 0, 0);
}
