#include <cuda_runtime.h>
#include "hipify_pin.hpp"
template <class Kernel, class... Arguments> void launch(Kernel kernel, Arguments &&...arguments) {
  (hipify_pin::begin(HIPIFY_PIN_SITE("launch", "packs.cu", 3, "kernel", 0), 1), kernel<<<hipify_pin::grid(1), hipify_pin::block(1)>>>(7, hipify_pin::arg<1>(first), std::forward<Arguments>(arguments)...), hipify_pin::end());
  (hipify_pin::begin(HIPIFY_PIN_SITE("launch", "packs.cu", 4, "outer", 0), 1), outer<<<hipify_pin::grid(1), hipify_pin::block(1)>>>(hipify_pin::arg<0>(wrapped(cudaMemcpy(a, b, 4, kind)))), hipify_pin::end());
}
