#ifdef USE_ROCM
typedef __hip_fp8_e4m3 __nv_fp8_e4m3;  // expect: TOOL006
using __nv_bfloat16 = hip_bfloat16;  // expect: TOOL006
#else
#include <cuda_fp8.h>
#endif
__nv_fp8_e4m3 a;
__nv_bfloat16 b;
