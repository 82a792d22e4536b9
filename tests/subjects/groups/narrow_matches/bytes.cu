#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const unsigned char *bytes, short s, int i, unsigned *out, Own own, std::uint8_t *const *deep) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int all;
    bool is_odd = i & 1;
    out[0] = tile.match_any(bytes[threadIdx.x]) + tile.match_all( s /* value */, all) + tile.match_any(i);
    out[1] = own.match_any(s) + tile.match_any(deep[0]) + tile.match_any(is_odd);
}
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(const unsigned char *bytes, short s, int i, unsigned *out, Own own, std::uint8_t *const *deep) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int all;
    bool is_odd = i & 1;
    out[0] = tile.match_any(static_cast<int>(bytes[threadIdx.x])) + tile.match_all( static_cast<int>(s) /* value */, all) + tile.match_any(i);
    out[1] = own.match_any(s) + tile.match_any(deep[0]) + tile.match_any(static_cast<int>(is_odd));
}
