#include <cuda/barrier>  // expect: API001
#include <helper_cuda.h>  // expect: API001
