#include "kernels.h"
int main() { kernel<<<1, 2>>>(); }
// ==== output
#include <hip/hip_runtime.h>
#include "kernels.h"
int main() { kernel<<<1, 2>>>(); }
