#include <vector>
__global__ void kernel() {}
