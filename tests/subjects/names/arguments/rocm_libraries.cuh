// flags: --target roc
void f(cusolverDnHandle_t h, int *size) {
    cusolverDnSpotrf(h, uplo, n, A, lda, workspace, lwork, info);
    cublasHgemm(b, t, t, 1, 1, 1, one, A, 1, B, 1, nullptr, C, 1);
    cusparseScsric02_bufferSize(s, m, nnz, d, v, rows, cols, i, size);  // expect: API005
    cusparseSpSM_solve(s, t, t, alpha, A, B, C, type, alg, d);  // expect: API005
    cuGraphKernelNodeCopyAttributes(to, from);
    cusparseCreateDnMat(&x, 2, 3, 2, values, type, CUSPARSE_ORDER_COL);
    if (status == CUBLAS_STATUS_ALLOC_FAILED) throw std::bad_alloc();
}
// ==== output
void f(rocblas_handle h, int *size) {
    rocsolver_spotrf(h, uplo, n, A, lda, info);
    rocblas_hgemm(b, t, t, 1, 1, 1, reinterpret_cast<const rocblas_half*>(one), reinterpret_cast<const rocblas_half*>(A), 1, reinterpret_cast<const rocblas_half*>(B), 1, nullptr, reinterpret_cast<rocblas_half*>(C), 1);
    rocsparse_scsric0_buffer_size(s, m, nnz, d, v, rows, cols, i, size);  // expect: API005
    rocsparse_spsm(s, t, t, alpha, A, B, C, type, alg, d);  // expect: API005
    hipGraphKernelNodeCopyAttributes(from, to);
    rocsparse_create_dnmat_descr(&x, 2, 3, 2, values, type, rocsparse_order_column);
    if (status == rocblas_status_memory_error) throw std::bad_alloc();
}
