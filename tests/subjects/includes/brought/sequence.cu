#include <thrust/shuffle.h>
#include <cuda/std/version>  // for CCCL_MAJOR_VERSION
#if CCCL_MAJOR_VERSION >= 3
#include <cuda/version>
#endif
void number(int *begin, int *end) { thrust::sequence(begin, end, 0); mine::sequence(begin); }
// ==== output
#include <thrust/shuffle.h>
#include <thrust/sequence.h>
  // for CCCL_MAJOR_VERSION
#if CCCL_MAJOR_VERSION >= 3
#endif
void number(int *begin, int *end) { thrust::sequence(begin, end, 0); mine::sequence(begin); }
