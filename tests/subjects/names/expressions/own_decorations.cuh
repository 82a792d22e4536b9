#ifndef CUDART_CB
#define CUDART_CB __stdcall  // expect: TOOL006
#endif
void CUDART_CB callback(cudaStream_t stream, cudaError_t status, void *data);
// ==== output
#ifndef CUDART_CB
#define CUDART_CB __stdcall  // expect: TOOL006
#endif
void CUDART_CB callback(hipStream_t stream, hipError_t status, void *data);
