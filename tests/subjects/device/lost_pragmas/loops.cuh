#define LOOP(n) for (int i = 0; i < n; ++i)
#define UNROLL _Pragma("unroll")
#define EACH(v) _Pragma("unroll") v[0] = 0
__device__ void f(float *o, int n) {
#pragma unroll
    for (int i = 0; i < n; ++i) o[i] = 0;
#pragma unroll 4  // four
    // of them
    while (n-- > 0) o[n] = 1;
    _Pragma("unroll") do { --n; } while (n > 0);
#pragma unroll
    LOOP(4) o[i] = 1;
#pragma unroll
    OTHER_LOOP(4) o[i] = 1;
#pragma unroll
    each(i, 4) o[i] = 1;
#pragma unroll
    LOOP_OF_8 o[i] = 1;
#pragma unroll
    again: for (int i = 0; i < n; ++i) o[i] = 0;
#pragma unroll 2
#pragma unroll 4
    for (int i = 0; i < n; ++i) o[i] = 0;
#pragma unroll
#ifdef FEW
    for (int i = 0; i < 2; ++i) o[i] = 0;
#endif
    // #pragma unroll
    o[0] = unroll(n);
    UNROLL o[1] = 0;
#pragma nounroll
    while (n++ < 3) o[n] = 1;
    if (n) goto again;
}
