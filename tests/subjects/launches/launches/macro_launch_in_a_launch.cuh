// flags: --launch-syntax macro
void f() {
    outer<inner<<<1, 2>>>()><<<grid, block>>>();  // expect: TOOL011
}
// ==== output
void f() {
    outer<hipLaunchKernelGGL(inner, dim3(1), dim3(2), 0, 0)><<<grid, block>>>();  // expect: TOOL011
}
