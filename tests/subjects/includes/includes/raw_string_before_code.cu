const char *text = R"(
)"; __global__ void kernel();
// ==== output
#include <hip/hip_runtime.h>
const char *text = R"(
)"; __global__ void kernel();
