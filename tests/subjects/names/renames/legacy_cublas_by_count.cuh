void f() {
    cublasSscal(n, alpha, x, 1);  // expect: API037
    cublasSscal(handle, n, &alpha, x, 1);
}
// ==== output
void f() {
    cublasSscal(n, alpha, x, 1);  // expect: API037
    hipblasSscal(handle, n, &alpha, x, 1);
}
