struct Shape {
    dim3 grid{rows, columns};
    dim3 block = {rows, 1};
    cudaStream_t stream;
};
// ==== output
struct Shape {
    dim3 grid = dim3(rows, columns);
    dim3 block = dim3(rows, 1);
    hipStream_t stream;
};
