// flags: --launch-syntax macro
void f() { table[i]<<<1, 2>>>(a); }
// ==== output
void f() { hipLaunchKernelGGL(table[i], dim3(1), dim3(2), 0, 0, a); }
