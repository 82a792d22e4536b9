typedef enum cudaError_enum {  // expect: TOOL006
  CUDA_SUCCESS = 0,  // expect: TOOL006
  CUDA_ERROR_OUT_OF_MEMORY = 2,  // expect: TOOL006
} CUresult, *results;  // expect: TOOL006
enum cudaMemcpyKind : int { cudaMemcpyHostToHost };  // expect: TOOL006
typedef enum cudaMemcpyKind CUmemcpyKind;
enum class cudaLimit { cudaLimitStackSize, other };  // expect: TOOL006
enum cudaFuncAttribute { OF_MINE, OF_YOURS };
enum { cudaFuncCachePreferL1 = sizeof(cudaExtent) };  // expect: TOOL006
typedef CUresult (*initializer)(enum cudaMemcpyKind, cudaExtent);
struct Copy { CUresult result; cudaMemcpyKind kind = cudaMemcpyKind::cudaMemcpyHostToHost; };
cudaLimit limit = cudaLimit::cudaLimitStackSize;
cudaFuncAttribute attribute = OF_MINE;
namespace mine {
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone };  // expect: TOOL006
cudaStreamCaptureStatus f() { return cudaStreamCaptureStatusNone; }
}
cudaStreamCaptureStatus f() { return cudaStreamCaptureStatusNone; }
// ==== output
typedef enum cudaError_enum {  // expect: TOOL006
  CUDA_SUCCESS = 0,  // expect: TOOL006
  CUDA_ERROR_OUT_OF_MEMORY = 2,  // expect: TOOL006
} CUresult, *results;  // expect: TOOL006
enum cudaMemcpyKind : int { cudaMemcpyHostToHost };  // expect: TOOL006
typedef enum cudaMemcpyKind CUmemcpyKind;
enum class cudaLimit { cudaLimitStackSize, other };  // expect: TOOL006
enum hipFuncAttribute { OF_MINE, OF_YOURS };
enum { cudaFuncCachePreferL1 = sizeof(hipExtent) };  // expect: TOOL006
typedef CUresult (*initializer)(enum cudaMemcpyKind, hipExtent);
struct Copy { CUresult result; cudaMemcpyKind kind = cudaMemcpyKind::cudaMemcpyHostToHost; };
cudaLimit limit = cudaLimit::cudaLimitStackSize;
hipFuncAttribute attribute = OF_MINE;
namespace mine {
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone };  // expect: TOOL006
cudaStreamCaptureStatus f() { return cudaStreamCaptureStatusNone; }
}
hipStreamCaptureStatus f() { return hipStreamCaptureStatusNone; }
