struct T {
#if X
    int (*cuInit)(unsigned);  // expect: TOOL006
#endif
};
int f(T *t) { return t->cuInit(0); }
cudaError_t codes[] = {
#ifdef X
    cudaErrorInvalidValue,
#endif
    cudaSuccess,
};
void g() {
#pragma unroll
    h(flags_t & cudaHostAllocMapped, a bitor cudaHostAllocPortable);
#undef check
    cudaFree(0);
    k(a,
#ifdef __linux__
      cudaMemcpyHostToDevice
#endif
    );
}
void copied(int *t, int *a, cudaStream_t s) {
  cudaMemcpyAsync(a, t, 4,
#ifdef WITH_STREAM
                  cudaMemcpyHostToDevice, s
#else
                  cudaMemcpyHostToDevice, 0
#endif
  );
}
// ==== output
struct T {
#if X
    int (*cuInit)(unsigned);  // expect: TOOL006
#endif
};
int f(T *t) { return t->cuInit(0); }
hipError_t codes[] = {
#ifdef X
    hipErrorInvalidValue,
#endif
    hipSuccess,
};
void g() {
#pragma unroll
    h(flags_t & hipHostAllocMapped, a bitor hipHostAllocPortable);
#undef check
    hipFree(0);
    k(a,
#ifdef __linux__
      hipMemcpyHostToDevice
#endif
    );
}
void copied(int *t, int *a, hipStream_t s) {
  hipMemcpyAsync(a, t, 4,
#ifdef WITH_STREAM
                  hipMemcpyHostToDevice, s
#else
                  hipMemcpyHostToDevice, 0
#endif
  );
}
