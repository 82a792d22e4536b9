// Copy/compute overlap over several streams, breadth-first, with host
// functions and stream callbacks at the end of each chunk.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>

const int kStreams = 4;

#define CK(x) do { cudaError_t _e = (x); if (_e != cudaSuccess) { \
  std::fprintf(stderr, "%s: %s\n", #x, cudaGetErrorString(_e)); std::abort(); } } while (0)

struct Done { std::atomic<int> *count; int chunk; };

void CUDART_CB onHost(void *p)
{
  Done *d = static_cast<Done *>(p);
  d->count->fetch_add(1 << d->chunk);
}

static void CUDART_CB onStream(cudaStream_t stream, cudaError_t status, void *p)
{
  if (status == cudaSuccess && stream != nullptr) static_cast<std::atomic<int> *>(p)->fetch_add(1000);
}

__global__ void work(float *a, int offset, int iters)
{
  float *p = a + offset + blockIdx.x * blockDim.x;
  float x = p[threadIdx.x];
  for (int k = 0; k < iters; k++) x = 0.5f * (x + __fdividef(2.25f, fmaxf(x, 0.01f)));   // Newton for 1.5
  p[threadIdx.x] = x;
}

int main(int argc, char **argv)
{
  const int block = 256, n = 4 * 1024 * block * kStreams, per = n / kStreams;
  const size_t bytes = per * sizeof(float);
  float *a, *d;
  CK(cudaMallocHost((void **)&a, n * sizeof(float)));
  CK(cudaMalloc((void **)&d, n * sizeof(float)));
  for (int i = 0; i < n; i++) a[i] = i * 1e-4f;

  cudaStream_t s[kStreams];
  cudaEvent_t start, stop, ready[kStreams];
  int lo, hi;
  CK(cudaDeviceGetStreamPriorityRange(&lo, &hi));
  for (int i = 0; i < kStreams; ++i) {
    CK(i % 2 ? cudaStreamCreateWithPriority(&s[i], cudaStreamNonBlocking, hi) : cudaStreamCreateWithFlags(&s[i], cudaStreamDefault));
    CK(cudaEventCreateWithFlags(&ready[i], cudaEventDisableTiming | cudaEventBlockingSync));
  }
  CK(cudaEventCreate(&start));
  CK(cudaEventCreate(&stop));

  std::atomic<int> hostCount(0), cbCount(0);
  std::vector<Done> done(kStreams);
  CK(cudaEventRecord(start, 0));
  for (int i = 0; i < kStreams; ++i)
    CK(cudaMemcpyAsync(d + i * per, a + i * per, bytes, cudaMemcpyHostToDevice, s[i]));
  for (int i = 0; i < kStreams; ++i)
    work<<<per / block, block, 0, s[i]>>>(d, i * per, 20);
  for (int i = 0; i < kStreams; ++i) {
    CK(cudaMemcpyAsync(&a[i * per], &d[i * per], bytes, cudaMemcpyDeviceToHost, s[i]));
    done[i] = {&hostCount, i};
    CK(cudaLaunchHostFunc(s[i], onHost, &done[i]));
    CK(cudaStreamAddCallback(s[i], onStream, &cbCount, 0));
    CK(cudaEventRecord(ready[i], s[i]));
  }
  for (int i = 0; i < kStreams; ++i) CK(cudaStreamWaitEvent(cudaStreamPerThread, ready[i], 0));
  CK(cudaStreamSynchronize(cudaStreamPerThread));
  for (int i = 0; i < kStreams; ++i)
    if (cudaStreamQuery(s[i]) != cudaSuccess) CK(cudaStreamSynchronize(s[i]));
  CK(cudaEventRecord(stop, cudaStreamLegacy));
  CK(cudaEventSynchronize(stop));
  float ms = 0.f;
  CK(cudaEventElapsedTime(&ms, start, stop));

  double worst = 0;
  for (int i = 0; i < n; i++) worst = std::fmax(worst, std::fabs(a[i] - 1.5f));
  bool ok = worst < 1e-3 && hostCount == (1 << kStreams) - 1 && cbCount == 1000 * kStreams;
  std::printf("%.3f ms, err %g, %s\n", ms, worst, ok ? "PASS" : "FAIL");
  for (int i = 0; i < kStreams; ++i) { cudaStreamDestroy(s[i]); cudaEventDestroy(ready[i]); }
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFreeHost(a);
  cudaFree(d);
  return ok ? 0 : 1;
}
