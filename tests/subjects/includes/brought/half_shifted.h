#include <cmath>
#if defined(__CUDACC__)
#define MAY_BE_HALF
#endif
inline double decode(unsigned a) {
  const auto half = a;
  return std::ldexp((half >> 10u) & 31, [&half] { return half; }());
}
// ==== output
#include <cmath>
#if defined(__HIPCC__)
#define MAY_BE_HALF
#endif
inline double decode(unsigned a) {
  const auto half = a;
  return std::ldexp((half >> 10u) & 31, [&half] { return half; }());
}
