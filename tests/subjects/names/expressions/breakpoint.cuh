__device__ void f() {
    if (wrong) __brkpt();
}
// ==== output
__device__ void f() {
    if (wrong) __builtin_debugtrap();
}
