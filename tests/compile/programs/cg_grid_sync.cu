// Conjugate gradient in one cooperative kernel with grid-wide barriers.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <cuda_runtime.h>

using namespace cooperative_groups;

#define checkCudaErrors(v) checkImpl((v), #v, __FILE__, __LINE__)
template <typename T>
void checkImpl(T err, const char *expr, const char *file, int line)
{
  if (err) {
    fprintf(stderr, "%s:%d code=%d(%s) \"%s\"\n", file, line, static_cast<unsigned>(err), cudaGetErrorName(err), expr);
    exit(EXIT_FAILURE);
  }
}

__device__ double g_dot[2];

__device__ void gpuDot(const double *a, const double *b, int n, double *res, const thread_block &cta, const grid_group &grid)
{
  extern __shared__ double tmp[];
  double t = 0.0;
  for (int i = grid.thread_rank(); i < n; i += grid.size()) t += a[i] * b[i];
  thread_block_tile<32> tile32 = tiled_partition<32>(cta);
  for (int d = 16; d > 0; d >>= 1) t += tile32.shfl_down(t, d);
  if (tile32.thread_rank() == 0) tmp[cta.thread_rank() / 32] = t;
  cta.sync();
  if (cta.thread_rank() == 0) {
    double s = 0;
    for (int w = 0; w < (int)cta.size() / 32; w++) s += tmp[w];
    atomicAdd(res, s);
  }
  grid.sync();
}

__global__ void cg(double *x, double *r, double *p, double *Ap, int n, double tol, int maxIter, int *iters)
{
  thread_block cta = this_thread_block();
  grid_group grid = this_grid();
  const int first = grid.thread_rank(), step = grid.size();
  double rr = 0;
  if (first == 0) g_dot[0] = 0.0;
  grid.sync();
  gpuDot(r, r, n, &g_dot[0], cta, grid);
  rr = g_dot[0];
  grid.sync();  // before it is set to 0 again
  int k = 0;
  while (rr > tol * tol && k < maxIter) {
    for (int i = first; i < n; i += step) {
      double v = 2.001 * p[i];
      if (i > 0) v -= p[i - 1];
      if (i < n - 1) v -= p[i + 1];
      Ap[i] = v;
    }
    if (first == 0) g_dot[0] = g_dot[1] = 0.0;
    grid.sync();
    gpuDot(p, Ap, n, &g_dot[0], cta, grid);
    double alpha = rr / g_dot[0];
    for (int i = first; i < n; i += step) {
      x[i] += alpha * p[i];
      r[i] -= alpha * Ap[i];
    }
    grid.sync();
    gpuDot(r, r, n, &g_dot[1], cta, grid);
    double beta = g_dot[1] / rr;
    rr = g_dot[1];
    for (int i = first; i < n; i += step) p[i] = r[i] + beta * p[i];
    grid.sync();
    k++;
  }
  if (first == 0) *iters = k;
}

int main()
{
  int dev = 0, coop = 0, n = 5000, maxIter = 2000;
  cudaDeviceProp prop;
  checkCudaErrors(cudaGetDeviceProperties(&prop, dev));
  checkCudaErrors(cudaDeviceGetAttribute(&coop, cudaDevAttrCooperativeLaunch, dev));
  if (!coop || !prop.managedMemory) { printf("not supported, waived\n"); return 0; }

  double *x, *r, *p, *Ap, tol = 1e-8;
  int *iters;
  checkCudaErrors(cudaMallocManaged(&x, n * sizeof(double)));
  checkCudaErrors(cudaMallocManaged(&r, n * sizeof(double)));
  checkCudaErrors(cudaMallocManaged(&p, n * sizeof(double)));
  checkCudaErrors(cudaMallocManaged(&Ap, n * sizeof(double)));
  checkCudaErrors(cudaMallocManaged(&iters, sizeof(int)));
  for (int i = 0; i < n; i++) { x[i] = 0; r[i] = p[i] = 1.0 + (i % 3); }

  const int threads = 256;
  size_t smem = threads / 32 * sizeof(double);
  int perSM = 0;
  checkCudaErrors(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perSM, cg, threads, smem));
  dim3 grid(prop.multiProcessorCount * perSM, 1, 1), block(threads, 1, 1);
  void *args[] = {(void *)&x, (void *)&r, (void *)&p, (void *)&Ap, (void *)&n, (void *)&tol, (void *)&maxIter, (void *)&iters};
  cudaEvent_t t0, t1;
  checkCudaErrors(cudaEventCreate(&t0));
  checkCudaErrors(cudaEventCreate(&t1));
  checkCudaErrors(cudaEventRecord(t0, 0));
  checkCudaErrors(cudaLaunchCooperativeKernel((void *)cg, grid, block, args, smem, NULL));
  checkCudaErrors(cudaEventRecord(t1, 0));
  checkCudaErrors(cudaDeviceSynchronize());
  float ms;
  checkCudaErrors(cudaEventElapsedTime(&ms, t0, t1));
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double v = 2.001 * x[i] - (i ? x[i - 1] : 0) - (i < n - 1 ? x[i + 1] : 0);
    worst = fmax(worst, fabs(v - (1.0 + i % 3)));
  }
  printf("%d iterations, %f ms, residual %.1e\n%s\n", *iters, ms, worst, worst < 1e-5 ? "PASS" : "FAIL");
  cudaFree(x); cudaFree(r); cudaFree(p); cudaFree(Ap); cudaFree(iters);
  return worst < 1e-5 ? 0 : 1;
}
