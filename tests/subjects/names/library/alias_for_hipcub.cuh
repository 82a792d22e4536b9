#ifdef USE_ROCM
namespace cub = hipcub;
#endif
cub::Sum sum;
// ==== output
#ifdef USE_ROCM
namespace cub = hipcub;
#endif
hipcub::Sum sum;
