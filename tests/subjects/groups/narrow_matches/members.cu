#include <cooperative_groups.h>
namespace cg = cooperative_groups;
struct Key { unsigned char byte; int whole; };

__global__ void k(const Key *keys, float f, unsigned *out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    out[0] = tile.match_any(keys[threadIdx.x].byte) + tile.match_any((unsigned short)f) + tile.match_any(keys[0].whole);
}
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;
struct Key { unsigned char byte; int whole; };

__global__ void k(const Key *keys, float f, unsigned *out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    out[0] = tile.match_any(static_cast<int>(keys[threadIdx.x].byte)) + tile.match_any(static_cast<int>((unsigned short)f)) + tile.match_any(keys[0].whole);
}
