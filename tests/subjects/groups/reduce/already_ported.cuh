#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
int a = cg::reduce(tile, v, cg::plus<int>());
