#include "kernels.cuh"
#include "hipify_pin.hpp"

void run(float *x, const float *y, int n, cudaStream_t stream) {
  (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "launches.cu", 4, "scale", 0), 2), scale<<<hipify_pin_grid(n / 256), hipify_pin_block(256)>>>(hipify_pin_arg<0>(x), hipify_pin_arg<1>(n), 2.0f), hipify_pin_end());
  if (n > 0) (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "launches.cu", 5, "scale", 1), 1), scale<<<hipify_pin_grid(grid(n)), hipify_pin_block(dim3(256)), hipify_pin_shared(0), hipify_pin_stream(stream)>>>(hipify_pin_arg<0>(x + 1), -1, N), hipify_pin_end());  // constants are passed as they are
  else
    (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "launches.cu", 7, "detail::add", 0), 2), detail::add<float, 4>
        <<<{1, 1}, hipify_pin_block(64)>>>(
            hipify_pin_arg<0>(x),  // what is read
            hipify_pin_arg<1>(y), nullptr, 0), hipify_pin_end());
  n > 1 ? (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "launches.cu", 11, "one", 0), 0), one<<<hipify_pin_grid(1), hipify_pin_block(1)>>>(), hipify_pin_end()) : (*table[n])<<<1, 1>>>(make(x), {1, 2});
  for (int i = 0; i < n; ++i) (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "launches.cu", 12, "step", 0), 1), this->template step<i><<<hipify_pin_grid(1), hipify_pin_block(1)>>>(hipify_pin_arg<0>(x)), hipify_pin_end());
}
