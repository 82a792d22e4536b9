void f() {
    dim3 fixed = {16, 16}, other{8, 8, 1};
    dim3 none{};
    dim3 called = dim3(n / 256), direct(n / 256, m);
    // dim3 grid = {n, 1};
    const char *text = "dim3 grid = {n, 1};";
    cudaFree(p);
}
dim3 size() { return dim3(1, 2); }
dim3 operator+(dim3 a, dim3 b) { return a; }
struct my_dim3 { int x; };
my_dim3 grid = {n};
// ==== output
void f() {
    dim3 fixed = {16, 16}, other{8, 8, 1};
    dim3 none{};
    dim3 called = dim3(n / 256), direct(n / 256, m);
    // dim3 grid = {n, 1};
    const char *text = "dim3 grid = {n, 1};";
    hipFree(p);
}
dim3 size() { return dim3(1, 2); }
dim3 operator+(dim3 a, dim3 b) { return a; }
struct my_dim3 { int x; };
my_dim3 grid = {n};
