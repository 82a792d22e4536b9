// flags: --launch-syntax macro
void f() {
    outer<inner<<<1, 2>>>()><<<grid, block>>>();  // expect: TOOL011
}
void none() { outer<<<1, 2>>>(inner<<<>> >()); }  // expect: TOOL011
// ==== output
void f() {
    outer<inner<<<1, 2>>>()><<<grid, block>>>();  // expect: TOOL011
}
void none() { hipLaunchKernelGGL(outer, dim3(1), dim3(2), 0, 0, inner<<<>>>()); }  // expect: TOOL011
