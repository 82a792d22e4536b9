void f() {
    dim3 grid = {n / 256, 1};
    dim3 block{n, 2, 3};
    const dim3 both{g(a, b), c};
    dim3 lines = {/* x */ n,  // y
                  2};
    static dim3 tile{cudaMemcpyDefault, N};
}
// ==== output
void f() {
    dim3 grid = dim3(n / 256, 1);
    dim3 block = dim3(n, 2, 3);
    const dim3 both = dim3(g(a, b), c);
    dim3 lines = dim3(/* x */ n,  // y
                  2);
    static dim3 tile = dim3(hipMemcpyDefault, N);
}
