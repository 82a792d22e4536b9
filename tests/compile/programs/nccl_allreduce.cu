// Data-parallel SGD step: local gradients, ncclAllReduce over all devices in
// one process, broadcast of the initial weights.
#include <nccl.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDACHECK(cmd) do { cudaError_t e = cmd; if (e != cudaSuccess) { \
  printf("Failed: Cuda error %s:%d '%s'\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(EXIT_FAILURE); } } while (0)
#define NCCLCHECK(cmd) do { ncclResult_t r = cmd; if (r != ncclSuccess) { \
  printf("Failed, NCCL error %s:%d '%s'\n", __FILE__, __LINE__, ncclGetErrorString(r)); exit(EXIT_FAILURE); } } while (0)

__global__ void gradient(const float *w, float *g, int n, int rank)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) g[i] = 0.5f * w[i] + rank;
}

__global__ void update(float *w, const float *g, int n, float lr, int world)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[i] -= lr * g[i] / world;
}

int main()
{
  int nDev = 0;
  const int size = 1 << 20;
  CUDACHECK(cudaGetDeviceCount(&nDev));
  std::vector<int> devs(nDev);
  std::vector<float *> w(nDev), g(nDev);
  std::vector<cudaStream_t> s(nDev);
  std::vector<ncclComm_t> comms(nDev);
  std::vector<float> h(size);
  for (int i = 0; i < size; i++) h[i] = i % 10;
  for (int i = 0; i < nDev; ++i) {
    devs[i] = i;
    CUDACHECK(cudaSetDevice(i));
    CUDACHECK(cudaMalloc((void **)&w[i], size * sizeof(float)));
    CUDACHECK(cudaMalloc((void **)&g[i], size * sizeof(float)));
    CUDACHECK(cudaStreamCreate(&s[i]));
  }
  CUDACHECK(cudaSetDevice(0));
  CUDACHECK(cudaMemcpy(w[0], h.data(), size * sizeof(float), cudaMemcpyHostToDevice));
  NCCLCHECK(ncclCommInitAll(comms.data(), nDev, devs.data()));
  int version;
  NCCLCHECK(ncclGetVersion(&version));

  NCCLCHECK(ncclGroupStart());
  for (int i = 0; i < nDev; ++i)
    NCCLCHECK(ncclBroadcast((const void *)w[i], (void *)w[i], size, ncclFloat, 0, comms[i], s[i]));
  NCCLCHECK(ncclGroupEnd());

  for (int i = 0; i < nDev; ++i) {
    CUDACHECK(cudaSetDevice(i));
    gradient<<<size / 256, 256, 0, s[i]>>>(w[i], g[i], size, i);
  }
  NCCLCHECK(ncclGroupStart());
  for (int i = 0; i < nDev; ++i)
    NCCLCHECK(ncclAllReduce(g[i], g[i], size, ncclFloat32, ncclSum, comms[i], s[i]));
  NCCLCHECK(ncclGroupEnd());
  int bad = 0;
  for (int i = 0; i < nDev; ++i) {
    CUDACHECK(cudaSetDevice(i));
    update<<<size / 256, 256, 0, s[i]>>>(w[i], g[i], size, 0.1f, nDev);
    CUDACHECK(cudaStreamSynchronize(s[i]));
    int rank, count;
    NCCLCHECK(ncclCommUserRank(comms[i], &rank));
    NCCLCHECK(ncclCommCount(comms[i], &count));
    std::vector<float> r(size);
    CUDACHECK(cudaMemcpy(r.data(), w[i], size * sizeof(float), cudaMemcpyDeviceToHost));
    float add = 0.5f * (count - 1);
    for (int k = 0; k < size; k++) {
      float want = h[k] - 0.1f * (0.5f * h[k] + add);
      bad += r[k] - want > 1e-4f || want - r[k] > 1e-4f;
    }
    ncclResult_t async;
    NCCLCHECK(ncclCommGetAsyncError(comms[i], &async));
    bad += async != ncclSuccess;
  }
  for (int i = 0; i < nDev; ++i) {
    cudaSetDevice(i);
    cudaFree(w[i]);
    cudaFree(g[i]);
    ncclCommDestroy(comms[i]);
    cudaStreamDestroy(s[i]);
  }
  printf("nccl %d on %d devices: %s\n", version, nDev, bad ? "FAIL" : "PASS");
  return bad != 0;
}
