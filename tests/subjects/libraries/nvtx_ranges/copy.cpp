#include <nvtx3/nvToolsExt.h>
namespace nvtx3 {
class scoped_range { public: scoped_range(const char* text) { nvtxRangePushA(text); } };
}
void f() { nvtx3::scoped_range r{"x"}; }
// ==== output
#include <roctracer/roctx.h>
namespace nvtx3 {
class scoped_range { public: scoped_range(const char* text) { roctxRangePushA(text); } };
}
void f() { nvtx3::scoped_range r{"x"}; }
