#include <cuda_runtime.h>
template <class Kernel, class... Arguments> void launch(Kernel kernel, Arguments &&...arguments) {
  kernel<<<1, 1>>>(7, first, std::forward<Arguments>(arguments)...);
  kernel<<<1, 1>>>(arguments...);
  kernel<<<1, 1>>>(copy(arguments)...);
  outer<<<1, 1>>>(wrapped(cudaMemcpy(a, b, 4, kind)));
}
