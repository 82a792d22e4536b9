// flags: --rocm 7.2
#include <crt/host_config.h>
#include <crt/math_functions.h>
#include <cuda_surface_types.h>
#include <device_types.h>
#include <driver_functions.h>
#include <sm_30_intrinsics.hpp>
#include <vector_functions.hpp>
#include <cuda_stdint.h>
#include <crt/storage_class.h>  // expect: API001
#include <nvblas.h>  // expect: API001
#include <cudnn_ops.h>  // expect: LIB004
#include <cuda/__cmath/ceil_div.h>  // expect: DEV011
#include <thrust/detail/swap.h>  // expect: API002
#include <thrust/optional.h>
__global__ void k(float4 *p) { p[0] = make_float4(1, 2, 3, 4); }
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_runtime_api.h>
#include <hip/hip_vector_types.h>
#include <stdint.h>
#include <crt/storage_class.h>  // expect: API001
#include <nvblas.h>  // expect: API001
#include <cudnn_ops.h>  // expect: LIB004
#include <cuda/__cmath/ceil_div.h>  // expect: DEV011
#include <thrust/detail/swap.h>  // expect: API002
#include <thrust/optional.h>
__global__ void k(float4 *p) { p[0] = make_float4(1, 2, 3, 4); }
