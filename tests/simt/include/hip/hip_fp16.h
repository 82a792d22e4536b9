// The part of HIP's half that programs in kernels/ use: it holds, converts, and multiplies as float.
#pragma once

#include <hip/hip_runtime.h>

struct __half {
  _Float16 value;
  __half() = default;
  __half(float of) : value(static_cast<_Float16>(of)) {}
  operator float() const { return static_cast<float>(value); }
};
using half = __half;

SIMT inline __half __float2half(float of) { return of; }
SIMT inline float __half2float(__half of) { return of; }
