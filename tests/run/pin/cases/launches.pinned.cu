#include "kernels.cuh"
#include "hipify_pin.hpp"

void run(float *x, const float *y, int n, cudaStream_t stream) {
  (hipify_pin::begin(HIPIFY_PIN_SITE("launch", "launches.cu", 4, "scale", 0), 2), scale<<<hipify_pin::grid(n / 256), hipify_pin::block(256)>>>(hipify_pin::arg<0>(x), hipify_pin::arg<1>(n), 2.0f), hipify_pin::end());
  if (n > 0) (hipify_pin::begin(HIPIFY_PIN_SITE("launch", "launches.cu", 5, "scale", 1), 1), scale<<<hipify_pin::grid(grid(n)), hipify_pin::block(dim3(256)), hipify_pin::shared(0), hipify_pin::stream(stream)>>>(hipify_pin::arg<0>(x + 1), -1, N), hipify_pin::end());  // constants are passed as they are
  else
    (hipify_pin::begin(HIPIFY_PIN_SITE("launch", "launches.cu", 7, "detail::add", 0), 2), detail::add<float, 4>
        <<<{1, 1}, hipify_pin::block(64)>>>(
            hipify_pin::arg<0>(x),  // what is read
            hipify_pin::arg<1>(y), nullptr, 0), hipify_pin::end());
  n > 1 ? (hipify_pin::begin(HIPIFY_PIN_SITE("launch", "launches.cu", 11, "one", 0), 0), one<<<hipify_pin::grid(1), hipify_pin::block(1)>>>(), hipify_pin::end()) : (*table[n])<<<1, 1>>>(make(x), {1, 2});
  for (int i = 0; i < n; ++i) (hipify_pin::begin(HIPIFY_PIN_SITE("launch", "launches.cu", 12, "step", 0), 1), this->template step<i><<<hipify_pin::grid(1), hipify_pin::block(1)>>>(hipify_pin::arg<0>(x)), hipify_pin::end());
}
