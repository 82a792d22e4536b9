// flags: --launch-syntax macro
int f(bool ready, void (*table)(float *), dim3 grid, float *p) {
    (kernel<<<1, 32>>>(p));  // expect: TOOL011
    ready ? kernel<<<1, 32>>>(p) : void();  // expect: TOOL011
    kernel<<<1, 32>>>(p), p++;  // expect: TOOL011
    (*table)<<<grid, dim3(32, 2)>>>(p);
    kernel<<<P<1, 2>::v, 32, P<3, 4>::v>>>(P<5, 6>::v);
    if (ready) kernel<<<1, 32>>>(p); else kernel<<<2, 32>>>(p);
    switch (*p) { case 1: kernel<<<1, 32>>>(p); default: kernel<<<2, 32>>>(p); }
    return kernel<<<1, 32>>>(p), 0;  // expect: TOOL011
}
#define CONFIGURED kernel<<<1, 32>>>
#define OTHER (1)
// ==== output
int f(bool ready, void (*table)(float *), dim3 grid, float *p) {
    (kernel<<<1, 32>>>(p));  // expect: TOOL011
    ready ? kernel<<<1, 32>>>(p) : void();  // expect: TOOL011
    kernel<<<1, 32>>>(p), p++;  // expect: TOOL011
    hipLaunchKernelGGL((*table), grid, dim3(32, 2), 0, 0, p);
    hipLaunchKernelGGL(kernel, dim3(P<1, 2>::v), dim3(32), (P<3, 4>::v), 0, P<5, 6>::v);
    if (ready) hipLaunchKernelGGL(kernel, dim3(1), dim3(32), 0, 0, p); else hipLaunchKernelGGL(kernel, dim3(2), dim3(32), 0, 0, p);
    switch (*p) { case 1: hipLaunchKernelGGL(kernel, dim3(1), dim3(32), 0, 0, p); default: hipLaunchKernelGGL(kernel, dim3(2), dim3(32), 0, 0, p); }
    return kernel<<<1, 32>>>(p), 0;  // expect: TOOL011
}
#define CONFIGURED kernel<<<1, 32>>>
#define OTHER (1)
