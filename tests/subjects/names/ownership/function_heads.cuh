int cudaMalloc(void **p) __attribute__((weak)) { return f(p); }  // expect: TOOL006
int cudaFree(void *p) noexcept(false) { return 0; }  // expect: TOOL006
auto cudaMemcpy(int a) -> decltype(f(a)) { return f(a); }  // expect: TOOL006
int cudaMemset(int a) API { return a; }  // expect: TOOL006
int cudaHostAlloc(int a) [[gnu::x]] { return a; }  // expect: TOOL006
struct cudaSetDevice final : Base {};  // expect: TOOL006
using cudaGetDevice = int;  // expect: TOOL006
