// Nobody knows what macros and sizes do elsewhere.
#if __CUDA_ARCH__ >= 700  // expect: ARC002
#define HAS_TENSOR_CORES
#endif
#if __CUDA_ARCH__ >= 700  // expect: ARC002
constexpr int tile = 96;
#else
constexpr int tile = 48;
#endif
// ==== output
// Nobody knows what macros and sizes do elsewhere.
#if __CUDA_ARCH__ >= 700  // expect: ARC002
#define HAS_TENSOR_CORES
#endif
#if __CUDA_ARCH__ >= 700  // expect: ARC002
constexpr int tile = 96;
#else
constexpr int tile = 48;
#endif
