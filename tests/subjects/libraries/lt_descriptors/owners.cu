#include <cublasLt.h>
#include <cuda_runtime.h>

#define CHECK(call) do { if ((call) != CUBLAS_STATUS_SUCCESS) return 1; } while (0)

int product(cublasLtHandle_t handle, int m, int n, int k, const float* a, const float* b, float* c, void* space,
            size_t bytes, cudaStream_t stream) {
  cublasLtMatmulDescOpaque_t desc = {};
  cublasLtMatrixLayoutOpaque_t la, lb, lc;
  cublasLtMatmulPreferenceOpaque_t preference;
  cublasOperation_t op = CUBLAS_OP_T;
  CHECK(cublasLtMatmulDescInit(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  CHECK(cublasLtMatmulDescSetAttribute(&desc, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof(op)));
  CHECK(cublasLtMatrixLayoutInit(&la, CUDA_R_32F, m, k, m));
  CHECK(cublasLtMatrixLayoutInit(&lb, CUDA_R_32F, k, n, k));
  CHECK(cublasLtMatrixLayoutInit(&lc, CUDA_R_32F,
                                 m, n, m));
  CHECK(cublasLtMatmulPreferenceInit(&preference));
  CHECK(cublasLtMatmulPreferenceSetAttribute(&preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes,
                                             sizeof(bytes)));
  cublasLtMatmulHeuristicResult_t found;
  int count = 0;
  CHECK(cublasLtMatmulAlgoGetHeuristic(handle, &desc, &la, &lb, &lc, &lc, &preference, 1, &found, &count));
  const float one = 1, zero = 0;
  CHECK(cublasLtMatmul(handle, &desc, &one, a, &la, b, &lb, &zero, c, &lc, c, &lc, &found.algo, space, bytes, stream));
  return 0;
}

cublasStatus_t transpose(cublasLtHandle_t handle, const float* a, float* b, int n, cudaStream_t stream) {
  cublasLtMatrixTransformDescOpaque_t desc;
  cublasLtMatrixLayoutOpaque_t layouts[2];
  cublasOperation_t op = CUBLAS_OP_T;
  cublasStatus_t status = cublasLtMatrixTransformDescInit(&desc, CUDA_R_32F);
  cublasLtMatrixTransformDescSetAttribute(&desc, CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &op, sizeof(op));
  for (int i = 0; i < 2; ++i) cublasLtMatrixLayoutInit(&layouts[i], CUDA_R_32F, n, n, n);
  const float one = 1, zero = 0;
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  return cublasLtMatrixTransform(handle, &desc, &one, a, &layouts[0], &zero, nullptr, nullptr, b, &layouts[1], stream);
}

class Plan {
 public:
  int init(int n) {
    CHECK(cublasLtMatmulDescInit(&matmul_, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    CHECK(cublasLtMatrixLayoutInit(&this->sides_.square, CUDA_R_32F, n, n, n));
    return 0;
  }
  cublasStatus_t run(cublasLtHandle_t handle, const float* a, float* b) {
    const float one = 1, zero = 0;
    return cublasLtMatmul(handle, &matmul_, &one, a, &sides_.square, a, &sides_.square, &zero, b, &sides_.square, b,
                          &sides_.square, nullptr, nullptr, 0, 0);
  }

 private:
  struct Sides { cublasLtMatrixLayoutOpaque_t square; };
  cublasLtMatmulDescOpaque_t matmul_;
  Sides sides_;
};
// ==== output
#include <hipblaslt/hipblaslt.h>
#include <hipblas/hipblas.h>
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"

#define CHECK(call) do { if ((call) != HIPBLAS_STATUS_SUCCESS) return 1; } while (0)

int product(hipblasLtHandle_t handle, int m, int n, int k, const float* a, const float* b, float* c, void* space,
            size_t bytes, hipStream_t stream) {
  hipify_compat::MatmulDesc desc = {};
  hipify_compat::MatrixLayout la, lb, lc;
  hipify_compat::MatmulPreference preference;
  hipblasOperation_t op = HIPBLAS_OP_T;
  CHECK(desc.create(HIPBLAS_COMPUTE_32F, HIP_R_32F));
  CHECK(hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_TRANSA, &op, sizeof(op)));
  CHECK(la.create(HIP_R_32F, m, k, m));
  CHECK(lb.create(HIP_R_32F, k, n, k));
  CHECK(lc.create(HIP_R_32F,
                                 m, n, m));
  CHECK(preference.create());
  CHECK(hipblasLtMatmulPreferenceSetAttribute(preference, HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes,
                                             sizeof(bytes)));
  hipblasLtMatmulHeuristicResult_t found;
  int count = 0;
  CHECK(hipblasLtMatmulAlgoGetHeuristic(handle, desc, la, lb, lc, lc, preference, 1, &found, &count));
  const float one = 1, zero = 0;
  CHECK(hipblasLtMatmul(handle, desc, &one, a, la, b, lb, &zero, c, lc, c, lc, &found.algo, space, bytes, stream));
  return 0;
}

hipblasStatus_t transpose(hipblasLtHandle_t handle, const float* a, float* b, int n, hipStream_t stream) {
  hipify_compat::MatrixTransformDesc desc;
  hipify_compat::MatrixLayout layouts[2];
  hipblasOperation_t op = HIPBLAS_OP_T;
  hipblasStatus_t status = desc.create(HIP_R_32F);
  hipblasLtMatrixTransformDescSetAttribute(desc, HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, &op, sizeof(op));
  for (int i = 0; i < 2; ++i) layouts[i].create(HIP_R_32F, n, n, n);
  const float one = 1, zero = 0;
  if (status != HIPBLAS_STATUS_SUCCESS) return status;
  return hipblasLtMatrixTransform(handle, desc, &one, a, layouts[0], &zero, nullptr, nullptr, b, layouts[1], stream);
}

class Plan {
 public:
  int init(int n) {
    CHECK(matmul_.create(HIPBLAS_COMPUTE_32F, HIP_R_32F));
    CHECK(this->sides_.square.create(HIP_R_32F, n, n, n));
    return 0;
  }
  hipblasStatus_t run(hipblasLtHandle_t handle, const float* a, float* b) {
    const float one = 1, zero = 0;
    return hipblasLtMatmul(handle, matmul_, &one, a, sides_.square, a, sides_.square, &zero, b, sides_.square, b,
                          sides_.square, nullptr, nullptr, 0, 0);
  }

 private:
  struct Sides { hipify_compat::MatrixLayout square; };
  hipify_compat::MatmulDesc matmul_;
  Sides sides_;
};
