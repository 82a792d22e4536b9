#if /* 1 */ __CUDA_ARCH__ /* 2 */ >= /* 3 */ 300 /* 4 */ && A  // 5
int a;
#endif
// ==== output
#if /* 1 */ defined(__HIP_DEVICE_COMPILE__) /* 2 */ /* 3 */ /* 4 */ && A  // 5
int a;
#endif
