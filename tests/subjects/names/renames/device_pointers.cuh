#include <cuda.h>
void f(CUdeviceptr p, S s) {
    g(p + 1, s.p + 2, a[1].p + 2, mine::p + 4, x ? p + 1 : p - 2, x ? y : s . p /* 1 */ + 1);
    p /* 2 */ += /* 3 */ 2;
}
struct S { CUdeviceptr p; };
struct Range { CUdeviceptr base() const; CUdeviceptr at(int i); };
void h(Range *r) { g(r->base() + 1, r->at(2) /* 1 */ - 3, r->base()); }
// ==== output
#include <hip/hip_runtime.h>
void f(hipDeviceptr_t p, S s) {
    g(static_cast<char*>(p) + 1, static_cast<char*>(s.p) + 2, a[1].p + 2, mine::p + 4, x ? static_cast<char*>(p) + 1 : static_cast<char*>(p) - 2, x ? y : static_cast<char*>(s . p) /* 1 */ + 1);
    p /* 2 */  = static_cast<char*>(p) + /* 3 */ 2;
}
struct S { hipDeviceptr_t p; };
struct Range { hipDeviceptr_t base() const; hipDeviceptr_t at(int i); };
void h(Range *r) { g(static_cast<char*>(r->base()) + 1, static_cast<char*>(r->at(2)) /* 1 */ - 3, r->base()); }
