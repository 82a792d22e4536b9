#include <stdio.h>
#include <stdlib.h>
#include <chrono>
#include <utility>
#include <cuda.h>
#include "graph.h"
#include "kernels.cuh"

typedef void (*bfs_kernel)(const int *, const int *, int *, const int *, int, int *, int *, int);

static std::vector<int> run(const Graph &g, int src, bfs_kernel k, int per_thread, double &ms)
{
  int *row, *col, *dist, *cur, *next, *size, h = 1, level = 0, zero = 0;
  cudaMalloc((void **)&row, sizeof(int) * g.row.size());
  cudaMalloc((void **)&col, sizeof(int) * g.col.size());
  cudaMalloc((void **)&dist, sizeof(int) * g.n);
  cudaMalloc((void **)&cur, sizeof(int) * g.n);
  cudaMalloc((void **)&next, sizeof(int) * g.n);
  cudaMalloc((void **)&size, sizeof(int));
  cudaMemcpy(row, g.row.data(), sizeof(int) * g.row.size(), cudaMemcpyHostToDevice);
  cudaMemcpy(col, g.col.data(), sizeof(int) * g.col.size(), cudaMemcpyHostToDevice);
  cudaMemset(dist, 0xff, sizeof(int) * g.n);
  cudaMemcpy(dist + src, &zero, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(cur, &src, sizeof(int), cudaMemcpyHostToDevice);
  auto t0 = std::chrono::steady_clock::now();
  while (h > 0) {
    cudaMemsetAsync(size, 0, sizeof(int));
    long long threads = (long long)h * per_thread;
    k<<<(unsigned)((threads + MAX_THREADS_PER_BLOCK - 1) / MAX_THREADS_PER_BLOCK), MAX_THREADS_PER_BLOCK>>>(row, col, dist, cur, h, next, size, level);
    cudaMemcpy(&h, size, sizeof(int), cudaMemcpyDeviceToHost);
    std::swap(cur, next);
    level++;
  }
  ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - t0).count();
  std::vector<int> out(g.n);
  cudaMemcpy(out.data(), dist, sizeof(int) * g.n, cudaMemcpyDeviceToHost);
  cudaFree(row); cudaFree(col); cudaFree(dist); cudaFree(cur); cudaFree(next); cudaFree(size);
  return out;
}

int main(int argc, char **argv)
{
  Graph g = make_graph(argc > 1 ? atoi(argv[1]) : 100000, 12, 17u);
  double a, b;
  auto ref = bfs_reference(g, 0);
  bool ok = run(g, 0, bfs_topdown, 1, a) == ref;
  ok = run(g, 0, bfs_warp, 32, b) == ref && ok;
  printf("thread-per-vertex %.3f ms, warp-per-vertex %.3f ms\n%s\n", a, b, ok ? "PASS" : "FAIL");
  return ok ? 0 : 1;
}
