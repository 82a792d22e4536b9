#include <cuda/barrier>  // expect: CGP009
#include <helper_cuda.h>  // expect: LIB025
