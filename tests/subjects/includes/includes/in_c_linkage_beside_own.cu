// flags: --local-header cuda.h
extern "C" {
#include "cuda.h"  // expect: TOOL006
#ifdef __cplusplus
extern "C++" {  // the headers of HIP have templates
#endif
#include <hip/hip_runtime.h>
#ifdef __cplusplus
}
#endif
}
