#include <cooperative_groups.h>
namespace cg = cooperative_groups;
int a = mine::reduce(tile, v, add);
int b = std::reduce(first, last, 0);
int c = thrust::reduce(first, last, add) + reduce(tile, v);
int d = object.reduce(tile, v, op);
// cg::reduce(tile, v, cg::plus<int>())
const char *text = "cg::reduce(tile, v, cg::plus<int>())";
// ==== output
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
int a = mine::reduce(tile, v, add);
int b = std::reduce(first, last, 0);
int c = thrust::reduce(first, last, add) + reduce(tile, v);
int d = object.reduce(tile, v, op);
// cg::reduce(tile, v, cg::plus<int>())
const char *text = "cg::reduce(tile, v, cg::plus<int>())";
