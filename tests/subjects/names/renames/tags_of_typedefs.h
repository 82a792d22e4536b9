struct cudaGraphicsResource;
typedef struct cudaLaunchParams *params_t;
struct Buffer {
  cudaGraphicsResource *resource;
  struct CUgraphicsResource_st *same;
  struct cudaGraphicsResource *const *more;
  cudaLaunchParams one;
};
// ==== output
struct _hipGraphicsResource;
typedef struct hipLaunchParams_t *params_t;
struct Buffer {
  _hipGraphicsResource *resource;
  struct _hipGraphicsResource *same;
  struct _hipGraphicsResource *const *more;
  hipLaunchParams_t one;
};
