struct Flags {
  unsigned bits;
#if defined(__CUDA_ARCH__)
  __device__ Flags& operator|=(Flags const& other) {
    atomicOr(&bits, other.bits);
    return *this;
  }
  __device__ void clear(unsigned mask,
                        int n = 0) noexcept(true) { atomicAnd(&bits, mask); }
  __device__ __forceinline__ bool on(cudaStream_t s);
  __device__ __forceinline__ bool any() { return bits; }
  __device__ bool is(cudaStream_t s) { return bits; }  // expect: ARC017
  __device__ auto get() { return bits; }  // expect: ARC017
#else
  Flags& operator|=(Flags const& other) { bits |= other.bits; return *this; }
  void clear(unsigned mask, int n = 0) noexcept(true) { bits = mask; }
  bool any() { return bits; }
  bool is(cudaStream_t s) { return bits; }
  auto get() { return bits; }
#endif
};
#ifdef __CUDA_ARCH__  // on devices
__device__ int f(int i) { return threadIdx.x + i; }  // expect: ARC017
__device__ int h(int i) { return 1; }
#else  // on the host
int f(int i) { return i; }
__host__ __device__ int h(int i) { return 2; }
#endif
// ==== output
struct Flags {
  unsigned bits;
#if defined(__HIP_DEVICE_COMPILE__)
  __host__ Flags& operator|=(Flags const& other);  // clang reads both sides twice
  __host__ void clear(unsigned mask, int n = 0) noexcept(true);  // clang reads both sides twice
  __host__ bool any();  // clang reads both sides twice
  __device__ Flags& operator|=(Flags const& other) {
    atomicOr(&bits, other.bits);
    return *this;
  }
  __device__ void clear(unsigned mask,
                        int n = 0) noexcept(true) { atomicAnd(&bits, mask); }
  __device__ __forceinline__ bool on(hipStream_t s);
  __device__ __forceinline__ bool any() { return bits; }
  __device__ bool is(hipStream_t s) { return bits; }  // expect: ARC017
  __device__ auto get() { return bits; }  // expect: ARC017
#else
#if defined(__HIPCC__)
  __device__ Flags& operator|=(Flags const& other);  // clang reads both sides twice
  __device__ void clear(unsigned mask, int n = 0) noexcept(true);  // clang reads both sides twice
  __device__ bool any();  // clang reads both sides twice
#endif
  Flags& operator|=(Flags const& other) { bits |= other.bits; return *this; }
  void clear(unsigned mask, int n = 0) noexcept(true) { bits = mask; }
  bool any() { return bits; }
  bool is(hipStream_t s) { return bits; }
  auto get() { return bits; }
#endif
};
#ifdef __HIP_DEVICE_COMPILE__  // on devices
__device__ int f(int i) { return threadIdx.x + i; }  // expect: ARC017
__device__ int h(int i) { return 1; }
#else  // on the host
int f(int i) { return i; }
__host__ __device__ int h(int i) { return 2; }
#endif
