#include <cudaGL.h>
CUresult f(CUgraphicsResource* r, GLuint b) { return cuGraphicsGLRegisterBuffer(r, b, 0); }
// ==== output
#include <hip/hip_runtime_api.h>
#include <hip/hip_gl_interop.h>
hipError_t f(hipGraphicsResource_t* r, GLuint b) { return hipGraphicsGLRegisterBuffer(r, b, 0); }
