// ---------------------------------------------------------------------------------------------------------------------
// A range of ROCTx from here to the end of the scope, as nvtx3::scoped_range is one of NVTX: of its message alone.

#if !defined(HIPIFY_COMPAT_SCOPED_RANGE) && !defined(__HIPCC_RTC__) && __has_include(<roctracer/roctx.h>)
#define HIPIFY_COMPAT_SCOPED_RANGE
#include <roctracer/roctx.h>

#include <string>

namespace hipify_compat {

class scoped_range {
 public:
  explicit scoped_range(const char* message = "") noexcept { roctxRangePushA(message); }
  explicit scoped_range(const std::string& message) noexcept : scoped_range(message.c_str()) {}
  ~scoped_range() { roctxRangePop(); }
  scoped_range(const scoped_range&) = delete;
  scoped_range& operator=(const scoped_range&) = delete;
};

}  // namespace hipify_compat
#endif
