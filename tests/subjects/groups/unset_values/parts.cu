#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct Range { int first, last; };
struct Slot { int2 of[2]; float weight; };
struct Other { Other *next; int first; };

__device__ int from(int v, int lane) { return __shfl_sync(0xffffffff, v, lane); }
__device__ int peek(const int *n);

__global__ void parts(int *n, float *sum) {
    int lane = threadIdx.x % 32;
    Range range, whole, at_once, never;
    int2 pair;
    int taken[2], many[4][2], *p, known = 0, later;
    Slot slot;
    Other other;
    if (lane == 0) {
        range.first = atomicAdd(n, 1);
        range.last = range.first + 1;
        pair.y = taken[0] = range.first;
        many[1][0] = slot.of[1].x = 3;
        slot.weight = sum[0];
        whole = Range{1, 2};
        other.first = p[1] = n[1];
        later = never.last;
    }
    at_once.first = 4;
    if (lane == 1) at_once.first = atomicAdd(n, 1);
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    n[1] = from(range.first, 0) + from(range.last, 0) + tile.shfl(pair.y, 0) + from(taken[lane], 0);
    n[2] = from(many[1][0], 0) + from(slot.of[1].x, 0) + from(p[1], 0) + from(other.first, 0) + from(never.first, 0);
    n[3] = from(at_once.first, 0) + from(known, 0) + peek(taken);
    later = n[4];
    n[4] = from(later, 0);
}
// ==== output
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
namespace cg = cooperative_groups;

struct Range { int first, last; };
struct Slot { int2 of[2]; float weight; };
struct Other { Other *next; int first; };

__device__ int from(int v, int lane) { return __shfl(v, lane, 32); }
__device__ int peek(const int *n);

__global__ void parts(int *n, float *sum) {
    int lane = threadIdx.x % 32;
    Range range{}, whole, at_once, never;
    int2 pair{};
    int taken[2]{}, many[4][2]{}, *p, known = 0, later;
    Slot slot{};
    Other other{};
    if (lane == 0) {
        range.first = atomicAdd(n, 1);
        range.last = range.first + 1;
        pair.y = taken[0] = range.first;
        many[1][0] = slot.of[1].x = 3;
        slot.weight = sum[0];
        whole = Range{1, 2};
        other.first = p[1] = n[1];
        later = never.last;
    }
    at_once.first = 4;
    if (lane == 1) at_once.first = atomicAdd(n, 1);
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    n[1] = from(range.first, 0) + from(range.last, 0) + tile.shfl(pair.y, 0) + from(taken[lane], 0);
    n[2] = from(many[1][0], 0) + from(slot.of[1].x, 0) + from(p[1], 0) + from(other.first, 0) + from(never.first, 0);
    n[3] = from(at_once.first, 0) + from(known, 0) + peek(taken);
    later = n[4];
    n[4] = from(later, 0);
}
