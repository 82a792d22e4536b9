// Code for old GPUs that orders memory, where that for newer ones does not; and locks for lanes that go on by themselves.
__device__ void f(int *p) {
#if __CUDA_ARCH__ < 600  // expect: ARC002
  __threadfence();
#endif
  *p = 1;
}
#if __CUDA_ARCH__ >= 700  // expect: ARC002
__device__ void lock(int *p) {
  while (atomicCAS(p, 0, 1) != 0) {  // expect: WRP016
  }
}
#else
__device__ void lock(int *p) { in_turn(p); }
#endif
struct Lock { __device__ void take(int *p) { while (atomicCAS(p, 0, 1) != 0) { } } };  // expect: WRP016
__device__ int sum(int *p, int v) {
#if __CUDA_ARCH__ >= 700  // expect: ARC002
  Lock l;
  l.take(p);
#endif
#if __CUDA_ARCH__ >= 700  // expect: ARC002
  if (v & 1) v = __shfl_xor_sync(~0u, v, 1);
#else
  v = both(v);
#endif
  return v;
}
// ==== output
// Code for old GPUs that orders memory, where that for newer ones does not; and locks for lanes that go on by themselves.
__device__ void f(int *p) {
#if __CUDA_ARCH__ < 600  // expect: ARC002
  __threadfence();
#endif
  *p = 1;
}
#if __CUDA_ARCH__ >= 700  // expect: ARC002
__device__ void lock(int *p) {
  while (atomicCAS(p, 0, 1) != 0) {  // expect: WRP016
  }
}
#else
__device__ void lock(int *p) { in_turn(p); }
#endif
struct Lock { __device__ void take(int *p) { while (atomicCAS(p, 0, 1) != 0) { } } };  // expect: WRP016
__device__ int sum(int *p, int v) {
#if __CUDA_ARCH__ >= 700  // expect: ARC002
  Lock l;
  l.take(p);
#endif
#if __CUDA_ARCH__ >= 700  // expect: ARC002
  if (v & 1) v = __shfl_xor(v, 1, 32);
#else
  v = both(v);
#endif
  return v;
}
