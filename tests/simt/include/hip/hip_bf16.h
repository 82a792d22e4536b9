// The part of HIP's bfloat16 that programs in kernels/ use: numbers that have no more bits.
#pragma once

#include <hip/hip_runtime.h>

struct __hip_bfloat16 {
  unsigned short bits;
};

SIMT inline __hip_bfloat16 __float2bfloat16(float of) {
  unsigned word;
  std::memcpy(&word, &of, sizeof(word));
  return {static_cast<unsigned short>(word >> 16)};
}
SIMT inline float __bfloat162float(__hip_bfloat16 of) {
  const unsigned word = static_cast<unsigned>(of.bits) << 16;
  float result;
  std::memcpy(&result, &word, sizeof(result));
  return result;
}
