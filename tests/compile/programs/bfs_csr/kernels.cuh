#ifndef KERNELS_CUH
#define KERNELS_CUH

#define MAX_THREADS_PER_BLOCK 256

// top-down: one thread per frontier vertex
__global__ void bfs_topdown(const int *__restrict__ row, const int *__restrict__ col, int *dist,
                            const int *frontier, int fsize, int *next, int *nsize, int level)
{
  int t = blockIdx.x * MAX_THREADS_PER_BLOCK + threadIdx.x;
  if (t >= fsize) return;
  int v = frontier[t];
  for (int e = row[v]; e < row[v + 1]; e++) {
    int u = col[e];
    if (atomicCAS(&dist[u], -1, level + 1) == -1) {
      int pos = atomicAdd(nsize, 1);
      next[pos] = u;
    }
  }
}

// one warp per frontier vertex, neighbours over the lanes, ballot compaction
__global__ void bfs_warp(const int *__restrict__ row, const int *__restrict__ col, int *dist,
                         const int *frontier, int fsize, int *next, int *nsize, int level)
{
  const unsigned full = 0xffffffffu;
  int w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (w >= fsize) return;
  int v = frontier[w];
  int begin = __ldg(row + v), end = __ldg(row + v + 1);
  for (int base = begin; base < end; base += 32) {
    int e = base + lane;
    bool fresh = false;
    int u = -1;
    if (e < end) {
      u = col[e];
      fresh = dist[u] < 0 && atomicCAS(dist + u, -1, level + 1) == -1;
    }
    unsigned won = __ballot_sync(full, fresh);
    if (won) {
      int leader = __ffs(won) - 1, pos = 0;
      if (lane == leader) pos = atomicAdd(nsize, __popc(won));
      pos = __shfl_sync(full, pos, leader);
      if (fresh) next[pos + __popc(won & ((1u << lane) - 1))] = u;
    }
  }
}
#endif
