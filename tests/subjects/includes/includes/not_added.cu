#include <vector>
// __global__ and threadIdx only here
const char *text = "__global__ void kernel() {}";
int main() { return 0; }
