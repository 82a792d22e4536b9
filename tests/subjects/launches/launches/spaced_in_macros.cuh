#define LAUNCH(kernel, ...)      \
    do {                         \
        kernel<< <grid,          \
                  block>> >(__VA_ARGS__); \
        check();                 \
    } while (0)
#define ONE(kernel, n) kernel<< <1, 1>> >(n)
// ==== output
#define LAUNCH(kernel, ...)      \
    do {                         \
        kernel<<<grid,           \
                  block>>>(__VA_ARGS__); \
        check();                 \
    } while (0)
#define ONE(kernel, n) kernel<<<1, 1>>>(n)
