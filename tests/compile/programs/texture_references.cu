// Sparse matrix times vector through texture references to linear memory: rebinding, offsets, a macro that fetches,
// texels of several components.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    cudaError_t status_ = (call);                                                          \
    if (status_ != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(status_)); exit(1); } \
  } while (0)

texture<float, 1, cudaReadModeElementType> vectorTex;
static texture<int2> rowsTex;
namespace palette {
texture<uchar4, cudaTextureType1D, cudaReadModeElementType> colors;
}

#define X(i) tex1Dfetch(vectorTex, i)

__global__ void spmv(const float *values, const int *columns, float *y, int rows)
{
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int2 range = tex1Dfetch(rowsTex, row);
  float sum = 0;
  for (int k = range.x; k < range.y; k++) sum += values[k] * X(columns[k]);
  y[row] = sum + X(-1) + X(rows);  // 0 outside
}

__global__ void shade(uchar4 *out, int n)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    uchar4 c = tex1Dfetch(palette::colors, i % 16);
    out[i] = make_uchar4(c.z, c.y, c.x, 255);
  }
}

int main()
{
  const int n = 1024;
  std::vector<float> ones(n, 1.0f), twos(n, 2.0f), result(n);
  std::vector<int> columns(n);
  std::vector<int2> ranges(n);
  for (int i = 0; i < n; i++) { columns[i] = n - 1 - i; ranges[i] = make_int2(i, i + 1); }
  float *x, *z, *values, *y;
  int *cols;
  int2 *rows;
  uchar4 *pixels;
  CHECK(cudaMalloc(&x, n * sizeof(float)));
  CHECK(cudaMalloc(&z, n * sizeof(float)));
  CHECK(cudaMalloc(&values, n * sizeof(float)));
  CHECK(cudaMalloc(&y, n * sizeof(float)));
  CHECK(cudaMalloc(&cols, n * sizeof(int)));
  CHECK(cudaMalloc(&rows, n * sizeof(int2)));
  CHECK(cudaMalloc(&pixels, n * sizeof(uchar4)));
  CHECK(cudaMemcpy(x, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(z, twos.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(values, ones.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(cols, columns.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(rows, ranges.data(), n * sizeof(int2), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(pixels, 7, n * sizeof(uchar4)));

  size_t offset = 1;
  vectorTex.filterMode = cudaFilterModePoint;
  vectorTex.normalized = false;
  CHECK(cudaBindTexture(&offset, rowsTex, rows, n * sizeof(int2)));
  CHECK(cudaBindTexture(0, vectorTex, x, n * sizeof(float)));
  spmv<<<n / 128, 128>>>(values, cols, y, n);
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK(cudaBindTexture(NULL, vectorTex, z, format, n * sizeof(float)));
  spmv<<<n / 128, 128>>>(values, cols, x, n);
  CHECK(cudaBindTexture(0, &vectorTex, x, &format, n * sizeof(float)));
  CHECK(cudaUnbindTexture(&vectorTex));
  CHECK(cudaUnbindTexture(rowsTex));

  CHECK(cudaBindTexture(0, palette::colors, pixels));
  shade<<<n / 128, 128>>>(pixels + 16, n - 16);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(result.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost));
  printf("%g %g %zu\n", result[0], result[n - 1], offset);
  return 0;
}
