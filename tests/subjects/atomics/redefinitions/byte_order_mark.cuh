__device__ float atomicMax(float *a, float v) {
  return atomicMax((int *)a, v);
}
// ==== output
﻿#if !defined(__HIP_PLATFORM_AMD__)  // HIP brings this function
__device__ float atomicMax(float *a, float v) {
  return atomicMax((int *)a, v);
}
#endif
