// flags: --launch-syntax macro
#define LAUNCH(kernel, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define STEP(n)                  \
    do {                         \
        kernel<n><<<grid, block>>>(a, n); \
        check();                 \
    } while (0)
// ==== output
#define LAUNCH(kernel, ...) hipLaunchKernelGGL(kernel, dim3(grid), dim3(block), 0, 0, __VA_ARGS__)
#define STEP(n)                  \
    do {                         \
        hipLaunchKernelGGL(kernel<n>, dim3(grid), dim3(block), 0, 0, a, n); \
        check();                 \
    } while (0)
