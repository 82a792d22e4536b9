// Sum reduction: every warp reduces with shuffles, one shared slot per warp.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <chrono>

#define FULL_MASK 0xffffffff

#define CHECK(call)                                                       \
  do {                                                                    \
    cudaError_t err_ = (call);                                            \
    if (err_ != cudaSuccess) {                                            \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                  \
              cudaGetErrorString(err_));                                  \
      exit(EXIT_FAILURE);                                                 \
    }                                                                     \
  } while (0)

template <typename T>
__inline__ __device__ T warpReduceSum(T val)
{
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    val += __shfl_down_sync(FULL_MASK, val, offset);
  return val;
}

template <typename T>
__inline__ __device__ T blockReduceSum(T val)
{
  static __shared__ T shared[32];
  int lane = threadIdx.x % warpSize;
  int wid  = threadIdx.x / warpSize;

  val = warpReduceSum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();

  val = (threadIdx.x < blockDim.x / warpSize) ? shared[lane] : T(0);
  if (wid == 0) val = warpReduceSum(val);
  return val;
}

template <typename T>
__global__ void reduceKernel(const T *__restrict__ in, T *__restrict__ out, int n)
{
  T sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    sum += in[i];
  sum = blockReduceSum(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

__global__ void reduceAtomic(const float *in, float *out, int n)
{
  float sum = 0.f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    sum += in[i];
  sum = warpReduceSum<float>(sum);
  if ((threadIdx.x & (warpSize - 1)) == 0) atomicAdd(out, sum);
}

template <typename T>
T deviceReduce(const T *d_in, T *d_tmp, int n)
{
  const int threads = 512;
  const int blocks = std::min((n + threads - 1) / threads, 1024);
  reduceKernel<T><<<blocks, threads>>>(d_in, d_tmp, n);
  reduceKernel<T><<<1, 1024>>>(d_tmp, d_tmp, blocks);
  T h;
  CHECK(cudaMemcpy(&h, d_tmp, sizeof(T), cudaMemcpyDeviceToHost));
  return h;
}

int main(int argc, char **argv)
{
  const int n = argc > 1 ? atoi(argv[1]) : 1 << 22;
  const int repeat = argc > 2 ? atoi(argv[2]) : 20;

  std::vector<float> h(n);
  double ref = 0;
  for (int i = 0; i < n; i++) { h[i] = (i % 7) * 0.25f; ref += h[i]; }

  float *d_in, *d_tmp;
  CHECK(cudaMalloc((void **)&d_in, n * sizeof(float)));
  CHECK(cudaMalloc((void **)&d_tmp, 1024 * sizeof(float)));
  CHECK(cudaMemcpy(d_in, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  float result = 0;
  auto start = std::chrono::steady_clock::now();
  for (int r = 0; r < repeat; r++) result = deviceReduce(d_in, d_tmp, n);
  auto end = std::chrono::steady_clock::now();
  auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(end - start).count();
  printf("average reduction time %f us\n", ns * 1e-3 / repeat);

  CHECK(cudaMemset(d_tmp, 0, sizeof(float)));
  reduceAtomic<<<256, 256>>>(d_in, d_tmp, n);
  CHECK(cudaGetLastError());
  float result2;
  CHECK(cudaMemcpy(&result2, d_tmp, sizeof(float), cudaMemcpyDeviceToHost));

  bool ok = fabs(result - ref) < 1e-3 * ref && fabs(result2 - ref) < 1e-3 * ref;
  printf("%s\n", ok ? "PASS" : "FAIL");
  cudaFree(d_in);
  cudaFree(d_tmp);
  return ok ? 0 : 1;
}
