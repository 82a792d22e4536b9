// The header may be included neither as C nor in a namespace.
#include <cuda_runtime.h>
#include "hipify_pin.hpp"

extern "C" {
#include "activations.h"
}
namespace kernels {
#include "kernels.inc"
}
void run(float *x) { (hipify_pin_begin(HIPIFY_PIN_SITE("launch", "linkage.cu", 10, "kernels::scale", 0), 1), kernels::scale<<<hipify_pin_grid(1), hipify_pin_block(32)>>>(hipify_pin_arg<0>(x)), hipify_pin_end()); }
