#include "kernels.cuh"

void run(float *x, const float *y, int n, cudaStream_t stream) {
  scale<<<n / 256, 256>>>(x, n, 2.0f);
  if (n > 0) scale<<<grid(n), dim3(256), 0, stream>>>(x + 1, -1, N);  // constants are passed as they are
  else
    detail::add<float, 4>
        <<<{1, 1}, 64>>>(
            x,  // what is read
            y, nullptr, 0);
  n > 1 ? one<<<1, 1>>>() : (*table[n])<<<1, 1>>>(make(x), {1, 2});
  for (int i = 0; i < n; ++i) this->template step<i><<<1, 1>>>(x);
}
