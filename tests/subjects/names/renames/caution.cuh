#if __CUDA_ARCH__ >= 700  // expect: ARC002
__nv_fp8_e4m3 x;  // expect: MTH007
#endif
// ==== output
#if __CUDA_ARCH__ >= 700  // expect: ARC002
__hip_fp8_e4m3 x;  // expect: MTH007
#endif
