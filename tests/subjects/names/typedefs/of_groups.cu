#include <cooperative_groups.h>
using lane_mask = unsigned int;  // expect: API006
namespace own { typedef unsigned lane_mask; }
__global__ void k(lane_mask *p) { lane_mask lane_mask = p[0]; p[1] = lane_mask; }
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
using lane_mask = unsigned int;  // expect: API006
namespace own { typedef unsigned lane_mask; }
__global__ void k(lane_mask *p) { lane_mask lane_mask = p[0]; p[1] = lane_mask; }
