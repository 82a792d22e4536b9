// ---------------------------------------------------------------------------------------------------------------------
// Which GPU is in use, and how many there are, as cub::CurrentDevice and cub::DeviceCount tell host code: -1 for none.

#if !defined(HIPIFY_COMPAT_DEVICES) && !defined(__HIPCC_RTC__)
#define HIPIFY_COMPAT_DEVICES
#include <hip/hip_runtime_api.h>

namespace hipify_compat {

inline int CurrentDevice() {
  int device = -1;
  return hipGetDevice(&device) == hipSuccess ? device : -1;
}

inline int DeviceCount() {
  int count = -1;
  return hipGetDeviceCount(&count) == hipSuccess ? count : -1;
}

}  // namespace hipify_compat
#endif
