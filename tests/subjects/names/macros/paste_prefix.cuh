#define CALL(name) check(cuda##name)
#define BLAS(T, name) cublas ## T ## name
#define RUN(call) do { cudaError_t e = cuda ## call; } while (0)
void f() {
    CALL(Success);
    CALL(ErrorUnknown);
    BLAS(S, gemm)(handle);
    RUN(Free(p));
}
// ==== output
#define CALL(name) check(hip##name)
#define BLAS(T, name) hipblas ## T ## name
#define RUN(call) do { hipError_t e = hip ## call; } while (0)
void f() {
    CALL(Success);
    CALL(ErrorUnknown);
    BLAS(S, gemm)(handle);
    RUN(Free(p));
}
