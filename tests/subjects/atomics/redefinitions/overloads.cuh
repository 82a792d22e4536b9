inline void check(cudaError_t error, const char *file, int line) { fail(error); }
inline void check(CUresult error, const char *file, int line) {  // expect: API006
    fail(error);
}
inline void check(cublasStatus_t error, const char *file, int line) { fail(error); }
template <typename T> void check(T error, const char *file) { fail(error); }
// ==== output
inline void check(hipError_t error, const char *file, int line) { fail(error); }
#if !defined(__HIP_PLATFORM_AMD__)  // the same function as another one in HIP
inline void check(hipError_t error, const char *file, int line) {  // expect: API006
    fail(error);
}
#endif
inline void check(hipblasStatus_t error, const char *file, int line) { fail(error); }
template <typename T> void check(T error, const char *file) { fail(error); }
