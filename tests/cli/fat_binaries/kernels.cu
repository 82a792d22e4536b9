template <typename T> __global__ void axpy(T a, const T *x, T *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] += a * x[i]; }
__global__ void sums(const float *x, float *s, int n) { extern __shared__ float b[]; int t = threadIdx.x; b[t] = t < n ? x[t] : 0; __syncthreads(); for (int o = blockDim.x / 2; o; o /= 2) { if (t < o) b[t] += b[t + o]; __syncthreads(); } if (!t) *s = b[0]; }
template __global__ void axpy<float>(float, const float *, float *, int);
