#ifdef __CUDA_ARCH__
#define HD __host__ __device__
#else
#define HD
#endif
HD int twice(int i) { return 2 * i; }

#if !defined(__CUDA_ARCH__)
#define HOST_TOO inline
#else
#define HOST_TOO __device__ inline
#endif
HOST_TOO int half(int i) { return i / 2; }

// The chain decides more.
#if defined(__CUDA_ARCH__)
#ifndef DEVICE
#define DEVICE __device__ __forceinline__
#endif
#define CALL __host__ __device__
#define ON_DEVICE 1
#else
#define CALL
#define ON_DEVICE 0
#endif  // __CUDA_ARCH__
#ifndef DEVICE
#define DEVICE
#endif
DEVICE int side(int i) { return ON_DEVICE ? i : -i; }
CALL int operator|(int i) { return i; }

// A variable, and what no function needs.
#ifdef __CUDA_ARCH__
#define TABLE __device__
#define ALIGNED __device__ __align__(8)
#else
#define TABLE
#define ALIGNED
#endif
TABLE int squares[] = {0, 1, 4, 9};
// ==== output
#ifdef __HIPCC__
#define HD __host__ __device__
#else
#define HD
#endif
HD int twice(int i) { return 2 * i; }

#if !defined(__HIPCC__)
#define HOST_TOO inline
#else
#define HOST_TOO __host__ __device__ inline
#endif
HOST_TOO int half(int i) { return i / 2; }

// The chain decides more.
#if defined(__HIP_DEVICE_COMPILE__)
#ifndef DEVICE
#define DEVICE __device__ __forceinline__
#endif
#define CALL __host__ __device__
#define ON_DEVICE 1
#else
#define CALL
#define ON_DEVICE 0
#endif  // __CUDA_ARCH__
#if defined(__HIPCC__)  // clang reads both sides twice
#undef DEVICE
#define DEVICE __forceinline__ __host__ __device__
#undef CALL
#define CALL __host__ __device__
#endif
#ifndef DEVICE
#define DEVICE
#endif
DEVICE int side(int i) { return ON_DEVICE ? i : -i; }
CALL int operator|(int i) { return i; }

// A variable, and what no function needs.
#ifdef __HIP_DEVICE_COMPILE__
#define TABLE __device__
#define ALIGNED __device__ __align__(8)
#else
#define TABLE
#define ALIGNED
#endif
TABLE int squares[] = {0, 1, 4, 9};
