// Macros may be asked for elsewhere, and types with two layouts or special ones be chosen from.
#if __CUDA_ARCH__ >= 530  // expect: ARC002
template <> struct Width<float> { enum { value = 8 }; };
#endif
#if __CUDA_ARCH__ >= 600  // expect: ARC002
struct Lanes { int x[4]; };
#else
struct Lanes { int x[8]; };
#endif
#if __CUDA_ARCH__ >= 700  // expect: ARC002
struct Other { int x[4]; };
#define HAS_OTHER 1
#endif
