extern "C" CUresult cuCtxDetach(CUcontext context);
void f(CUcontext context) {
    cuCtxDetach(context);  // expect: API001
}
// ==== output
extern "C" hipError_t cuCtxDetach(hipCtx_t context);
void f(hipCtx_t context) {
    cuCtxDetach(context);  // expect: API001
}
