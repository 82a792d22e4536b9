// What defines types, and has no other branch, is compiled for AMD.
#if __CUDA_ARCH__ >= 600
using Wide = double;
#else
#endif
#if __CUDA_ARCH__ >= 700
struct Fragment { int x[4]; };
template <class T> struct Tile { T t[8]; };
#endif
// ==== output
// What defines types, and has no other branch, is compiled for AMD.
#if defined(__HIP_DEVICE_COMPILE__)
using Wide = double;
#else
#endif
#if defined(__HIP_DEVICE_COMPILE__)
struct Fragment { int x[4]; };
template <class T> struct Tile { T t[8]; };
#endif
