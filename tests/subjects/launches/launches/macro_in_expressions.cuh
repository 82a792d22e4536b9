// flags: --launch-syntax macro
#define LAUNCH(k, ...) k<<<1, 1>>>(__VA_ARGS__)  // expect: TOOL011
#define RUN(k, ...) k<<<1, 1>>>(__VA_ARGS__)
void f(bool c) {
    c ? LAUNCH(a) : LAUNCH(b, 2);
    RUN(a);
    if (c) RUN(b, 2);
}
// ==== output
#define LAUNCH(k, ...) k<<<1, 1>>>(__VA_ARGS__)  // expect: TOOL011
#define RUN(k, ...) hipLaunchKernelGGL(k, dim3(1), dim3(1), 0, 0, __VA_ARGS__)
void f(bool c) {
    c ? LAUNCH(a) : LAUNCH(b, 2);
    RUN(a);
    if (c) RUN(b, 2);
}
