__global__ void k(const __grid_constant__ Params params, __grid_constant__ const int n) {}
void CUDART_CB callback(void *data) {}
typedef void (CUDA_CB *Callback)(void *);
void f() { cudaFuncSetAttribute((const void *)k, carveout, cudaSharedmemCarveoutMaxShared); }
// CUDART_CB and __grid_constant__
const char *text = "CUDART_CB";
// ==== output
__global__ void k(const Params params, const int n) {}
void callback(void *data) {}
typedef void (*Callback)(void *);
void f() { hipFuncSetAttribute((const void *)k, carveout, 100); }
// CUDART_CB and __grid_constant__
const char *text = "CUDART_CB";
