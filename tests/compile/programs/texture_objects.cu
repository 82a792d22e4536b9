// Image rotation with bilinear texture sampling (cudaArray), linear-memory
// fetches with tex1Dfetch, and a pitched 2D texture.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>

#define checkErr(e) check_(e, #e, __LINE__)
static void check_(cudaError_t e, const char *what, int line)
{
  if (e != cudaSuccess) { fprintf(stderr, "%d: %s -> %s\n", line, what, cudaGetErrorString(e)); exit(1); }
}

__global__ void rotate(float *out, int w, int h, float theta, cudaTextureObject_t tex)
{
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col < w && row < h) {
    float2 p = make_float2(col + 0.5f - 0.5f * w, row + 0.5f - 0.5f * h), rot;
    sincosf(theta, &rot.x, &rot.y);
    out[row * w + col] = tex2D<float>(tex, (p.x * rot.y - p.y * rot.x) / w + 0.5f, (p.x * rot.x + p.y * rot.y) / h + 0.5f);
  }
}

__global__ void gather(cudaTextureObject_t lin, const int *idx, float *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 t = tex1Dfetch<float4>(lin, idx[i]);
    out[i] = t.x + t.y + t.z + t.w;
  }
}

__global__ void blur3(cudaTextureObject_t t, uchar4 *out, int w, int h)
{
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int4 s = make_int4(0, 0, 0, 0);
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      uchar4 p = tex2D<uchar4>(t, x + dx, y + dy);
      s.x += p.x; s.y += p.y; s.z += p.z; s.w += p.w;
    }
  out[y * w + x] = make_uchar4(s.x / 9, s.y / 9, s.z / 9, s.w / 9);
}

int main()
{
  const int w = 128, h = 96;
  std::vector<float> img(w * h), rot(w * h);
  for (int i = 0; i < w * h; i++) img[i] = (float)(i % 251);

  cudaChannelFormatDesc desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaArray_t arr;
  checkErr(cudaMallocArray(&arr, &desc, w, h));
  checkErr(cudaMemcpy2DToArray(arr, 0, 0, img.data(), w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice));
  cudaResourceDesc res;
  memset(&res, 0, sizeof(res));
  res.resType = cudaResourceTypeArray;
  res.res.array.array = arr;
  cudaTextureDesc td;
  memset(&td, 0, sizeof(td));
  td.addressMode[0] = cudaAddressModeWrap;
  td.addressMode[1] = cudaAddressModeWrap;
  td.filterMode = cudaFilterModeLinear;
  td.readMode = cudaReadModeElementType;
  td.normalizedCoords = 1;
  cudaTextureObject_t tex = 0;
  checkErr(cudaCreateTextureObject(&tex, &res, &td, NULL));

  float *d_out;
  checkErr(cudaMalloc(&d_out, w * h * sizeof(float)));
  dim3 b(16, 16), g((w + 15) / 16, (h + 15) / 16);
  rotate<<<g, b>>>(d_out, w, h, 0.f, tex);
  checkErr(cudaMemcpy(rot.data(), d_out, w * h * sizeof(float), cudaMemcpyDeviceToHost));
  int bad = 0;
  for (int i = 0; i < w * h; i++) bad += fabsf(rot[i] - img[i]) > 0.01f;

  // linear
  const int n = 1024;
  std::vector<float> lin(4 * n), sum(n);
  std::vector<int> idx(n);
  for (int i = 0; i < 4 * n; i++) lin[i] = i;
  for (int i = 0; i < n; i++) idx[i] = (i * 37) % n;
  float4 *d_lin; int *d_idx;
  checkErr(cudaMalloc(&d_lin, n * sizeof(float4)));
  checkErr(cudaMalloc(&d_idx, n * sizeof(int)));
  checkErr(cudaMemcpy(d_lin, lin.data(), n * sizeof(float4), cudaMemcpyHostToDevice));
  checkErr(cudaMemcpy(d_idx, idx.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  cudaResourceDesc rl = {};
  rl.resType = cudaResourceTypeLinear;
  rl.res.linear.devPtr = d_lin;
  rl.res.linear.desc = cudaCreateChannelDesc<float4>();
  rl.res.linear.sizeInBytes = n * sizeof(float4);
  cudaTextureDesc tl = {};
  tl.readMode = cudaReadModeElementType;
  cudaTextureObject_t texLin;
  checkErr(cudaCreateTextureObject(&texLin, &rl, &tl, nullptr));
  gather<<<n / 128, 128>>>(texLin, d_idx, d_out, n);
  checkErr(cudaMemcpy(sum.data(), d_out, n * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) bad += sum[i] != 16.f * idx[i] + 6.f;

  // pitch
  uchar4 *d_pix, *d_blur;
  size_t pitch;
  checkErr(cudaMallocPitch((void **)&d_pix, &pitch, w * sizeof(uchar4), h));
  checkErr(cudaMalloc(&d_blur, w * h * sizeof(uchar4)));
  checkErr(cudaMemset2D(d_pix, pitch, 9, w * sizeof(uchar4), h));
  cudaResourceDesc rp = {};
  rp.resType = cudaResourceTypePitch2D;
  rp.res.pitch2D.devPtr = d_pix;
  rp.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
  rp.res.pitch2D.width = w;
  rp.res.pitch2D.height = h;
  rp.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc tp = {};
  tp.addressMode[0] = tp.addressMode[1] = cudaAddressModeClamp;
  tp.filterMode = cudaFilterModePoint;
  cudaTextureObject_t texPitch;
  checkErr(cudaCreateTextureObject(&texPitch, &rp, &tp, nullptr));
  blur3<<<g, b>>>(texPitch, d_blur, w, h);
  std::vector<uchar4> pix(w * h);
  checkErr(cudaMemcpy(pix.data(), d_blur, w * h * sizeof(uchar4), cudaMemcpyDeviceToHost));
  for (auto p : pix) bad += p.x != 9 || p.w != 9;
  checkErr(cudaDestroyTextureObject(tex));
  checkErr(cudaDestroyTextureObject(texLin));
  checkErr(cudaDestroyTextureObject(texPitch));
  checkErr(cudaFreeArray(arr));
  cudaFree(d_out); cudaFree(d_lin); cudaFree(d_idx); cudaFree(d_pix); cudaFree(d_blur);
  printf("%s\n", bad ? "FAIL" : "PASS");
  return bad;
}
