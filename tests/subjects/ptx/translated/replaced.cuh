// flags: --ptx replace,approx
__device__ float f(float x, float y) {
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(x) : "f"(y));  // expect: CNV002
  asm("fma.rn.f32 %0, %1, %1, %0;" : "+f"(x) : "f"(y * 2));  // expect: CNV001
  return x;
}
#define LANE(x) asm("mov.u32 %0, %%laneid;" : "=r"(x))  // expect: CNV001
// ==== output
#include "hipify_ptx.hpp"
__device__ float f(float x, float y) {
  x = hipify_ptx::ex2_approx_f32<true>(y);  // expect: CNV002
  {
    const float ptx_in1 = y * 2;
    x = hipify_ptx::fma_f32(ptx_in1, ptx_in1, x);
  }  // expect: CNV001
  return x;
}
#define LANE(x) x = hipify_ptx::laneid()  // expect: CNV001
