__global__ void k(cudaSurfaceObject_t s, float v) {
    surf2Dread(&v, s, x * 4, y);
    surf2Dread(&v, s, x * 4, y, cudaBoundaryModeZero);
    surf2Dwrite(v, s, x * 4, y, ::cudaBoundaryModeTrap);
    surf2Dread(&v, s, x * 4, y, cudaBoundaryModeClamp);  // expect: API005
    surf3Dwrite(v, s, x * 4, y, z, mode);  // expect: API005
}
// ==== output
#include <hip/hip_runtime.h>
__global__ void k(hipSurfaceObject_t s, float v) {
    surf2Dread(&v, s, x * 4, y);
    surf2Dread(&v, s, x * 4, y);
    surf2Dwrite(v, s, x * 4, y);
    surf2Dread(&v, s, x * 4, y, hipBoundaryModeClamp);  // expect: API005
    surf3Dwrite(v, s, x * 4, y, z, mode);  // expect: API005
}
