#include <cuda_runtime.h>
#include "hipify_pin.hpp"
template <class Kernel, class... Arguments> void launch(Kernel kernel, Arguments &&...arguments) {
  (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "packs.cu", 3, "kernel", 0), 1 + sizeof...(arguments)), hipify_pin_pack<2>(arguments...), kernel<<<hipify_pin_grid(1), hipify_pin_block(1)>>>(7, hipify_pin_arg<1>(first), hipify_pin_passed(std::forward<Arguments>(arguments))...), hipify_pin_end());
  (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "packs.cu", 4, "kernel", 1), 0 + sizeof...(arguments)), hipify_pin_pack<0>(arguments...), kernel<<<hipify_pin_grid(1), hipify_pin_block(1)>>>(hipify_pin_passed(arguments)...), hipify_pin_end());
  (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "packs.cu", 5, "kernel", 2), 0), kernel<<<hipify_pin_grid(1), hipify_pin_block(1)>>>(copy(arguments)...), hipify_pin_end());
  (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "packs.cu", 6, "outer", 0), 1), outer<<<hipify_pin_grid(1), hipify_pin_block(1)>>>(hipify_pin_arg<0>(wrapped(cudaMemcpy(a, b, 4, kind)))), hipify_pin_end());
}
