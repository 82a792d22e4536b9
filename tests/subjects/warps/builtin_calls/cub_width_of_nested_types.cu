#include <cub/cub.cuh>
namespace c = cub;
__global__ void k(int x) {
    typedef cub::WarpReduce<cub::KeyValuePair<int, float>> Pairs;
    c::WarpScan<float> scan;
    cub::WarpReduce<int, 16> half;
}
// ==== output
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
namespace c = hipcub;
__global__ void k(int x) {
    typedef hipcub::WarpReduce<hipcub::KeyValuePair<int, float>, 32> Pairs;
    c::WarpScan<float, 32> scan;
    hipcub::WarpReduce<int, 16> half;
}
