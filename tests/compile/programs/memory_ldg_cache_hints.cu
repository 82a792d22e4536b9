// Read-only and cache-hinted loads/stores on scalars and vectors, clock()
// timing inside the kernel, volatile shared memory, nanosleep, fences.
#include <cstdio>
#include <cstdlib>
#include <vector>

template <typename T> __device__ __forceinline__ T ld(const T *p)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 350
  return __ldg(p);
#else
  return *p;
#endif
}

__global__ void mix(const float *__restrict__ a, const float4 *__restrict__ b, const int2 *__restrict__ c,
                    const unsigned char *__restrict__ d, const double *e, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 q = __ldg(&b[i]);
  int2 k = __ldg(c + i);
  float v = ld(a + i) + q.x + q.w + (float)(k.x - k.y) + __ldg(d + i) + (float)ld(e + i);
  v += __ldcg(a + i) - __ldca(&a[i]) + __ldcs(a + i) - __ldcv(a + i);
  __stcs(out + i, v);
  __stcg(out + n + i, v + 1.f);
  __stwt(&out[2 * n + i], v + 2.f);
}

__global__ void timed(const float *in, float *out, long long *cycles, unsigned *lo)
{
  __shared__ volatile float s[64];
  long long t0 = clock64();
  clock_t c0 = clock();
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    s[threadIdx.x] += s[threadIdx.x + 32];
    __syncwarp();
    for (int o = 16; o > 0; o >>= 1) {
      float t = threadIdx.x < o ? s[threadIdx.x + o] : 0.f;
      __syncwarp();
      s[threadIdx.x] += t;
      __syncwarp();
    }
  }
  __threadfence_block();
  if (threadIdx.x == 0) {
    out[0] = s[0];
#if __CUDA_ARCH__ >= 700
    __nanosleep(100);
#endif
    __threadfence_system();
    cycles[0] = clock64() - t0;
    lo[0] = (unsigned)(clock() - c0);
  }
}

int main()
{
  const int n = 5000;
  std::vector<float> a(n), b(4 * n), o(3 * n);
  std::vector<int> c(2 * n);
  std::vector<unsigned char> d(n);
  std::vector<double> e(n);
  for (int i = 0; i < n; i++) {
    a[i] = i; d[i] = i & 255; e[i] = 0.5;
    for (int k = 0; k < 4; k++) b[4 * i + k] = k;
    c[2 * i] = i; c[2 * i + 1] = i - 2;
  }
  float *da, *d_out; float4 *db; int2 *dc; unsigned char *dd; double *de; long long *cyc; unsigned *lo;
  cudaMalloc(&da, n * sizeof(float));
  cudaMalloc(&db, n * sizeof(float4));
  cudaMalloc(&dc, n * sizeof(int2));
  cudaMalloc(&dd, n);
  cudaMalloc(&de, n * sizeof(double));
  cudaMalloc(&d_out, 3 * n * sizeof(float));
  cudaMallocManaged(&cyc, sizeof(long long));
  cudaMallocManaged(&lo, sizeof(unsigned));
  cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  cudaMemcpy(dc, c.data(), n * sizeof(int2), cudaMemcpyHostToDevice);
  cudaMemcpy(dd, d.data(), n, cudaMemcpyHostToDevice);
  cudaMemcpy(de, e.data(), n * sizeof(double), cudaMemcpyHostToDevice);
  mix<<<(n + 127) / 128, 128>>>(da, db, dc, dd, de, d_out, n);
  cudaMemcpy(o.data(), d_out, 3 * n * sizeof(float), cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < n; i++) {
    float v = i + 0.f + 3.f + 2.f + (i & 255) + 0.5f;
    bad += o[i] != v || o[n + i] != v + 1 || o[2 * n + i] != v + 2;
  }
  timed<<<1, 64>>>(da, d_out, cyc, lo);
  float s;
  cudaMemcpy(&s, d_out, sizeof s, cudaMemcpyDeviceToHost);
  bad += s != 63 * 32.f;
  printf("%lld cycles, %s\n", *cyc, bad ? "FAIL" : "PASS");
  cudaFree(da); cudaFree(db); cudaFree(dc); cudaFree(dd); cudaFree(de); cudaFree(d_out); cudaFree(cyc); cudaFree(lo);
  return bad != 0;
}
