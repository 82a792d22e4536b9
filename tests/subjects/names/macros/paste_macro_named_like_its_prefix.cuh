#include <cuda.h>
#define cuda(Call) do { cudaError_t err = cuda ## Call; check(err); } while (0)
#define cuda_sync() do { cuda (DeviceSynchronize()); cuda (GetLastError()); } while (0)
void f() {
    cuda(Malloc((void **)&p, n));
    cuda(Free(p));
}
// ==== output
#include <hip/hip_runtime.h>
#define cuda(Call) do { hipError_t err = hip ## Call; check(err); } while (0)
#define cuda_sync() do { cuda (DeviceSynchronize()); cuda (GetLastError()); } while (0)
void f() {
    cuda(Malloc((void **)&p, n));
    cuda(Free(p));
}
