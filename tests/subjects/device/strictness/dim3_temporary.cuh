void f() {
    launch(dim3{n / 256, 1}, dim3{16, 16});
    kernel<<<dim3{n / 256}, 256>>>(cudaSuccess);
}
// ==== output
void f() {
    launch(dim3(n / 256, 1), dim3{16, 16});
    kernel<<<dim3(n / 256), 256>>>(hipSuccess);
}
