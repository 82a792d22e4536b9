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
