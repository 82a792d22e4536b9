/* before */ #include <device_launch_parameters.h>
/* a licence
   of two lines */ #include <device_launch_parameters.h>  // why
#include /* within */ <device_launch_parameters.h>
#include <cuda_runtime.h>
int n;
// ==== output
/* before */ 
/* a licence
   of two lines */   // why
/* within */
#include <hip/hip_runtime.h>
int n;
