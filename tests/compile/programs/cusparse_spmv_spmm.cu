// Generic-API sparse products next to a hand-written CSR kernel.
#include <cusparse.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>

#define CHECK_CUDA(func) { cudaError_t status = (func); if (status != cudaSuccess) { \
    printf("CUDA API failed at line %d with error: %s (%d)\n", __LINE__, cudaGetErrorString(status), status); return EXIT_FAILURE; } }
#define CHECK_CUSPARSE(func) { cusparseStatus_t status = (func); if (status != CUSPARSE_STATUS_SUCCESS) { \
    printf("CUSPARSE API failed at line %d with error: %s (%d)\n", __LINE__, cusparseGetErrorString(status), status); return EXIT_FAILURE; } }

__global__ void csrKernel(int rows, const int *ptr, const int *col, const double *val, const double *x, double *y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    double s = 0;
    for (int j = ptr[row] + lane; j < ptr[row + 1]; j += 32) s += val[j] * x[col[j]];
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xFFFFFFFF, s, o);
    if (lane == 0) y[row] = s;
}

int main()
{
    const int rows = 2000, cols = 1500, ncol = 4;
    std::vector<int> ptr(1, 0), col;
    std::vector<double> val, x(cols), X(cols * ncol), ref(rows, 0), y(rows), Y(rows * ncol);
    for (int r = 0; r < rows; r++) {
        for (int k = 0; k < 1 + r % 9; k++) { col.push_back((r * 3 + k * 41) % cols); val.push_back(1.0 / (1 + k)); }
        ptr.push_back((int)col.size());
    }
    int nnz = (int)col.size();
    for (int i = 0; i < cols; i++) x[i] = i % 10;
    for (int i = 0; i < cols * ncol; i++) X[i] = x[i % cols] * (1 + i / cols);
    for (int r = 0; r < rows; r++)
        for (int j = ptr[r]; j < ptr[r + 1]; j++) ref[r] += val[j] * x[col[j]];

    int *dp, *dc;
    double *dv, *dx, *dy, *dX, *dY;
    CHECK_CUDA(cudaMalloc((void **)&dp, ptr.size() * sizeof(int)));
    CHECK_CUDA(cudaMalloc((void **)&dc, nnz * sizeof(int)));
    CHECK_CUDA(cudaMalloc((void **)&dv, nnz * sizeof(double)));
    CHECK_CUDA(cudaMalloc((void **)&dx, cols * sizeof(double)));
    CHECK_CUDA(cudaMalloc((void **)&dy, rows * sizeof(double)));
    CHECK_CUDA(cudaMalloc((void **)&dX, X.size() * sizeof(double)));
    CHECK_CUDA(cudaMalloc((void **)&dY, Y.size() * sizeof(double)));
    CHECK_CUDA(cudaMemcpy(dp, ptr.data(), ptr.size() * sizeof(int), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(dc, col.data(), nnz * sizeof(int), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(dv, val.data(), nnz * sizeof(double), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(dx, x.data(), cols * sizeof(double), cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaMemcpy(dX, X.data(), X.size() * sizeof(double), cudaMemcpyHostToDevice));

    double alpha = 1.0, beta = 0.0;
    cusparseHandle_t handle = NULL;
    cusparseSpMatDescr_t matA;
    cusparseDnVecDescr_t vecX, vecY;
    cusparseDnMatDescr_t matX, matY;
    void *buf = NULL, *buf2 = NULL;
    size_t bytes = 0, bytes2 = 0;
    CHECK_CUSPARSE(cusparseCreate(&handle));
    CHECK_CUSPARSE(cusparseSetStream(handle, 0));
    CHECK_CUSPARSE(cusparseCreateCsr(&matA, rows, cols, nnz, dp, dc, dv, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    CHECK_CUSPARSE(cusparseCreateDnVec(&vecX, cols, dx, CUDA_R_64F));
    CHECK_CUSPARSE(cusparseCreateDnVec(&vecY, rows, dy, CUDA_R_64F));
    CHECK_CUSPARSE(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matA, vecX, &beta, vecY, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    CHECK_CUDA(cudaMalloc(&buf, bytes));
    CHECK_CUSPARSE(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matA, vecX, &beta, vecY, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, buf));
    CHECK_CUDA(cudaMemcpy(y.data(), dy, rows * sizeof(double), cudaMemcpyDeviceToHost));
    int bad = 0;
    for (int r = 0; r < rows; r++) bad += fabs(y[r] - ref[r]) > 1e-9;
    csrKernel<<<(rows * 32 + 127) / 128, 128>>>(rows, dp, dc, dv, dx, dy);
    CHECK_CUDA(cudaMemcpy(y.data(), dy, rows * sizeof(double), cudaMemcpyDeviceToHost));
    for (int r = 0; r < rows; r++) bad += fabs(y[r] - ref[r]) > 1e-9;

    CHECK_CUSPARSE(cusparseCreateDnMat(&matX, cols, ncol, cols, dX, CUDA_R_64F, CUSPARSE_ORDER_COL));
    CHECK_CUSPARSE(cusparseCreateDnMat(&matY, rows, ncol, rows, dY, CUDA_R_64F, CUSPARSE_ORDER_COL));
    CHECK_CUSPARSE(cusparseSpMM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matA, matX, &beta, matY, CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes2));
    CHECK_CUDA(cudaMalloc(&buf2, bytes2));
    CHECK_CUSPARSE(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matA, matX, &beta, matY, CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, buf2));
    CHECK_CUDA(cudaMemcpy(Y.data(), dY, Y.size() * sizeof(double), cudaMemcpyDeviceToHost));
    for (int k = 0; k < ncol; k++)
        for (int r = 0; r < rows; r++) bad += fabs(Y[k * rows + r] - ref[r] * (1 + k)) > 1e-8;

    int64_t nr, nc, nz;
    CHECK_CUSPARSE(cusparseSpMatGetSize(matA, &nr, &nc, &nz));
    CHECK_CUSPARSE(cusparseDestroySpMat(matA));
    CHECK_CUSPARSE(cusparseDestroyDnVec(vecX));
    CHECK_CUSPARSE(cusparseDestroyDnVec(vecY));
    CHECK_CUSPARSE(cusparseDestroyDnMat(matX));
    CHECK_CUSPARSE(cusparseDestroyDnMat(matY));
    CHECK_CUSPARSE(cusparseDestroy(handle));
    cudaFree(buf); cudaFree(buf2); cudaFree(dp); cudaFree(dc); cudaFree(dv); cudaFree(dx); cudaFree(dy); cudaFree(dX); cudaFree(dY);
    printf("%s\n", bad ? "FAIL" : "PASS");
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
