__global__ void f(float *p) {
    register float a = 0.0f, b;
    for (register int i = 0; i < n; ++i) register_me(i);
    register int r asm("r1");
    // register int c;
    const char *text = "register int d;";
    int register_count = 3, my_register = 4;
    cudaFree(p);
}
#define COUNTER register int counter
#define MEMBER(x) x.register y
#error register now
// ==== output
__global__ void f(float *p) {
    float a = 0.0f, b;
    for (int i = 0; i < n; ++i) register_me(i);
    register int r asm("r1");
    // register int c;
    const char *text = "register int d;";
    int register_count = 3, my_register = 4;
    hipFree(p);
}
#define COUNTER int counter
#define MEMBER(x) x.register y
#error register now
