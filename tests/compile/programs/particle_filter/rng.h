#pragma once
#include <math.h>
#define HD __host__ __device__ static inline
HD unsigned seedOf(unsigned i, unsigned step)
{
  unsigned h = i * 0x9E3779B1u ^ (step + 1u) * 0x85EBCA77u;
  h ^= h >> 15; h *= 0x2C1B3C6Du; h ^= h >> 12; h *= 0x297A2D39u; h ^= h >> 15;
  return h | 1u;
}
HD float uniform(unsigned &s)
{
  s = s * 1664525u + 1013904223u;
  return ((s >> 8) + 0.5f) * (1.0f / 16777216.0f);
}
HD void gauss2(unsigned &s, float &a, float &b)
{
  float u = uniform(s), t = uniform(s), r = sqrtf(-2.0f * logf(u));
#ifdef __CUDA_ARCH__
  float sn, cs;
  sincospif(2.0f * t, &sn, &cs);
#else
  float sn = sinf(6.2831853f * t), cs = cosf(6.2831853f * t);
#endif
  a = r * cs;
  b = r * sn;
}
