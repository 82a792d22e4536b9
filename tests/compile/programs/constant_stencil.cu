// 25-point (8th order) 3D wave stencil; coefficients in constant memory
// through CHECK(cudaMemcpyToSymbol(...)).
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cmath>

#define R 4
#define TX 32
#define TY 4
#define CHECK(call) { const cudaError_t error = call; if (error != cudaSuccess) { \
  printf("Error: %s:%d, code: %d, reason: %s\n", __FILE__, __LINE__, error, cudaGetErrorString(error)); exit(1); } }
#define IDX(x, y, z) (((size_t)(z) * ny + (y)) * nx + (x))

__constant__ float coef[R + 1];

__global__ void wave(float *next, const float *cur, const float *__restrict__ vel, int nx, int ny, int nz)
{
  int x = blockIdx.x * TX + threadIdx.x, y = blockIdx.y * TY + threadIdx.y;
  bool inside = x >= R && x < nx - R && y >= R && y < ny - R;
  __shared__ float s[TY + 2 * R][TX + 2 * R];
  float front[R], behind[R], mid;
  int cx = min(x, nx - 1), cy = min(y, ny - 1);
#pragma unroll
  for (int i = 0; i < R; i++) {
    behind[i] = cur[IDX(cx, cy, R - 1 - i)];
    front[i] = cur[IDX(cx, cy, R + 1 + i)];
  }
  mid = cur[IDX(cx, cy, R)];
  for (int z = R; z < nz - R; z++) {
    __syncthreads();
    s[threadIdx.y + R][threadIdx.x + R] = mid;
    if (threadIdx.y < R) {
      s[threadIdx.y][threadIdx.x + R] = cur[IDX(cx, max(cy - R, 0), z)];
      s[threadIdx.y + R + TY][threadIdx.x + R] = cur[IDX(cx, min(cy + TY, ny - 1), z)];
    }
    if (threadIdx.x < R) {
      s[threadIdx.y + R][threadIdx.x] = cur[IDX(max(cx - R, 0), cy, z)];
      s[threadIdx.y + R][threadIdx.x + R + TX] = cur[IDX(min(cx + TX, nx - 1), cy, z)];
    }
    __syncthreads();
    if (inside) {
      float v = 3 * coef[0] * mid;
#pragma unroll
      for (int i = 1; i <= R; i++)
        v += coef[i] * (front[i - 1] + behind[i - 1] +
                        s[threadIdx.y + R - i][threadIdx.x + R] + s[threadIdx.y + R + i][threadIdx.x + R] +
                        s[threadIdx.y + R][threadIdx.x + R - i] + s[threadIdx.y + R][threadIdx.x + R + i]);
      size_t p = IDX(x, y, z);
      next[p] = 2 * mid - next[p] + v * vel[p];
    }
#pragma unroll
    for (int i = R - 1; i > 0; i--) behind[i] = behind[i - 1];
    behind[0] = mid;
    mid = front[0];
#pragma unroll
    for (int i = 0; i < R - 1; i++) front[i] = front[i + 1];
    front[R - 1] = cur[IDX(cx, cy, min(z + R + 1, nz - 1))];
  }
}

int main(int argc, char **argv)
{
  int nx = 64, ny = 48, nz = 40, steps = argc > 1 ? atoi(argv[1]) : 6;
  size_t n = (size_t)nx * ny * nz, bytes = n * sizeof(float);
  const float c[R + 1] = {-205.f / 72, 8.f / 5, -1.f / 5, 8.f / 315, -1.f / 560};
  std::vector<float> a(n, 0.f), b(n, 0.f), v(n, 0.05f), g(n);
  a[IDX(nx / 2, ny / 2, nz / 2)] = 1.f;
  float *da, *db, *dv;
  CHECK(cudaMemcpyToSymbol(coef, c, (R + 1) * sizeof(float)));
  CHECK(cudaMalloc((float **)&da, bytes));
  CHECK(cudaMalloc((float **)&db, bytes));
  CHECK(cudaMalloc((float **)&dv, bytes));
  CHECK(cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(db, b.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dv, v.data(), bytes, cudaMemcpyHostToDevice));
  dim3 block(TX, TY), grid((nx + TX - 1) / TX, (ny + TY - 1) / TY);
  auto t0 = std::chrono::steady_clock::now();
  for (int s = 0; s < steps; s++) {
    wave<<<grid, block>>>(db, da, dv, nx, ny, nz);
    std::swap(da, db);
  }
  CHECK(cudaDeviceSynchronize());
  double sec = std::chrono::duration<double>(std::chrono::steady_clock::now() - t0).count();
  printf("%.1f Mpoints/s\n", n * steps / sec * 1e-6);
  for (int s = 0; s < steps; s++) {
    for (int z = R; z < nz - R; z++)
      for (int y = R; y < ny - R; y++)
        for (int x = R; x < nx - R; x++) {
          float w = 3 * c[0] * a[IDX(x, y, z)];
          for (int i = 1; i <= R; i++)
            w += c[i] * (a[IDX(x + i, y, z)] + a[IDX(x - i, y, z)] + a[IDX(x, y + i, z)] + a[IDX(x, y - i, z)] + a[IDX(x, y, z + i)] + a[IDX(x, y, z - i)]);
          b[IDX(x, y, z)] = 2 * a[IDX(x, y, z)] - b[IDX(x, y, z)] + w * v[0];
        }
    std::swap(a, b);
  }
  CHECK(cudaMemcpy(g.data(), da, bytes, cudaMemcpyDeviceToHost));
  double worst = 0;
  for (size_t i = 0; i < n; i++) worst = fmax(worst, fabs(g[i] - a[i]));
  printf("%s (%g)\n", worst < 1e-4 ? "PASS" : "FAIL", worst);
  CHECK(cudaFree(da)); CHECK(cudaFree(db)); CHECK(cudaFree(dv));
  return 0;
}
