// cuBLASLt with descriptors in variables of the caller, which are initialized: of functions, and members of a class.
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

int main() {
  cublasLtHandle_t handle;
  if (cublasLtCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  const int n = 64;
  float *a, *b, *c;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  Plan plan;
  const int failed = product(handle, n, n, n, a, b, c, nullptr, 0, 0) || plan.init(n);
  if (!failed && transpose(handle, a, b, n, 0) == CUBLAS_STATUS_SUCCESS) plan.run(handle, a, c);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cublasLtDestroy(handle);
  return failed;
}
