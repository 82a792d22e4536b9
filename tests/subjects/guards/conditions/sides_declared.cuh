struct Flags {
#if defined(__CUDA_ARCH__)
  __host__ void clear();
  __device__ void clear() { atomicAnd(&bits, 0); }
#else
  __device__ void clear();
  void clear() { bits = 0; }
#endif
  unsigned bits;
};
// ==== output
struct Flags {
#if defined(__HIP_DEVICE_COMPILE__)
  __host__ void clear();
  __device__ void clear() { atomicAnd(&bits, 0); }
#else
  __device__ void clear();
  void clear() { bits = 0; }
#endif
  unsigned bits;
};
