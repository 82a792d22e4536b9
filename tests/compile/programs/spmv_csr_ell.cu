// SpMV in scalar CSR, vector CSR (2..32 lanes per row) and ELL, dispatch on
// the mean row length.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <algorithm>
#include <vector>

template <typename I, typename T> struct Csr { I rows, cols; std::vector<I> ptr, idx; std::vector<T> val; };

template <typename I, typename T>
__global__ void csr_scalar(I rows, const I *__restrict__ ptr, const I *__restrict__ idx, const T *__restrict__ val, const T *__restrict__ x, T *y)
{
  for (I r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += blockDim.x * gridDim.x) {
    T s = 0;
    for (I j = ptr[r]; j < ptr[r + 1]; ++j) s += val[j] * __ldg(&x[idx[j]]);
    y[r] = s;
  }
}

template <typename I, typename T, int LANES>
__global__ void csr_vector(I rows, const I *__restrict__ ptr, const I *__restrict__ idx, const T *__restrict__ val, const T *__restrict__ x, T *y)
{
  const I row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  const int lane = threadIdx.x & (LANES - 1);
  T s = 0;
  if (row < rows)
    for (I j = ptr[row] + lane; j < ptr[row + 1]; j += LANES) s += val[j] * x[idx[j]];
#pragma unroll
  for (int o = LANES >> 1; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffff, s, o, LANES);
  if (lane == 0 && row < rows) y[row] = s;
}

template <typename I, typename T>
__global__ void ell(I rows, I width, const I *idx, const T *val, const T *x, T *y)
{
  I r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  T s = 0;
  for (I k = 0; k < width; k++) {
    I c = idx[k * rows + r];
    if (c >= 0) s += val[k * rows + r] * x[c];
  }
  y[r] = s;
}

#define LAUNCH_VECTOR(L) case L: csr_vector<I, T, L><<<(m.rows * L + 255) / 256, 256>>>(m.rows, dp, di, dv, dx, dy); break
template <typename T> T *up(const std::vector<T> &v)
{
  T *p;
  if (cudaMalloc(&p, v.size() * sizeof(T)) != cudaSuccess) exit(1);
  cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}

template <typename I, typename T>
int test(const Csr<I, T> &m, double tol)
{
  std::vector<T> x(m.cols), ref(m.rows, 0), y(m.rows, 0);
  for (I c = 0; c < m.cols; c++) x[c] = T(1) / (1 + c % 10);
  I width = 0;
  for (I r = 0; r < m.rows; r++) {
    width = std::max(width, m.ptr[r + 1] - m.ptr[r]);
    for (I j = m.ptr[r]; j < m.ptr[r + 1]; j++) ref[r] += m.val[j] * x[m.idx[j]];
  }
  std::vector<I> ei(m.rows * width, -1);
  std::vector<T> ev(m.rows * width, 0);
  for (I r = 0; r < m.rows; r++)
    for (I j = m.ptr[r]; j < m.ptr[r + 1]; j++) { ei[(j - m.ptr[r]) * m.rows + r] = m.idx[j]; ev[(j - m.ptr[r]) * m.rows + r] = m.val[j]; }
  I *dp = up(m.ptr), *di = up(m.idx), *dei = up(ei);
  T *dv = up(m.val), *dx = up(x), *dy = up(y), *dev = up(ev);
  int bad = 0;
  auto verify = [&](const char *what) {
    cudaMemcpy(y.data(), dy, m.rows * sizeof(T), cudaMemcpyDeviceToHost);
    int b = 0;
    for (I r = 0; r < m.rows; r++) b += std::fabs(double(y[r] - ref[r])) > tol;
    if (b) printf("%s: %d rows wrong\n", what, b);
    bad += b;
    cudaMemset(dy, 0, m.rows * sizeof(T));
  };
  csr_scalar<I, T><<<64, 128>>>(m.rows, dp, di, dv, dx, dy);
  verify("scalar");
  int mean = (int)(m.val.size() / m.rows), lanes = 2;
  while (lanes < mean && lanes < 32) lanes *= 2;
  switch (lanes) {
    LAUNCH_VECTOR(2);
    LAUNCH_VECTOR(4);
    LAUNCH_VECTOR(8);
    LAUNCH_VECTOR(16);
    default: LAUNCH_VECTOR(32);
  }
  verify("vector");
  ell<I, T><<<(m.rows + 127) / 128, 128>>>(m.rows, width, dei, dev, dx, dy);
  verify("ell");
  cudaFree(dp); cudaFree(di); cudaFree(dei); cudaFree(dv); cudaFree(dx); cudaFree(dy); cudaFree(dev);
  return bad;
}

template <typename I, typename T>
Csr<I, T> banded(I rows, I width)
{
  Csr<I, T> m{rows, rows, {0}, {}, {}};
  for (I r = 0; r < rows; r++) {
    for (I k = 0; k <= (r * 7) % width; k++) { m.idx.push_back((r + k * 3) % rows); m.val.push_back(T(k + 1) / 4); }
    m.ptr.push_back((I)m.idx.size());
  }
  return m;
}

int main()
{
  int bad = test(banded<int, float>(3001, 6), 1e-3) + test(banded<int, double>(3001, 40), 1e-10) + test(banded<long long, double>(500, 80), 1e-10);
  printf("%s\n", bad ? "FAIL" : "PASS");
  return bad != 0;
}
