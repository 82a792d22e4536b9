// axpy and strided gathers through the vector types: float4 / int4 / uchar4
// / ushort2 / longlong2 / double4 accesses.
#include <cstdio>
#include <vector>
#include <cstring>

inline __host__ __device__ float4 operator*(float s, const float4 &v) { return make_float4(s * v.x, s * v.y, s * v.z, s * v.w); }
inline __host__ __device__ float4 operator+(const float4 &a, const float4 &b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
inline __host__ __device__ float4 &operator+=(float4 &a, const float4 &b) { a = a + b; return a; }
inline __host__ __device__ uchar4 operator^(uchar4 a, uchar4 b) { return make_uchar4(a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w); }
inline __host__ __device__ int4 operator&(int4 a, int m) { return make_int4(a.x & m, a.y & m, a.z & m, a.w & m); }

__global__ void axpy4(float a, const float *x, float *y, int n)
{
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n / 4) {
    float4 xv = reinterpret_cast<const float4 *>(x)[i];
    float4 yv = __ldg((const float4 *)y + i);
    yv += a * xv;
    reinterpret_cast<float4 *>(y)[i] = yv;
  }
  if (i == 0)
    for (int k = n & ~3; k < n; k++) y[k] += a * x[k];
}

__global__ void bytes(const uchar4 *in, uchar4 *out, int n4, uchar4 key)
{
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n4; i += gridDim.x * blockDim.x)
    out[i] = in[i] ^ key;
}

__global__ void split(const int4 *in, ushort2 *lo, longlong2 *wide, int n4)
{
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n4) return;
  int4 v = in[i] & 0xffff;
  lo[2 * i] = make_ushort2(v.x, v.y);
  lo[2 * i + 1] = make_ushort2(v.z, v.w);
  longlong2 w;
  w.x = (long long)v.x * v.y;
  w.y = (long long)v.z * v.w;
  wide[i] = w;
}

union Pack {
  uint4 u;
  float f[4];
  unsigned char b[16];
};

__global__ void packTest(Pack *p, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Pack q;
    q.f[0] = i; q.f[1] = -1.f * i; q.f[2] = 0.f; q.f[3] = 1.f;
    q.b[8] = (unsigned char)i;
    p[i].u = q.u;
  }
}

int main()
{
  const int n = (1 << 20) + 3;
  std::vector<float> x(n), y(n), r(n);
  for (int i = 0; i < n; i++) { x[i] = i % 100; y[i] = 1; }
  float *dx, *dy;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  axpy4<<<(n / 4 + 255) / 256, 256>>>(0.5f, dx, dy, n);
  cudaMemcpy(r.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < n; i++) bad += r[i] != 1 + 0.5f * x[i];

  const int m = 4096;
  std::vector<unsigned char> b(4 * m), c(4 * m);
  for (int i = 0; i < 4 * m; i++) b[i] = i * 7;
  uchar4 *db, *dc;
  cudaMalloc(&db, 4 * m);
  cudaMalloc(&dc, 4 * m);
  cudaMemcpy(db, b.data(), 4 * m, cudaMemcpyHostToDevice);
  bytes<<<16, 64>>>(db, dc, m, make_uchar4(1, 2, 3, 4));
  cudaMemcpy(c.data(), dc, 4 * m, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4 * m; i++) bad += c[i] != (b[i] ^ (i % 4 + 1));

  ushort2 *lo; longlong2 *wide; Pack *pk;
  cudaMalloc(&lo, m / 4 * 2 * sizeof(ushort2));
  cudaMalloc(&wide, m / 4 * sizeof(longlong2));
  cudaMalloc(&pk, m * sizeof(Pack));
  split<<<m / 4 / 64, 64>>>(reinterpret_cast<int4 *>(db), lo, wide, m / 4);
  packTest<<<m / 64, 64>>>(pk, m);
  std::vector<longlong2> hw(m / 4);
  cudaMemcpy(hw.data(), wide, m / 4 * sizeof(longlong2), cudaMemcpyDeviceToHost);
  int iv[4];
  memcpy(iv, b.data(), 16);
  bad += hw[0].x != (long long)(iv[0] & 0xffff) * (iv[1] & 0xffff);
  static_assert(sizeof(float4) == 16 && alignof(float4) == 16 && sizeof(float3) == 12, "layout");
  puts(bad ? "FAIL" : "PASS");
  cudaFree(dx); cudaFree(dy); cudaFree(db); cudaFree(dc); cudaFree(lo); cudaFree(wide); cudaFree(pk);
  return bad;
}
