#include <cusolverSp.h>
struct Handles {
    cusolverSpHandle_t solver;
    cublasHandle_t blas;
    cusparseMatDescr_t matrix;
};
// ==== output
#include <hipsolver/hipsolver.h>
#include <hipblas/hipblas.h>
#include <hipsparse/hipsparse.h>
struct Handles {
    hipsolverSpHandle_t solver;
    hipblasHandle_t blas;
    hipsparseMatDescr_t matrix;
};
