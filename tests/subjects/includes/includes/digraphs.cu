%:include <cuda_runtime.h>
 %: include <cuda.h>
%:define FREE cudaFree
void f() <% FREE(0); %>
// ==== output
%:include <hip/hip_runtime.h>
%:define FREE hipFree
void f() <% FREE(0); %>
