// Tiled matrix multiply whose tile size is a template parameter and whose
// shared memory goes past 48 KB; occupancy calculator picks the block.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

template <typename T>
struct SharedMemory {
  __device__ inline operator T *() {
    extern __shared__ int smem_[];
    return (T *)smem_;
  }
};
template <>
struct SharedMemory<double> {
  __device__ inline operator double *() {
    extern __shared__ double smem_d_[];
    return (double *)smem_d_;
  }
};

template <typename T, int BK>
__global__ void __launch_bounds__(256, 1) matmul(const T *A, const T *B, T *C, int n)
{
  T *sm = SharedMemory<T>();
  T *as = sm;                 // 16 x BK
  T *bs = sm + 16 * BK;       // BK x 16
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  T acc = 0;
  for (int k0 = 0; k0 < n; k0 += BK) {
    for (int k = tx; k < BK; k += 16) as[ty * BK + k] = k0 + k < n ? A[row * n + k0 + k] : T(0);
    for (int k = ty; k < BK; k += 16) bs[k * 16 + tx] = k0 + k < n ? B[(k0 + k) * n + col] : T(0);
    __syncthreads();
#pragma unroll 4
    for (int k = 0; k < BK; k++) acc += as[ty * BK + k] * bs[k * 16 + tx];
    __syncthreads();
  }
  C[row * n + col] = acc;
}

__global__ void plain(float *x, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = sqrtf(x[i]) + 1.f;
}

template <typename T, int BK>
bool run(int n)
{
  const size_t smem = 2 * 16 * BK * sizeof(T);
  auto kernel = matmul<T, BK>;
  if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)smem) != cudaSuccess) {
    printf("device cannot give %zu bytes, skipped\n", smem);
    (void)cudaGetLastError();
    return true;
  }
  cudaFuncSetAttribute((const void *)matmul<T, BK>, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
  cudaFuncSetCacheConfig(matmul<T, BK>, cudaFuncCachePreferShared);
  cudaFuncAttributes at;
  cudaFuncGetAttributes(&at, kernel);
  int perSM = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSM, matmul<T, BK>, 256, smem);
  printf("regs %d static %zu maxdyn %d blocks/SM %d\n", at.numRegs, at.sharedSizeBytes, at.maxDynamicSharedSizeBytes, perSM);

  std::vector<T> A(n * n), B(n * n), C(n * n);
  for (int i = 0; i < n * n; i++) { A[i] = T(i % 7) / 7; B[i] = T(i % 5) / 5; }
  T *dA, *dB, *dC;
  cudaMalloc(&dA, n * n * sizeof(T));
  cudaMalloc(&dB, n * n * sizeof(T));
  cudaMalloc(&dC, n * n * sizeof(T));
  cudaMemcpy(dA, A.data(), n * n * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B.data(), n * n * sizeof(T), cudaMemcpyHostToDevice);
  auto t0 = std::chrono::steady_clock::now();
  matmul<T, BK><<<dim3(n / 16, n / 16), 256, smem>>>(dA, dB, dC, n);
  cudaDeviceSynchronize();
  auto t1 = std::chrono::steady_clock::now();
  cudaMemcpy(C.data(), dC, n * n * sizeof(T), cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int r = 0; r < n; r += 37)
    for (int c = 0; c < n; c++) {
      double s = 0;
      for (int k = 0; k < n; k++) s += double(A[r * n + k]) * B[k * n + c];
      worst = std::max(worst, std::fabs(s - C[r * n + c]));
    }
  printf("BK=%d %.3f ms err %g\n", BK, std::chrono::duration<double, std::milli>(t1 - t0).count(), worst);
  cudaFree(dA); cudaFree(dB); cudaFree(dC);
  return worst < 1e-2;
}

int main()
{
  bool ok = run<float, 64>(256) && run<float, 512>(256) && run<double, 128>(256);
  int minGrid, block;
  cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, plain, 0, 0);
  float *d;
  cudaMalloc(&d, 10000 * sizeof(float));
  cudaMemset(d, 0, 10000 * sizeof(float));
  plain<<<(10000 + block - 1) / block, block>>>(d, 10000);
  printf("suggested %d x %d\n", minGrid, block);
  ok = ok && cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(d);
  puts(ok ? "PASS" : "FAIL");
  return !ok;
}
