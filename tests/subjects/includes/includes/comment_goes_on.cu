// a comment that goes on \
#include "mine.h"
/* another
*/ int n; __global__ void kernel();
// ==== output
// a comment that goes on \
#include "mine.h"
#include <hip/hip_runtime.h>
/* another
*/ int n; __global__ void kernel();
