// Lists given to members and elements of other objects.
#include <cuda_runtime.h>
struct P { float4 pos; float3 n; int2 ij[2]; };
struct Q { P p; P *next; float2 *list; };
struct Other { int x, y; };
struct S { Other pos; };
__global__ void k(P *p, P &r, Q q, float4 *to, float4 **rows, S s, int i) {
  __shared__ P shared[32];
  P l[2], local;
  float4 pos;
  p->pos = {1, 2, 3};
  p[0].n = {1};
  (*p).n = {1};
  r.n = {1};
  l[1].n = {0, 1};
  local.pos = {1, 2, 3};
  p[i].ij[1] = {1};
  shared[i].pos = {0};
  q.next->pos = {1};
  q.p.n = {.5f, 2};
  q.list[i + 1] = {1};
  *to = {1, 2};
  *q.list = {1};
  *rows[1] = {1};
  auto &a = p[1];
  a.n = {1};
  auto f = [&](P &one) { one.pos = {1}; };
  s.pos = {1};
  p->pos = {1, 2, 3, 4};
  p->pos = {};
  p->pos = {pos};
  pos = {1};
  if (i) p->pos = pos;
}
struct Owner {
  float4 v;
  P p;
  __device__ void set(P *q) { this->v = {1}; v = {2}; p.pos = {3}; this->p.pos = {4}; q->pos = {v.x}; }
};
// ==== output
// Lists given to members and elements of other objects.
#include <hip/hip_runtime.h>
struct P { float4 pos; float3 n; int2 ij[2]; };
struct Q { P p; P *next; float2 *list; };
struct Other { int x, y; };
struct S { Other pos; };
__global__ void k(P *p, P &r, Q q, float4 *to, float4 **rows, S s, int i) {
  __shared__ P shared[32];
  P l[2], local;
  float4 pos;
  p->pos = {1, 2, 3, 0};
  p[0].n = {1, 0, 0};
  (*p).n = {1, 0, 0};
  r.n = {1, 0, 0};
  l[1].n = {0, 1, 0};
  local.pos = {1, 2, 3, 0};
  p[i].ij[1] = {1, 0};
  shared[i].pos = {0, 0, 0, 0};
  q.next->pos = {1, 0, 0, 0};
  q.p.n = {.5f, 2, 0};
  q.list[i + 1] = {1, 0};
  *to = {1, 2, 0, 0};
  *q.list = {1, 0};
  *rows[1] = {1, 0, 0, 0};
  auto &a = p[1];
  a.n = {1, 0, 0};
  auto f = [&](P &one) { one.pos = {1, 0, 0, 0}; };
  s.pos = {1};
  p->pos = {1, 2, 3, 4};
  p->pos = {};
  p->pos = {pos};
  pos = {1, 0, 0, 0};
  if (i) p->pos = pos;
}
struct Owner {
  float4 v;
  P p;
  __device__ void set(P *q) { this->v = {1, 0, 0, 0}; v = {2, 0, 0, 0}; p.pos = {3, 0, 0, 0}; this->p.pos = {4, 0, 0, 0}; q->pos = {v.x, 0, 0, 0}; }
};
