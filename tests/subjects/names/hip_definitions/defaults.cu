#include <cuda_runtime.h>
#ifndef MASK1  // expect: API006
#define MASK1 0x0000ffffu
#endif
#define HW_ID 7
#ifdef MASK2
#define OTHER 1
#endif
typedef enum { OK, BAD } error_t;  // expect: API006
namespace own { enum error_t { A }; struct S { enum error_t { B }; }; }
__global__ void k(unsigned* p) { p[1] = p[0] & MASK1; }
// ==== output
#include <hip/hip_runtime.h>
#ifndef MASK1  // expect: API006
#define MASK1 0x0000ffffu
#endif
#define HW_ID 7
#ifdef MASK2
#define OTHER 1
#endif
typedef enum { OK, BAD } error_t;  // expect: API006
namespace own { enum error_t { A }; struct S { enum error_t { B }; }; }
__global__ void k(unsigned* p) { p[1] = p[0] & MASK1; }
