#define EVERYONE 0xffffffffu
constexpr unsigned kAll = 0xffffffff;
static const unsigned kLow = 0x0000ffff;
__device__ void f() {
    bool a = __any_sync(EVERYONE, p);
    unsigned b = __ballot_sync(kAll, p);
    unsigned c = __ballot_sync(kLow, p);
}
// ==== output
#include "hipify_compat.hpp"
#define EVERYONE 0xffffffffu
constexpr unsigned kAll = 0xffffffff;
static const unsigned kLow = 0x0000ffff;
__device__ void f() {
    bool a = hipify_compat::any_sync(EVERYONE, p);
    unsigned b = hipify_compat::ballot_sync(kAll, p);
    unsigned c = hipify_compat::ballot_sync(kLow, p);
}
