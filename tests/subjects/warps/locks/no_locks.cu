#include <cuda_runtime.h>
// Queues, sums, searches, and loops that come to an end by what they do themselves.
__device__ int find_root(volatile int* parent, int x) { int p = parent[x]; while (p != x) { x = p; p = parent[x]; } return x; }
__device__ bool pop(int* count, int* items, int* out) { int i = atomicSub(count, 1); if (i <= 0) { atomicAdd(count, 1); return false; } *out = items[i - 1]; return true; }
__device__ float atomicMaxF(float* a, float v) { int* p = (int*)a; int old = *p; while (v > __int_as_float(old)) { int seen = atomicCAS(p, old, __float_as_int(v)); if (seen == old) break; old = seen; } return v; }
__global__ void quiet_1(int* p, int* v) { int old = atomicAdd(p, 1); if (old < 3) v[old] = 1; if (atomicOr(p, 4) & 4) v[0] = 2; if (atomicSub(p, 1) <= 0) v[1] = 2; }
__global__ void quiet_2(unsigned* next, int* v, unsigned n) { unsigned i; while ((i = atomicAdd(next, 1)) < n) { v[i] += 1; } }
__device__ double quiet_3(double* a, double v) { unsigned long long* p = (unsigned long long*)a; unsigned long long old = *p, assumed; do { assumed = old; old = atomicCAS(p, assumed, __double_as_longlong(v + __longlong_as_double(assumed))); } while (assumed != old); return __longlong_as_double(old); }
__global__ void quiet_4(int* left, int* v) { int i; while ((i = atomicSub(left, 1)) > 0) v[i] = 1; }
__global__ void quiet_5(int* left, int* v) { while (true) { int i = atomicSub(left, 1); if (i <= 0) { atomicAdd(left, 1); break; } v[i] = 1; } }
__global__ void quiet_6(int* p, int n) { while (atomicAdd(p, 1) < n) {} *p = 0; }
__global__ void quiet_7(unsigned* visited, int* q, int* tail, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) { unsigned bit = 1u << (q[i] & 31); if (!(atomicOr(&visited[q[i] >> 5], bit) & bit)) { int at = atomicAdd(tail, 1); q[at] = i; } } }
__global__ void quiet_8(int* best, int v) { while (atomicMax(best, v) < v) {} *best = 0; }
__global__ void quiet_9(unsigned* flags, int* parent, int n) { int node = parent[n + threadIdx.x]; while (node != -1) { if (atomicAdd(&flags[node], 1) == 0) return; node = parent[node]; } }
__global__ void quiet_10(int* flags, int* parent, int n) { int node = parent[n + threadIdx.x]; while (true) { if (atomicExch(&flags[node], 1) == 0) break; node = parent[node]; } }
__global__ void quiet_11(volatile int* a, int n, int* out) { int s = 0; for (int i = 0; i < n; ++i) { int x = a[i]; if (x == 3) break; s += x; } *out = s; }
__global__ void quiet_12(volatile int* sdata) { for (int s = blockDim.x / 2; s > 0; s >>= 1) { if (threadIdx.x < s) sdata[threadIdx.x] += sdata[threadIdx.x + s]; __syncthreads(); } }
__global__ void quiet_13(int* next, int* v, int n) { int at = v[threadIdx.x]; while (at != -1) { v[at] += n; at = next[at]; } for (int s = next[0]; s != n; s = next[s]) v[s] = 0; }
__global__ void quiet_14(unsigned* keys, unsigned key, unsigned slot, unsigned n) { while (true) { unsigned prev = atomicCAS(&keys[slot], 0xffffffffu, key); if (prev == 0xffffffffu || prev == key) break; slot = (slot + 1) % n; } }
__global__ void quiet_15(int* changed, int n) { __shared__ int more; do { __syncthreads(); if (threadIdx.x == 0) more = 0; __syncthreads(); if (n > 3) more = 1; __syncthreads(); } while (more); }
__global__ void quiet_16(int* cursor, const int* rows, int* cols, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) { int at = atomicSub(&cursor[rows[i]], 1); if (at <= 0) continue; cols[at - 1] = i; } }
__global__ void quiet_17(int* count, int* out) { __shared__ bool last; if (threadIdx.x == 0) last = atomicInc((unsigned*)count, gridDim.x) == gridDim.x - 1; __syncthreads(); if (last) out[threadIdx.x] = 0; }
__global__ void quiet_18(unsigned* mask, int* out) { unsigned m; while ((m = atomicAnd(mask, 0u)) != 0) { out[__ffs(m) - 1] = 1; } }
__global__ void quiet_19(int* head, int* out) { int h; while ((h = atomicExch(head, -1)) != -1) { out[h] = 1; } }
__global__ void gives_up(int* sem, int* v, int tries) { for (int i = 0; i < tries; ++i) { if (atomicSub(sem, 1) > 0) { *v += 1; atomicAdd(sem, 1); break; } atomicAdd(sem, 1); } }  // expect: WRP016
__global__ void quiet_21(volatile int* stop, int* v) { while (true) { int s = *stop; if (s) break; v[threadIdx.x]++; } }
__global__ void quiet_22(volatile unsigned* a, unsigned n) { unsigned s = a[0]; while (s != n) { s = a[s]; } }
__global__ void quiet_23(int* stack, int* top, int* out) { while (true) { int i = atomicAdd(top, -1); if (i <= 0) break; out[i] = stack[i]; } }
__global__ void quiet_24(unsigned* w, unsigned n) { unsigned bit = 1; while (atomicOr(w, bit) & bit) bit <<= 1; }
__global__ void quiet_25(unsigned* w, int n) { int i = 0; while (atomicOr(&w[i], 1u) & 1u) ++i; w[i] = 0; }
__global__ void quiet_26(int* p, int* q) { do { p[0] = q[0]; } while (atomicAdd(p, -1) > 0); }
__global__ void quiet_27(unsigned* w, int* label, bool* changed) { bool again = true; while (again) { again = false; int old = atomicMin(&label[0], label[1]); if (old > label[1]) again = true; } }
__global__ void quiet_28(int* label, int a, int b) { bool done; do { a = find_root(label, a); b = find_root(label, b); if (a < b) { int old = atomicMin(&label[b], a); done = old == b; b = old; } else if (b < a) { int old = atomicMin(&label[a], b); done = old == a; a = old; } else done = true; } while (!done); }
__global__ void quiet_29(volatile unsigned* clock_now, unsigned end) { long long t0 = clock64(); while (clock64() - t0 < end) {} }
__global__ void quiet_30(unsigned* pool, int* out) { for (;;) { unsigned m = *pool; if (!m) break; unsigned bit = m & -m; if (atomicAnd(pool, ~bit) & bit) { out[0] = bit; break; } } }
__global__ void quiet_31(int* budget, int* out) { while (atomicSub(budget, 1) > 0) { out[threadIdx.x]++; } atomicAdd(budget, 1); }
__global__ void quiet_32(int* count, int* items, int* v) { int x; while (pop(count, items, &x)) { v[x] += 1; } }
__global__ void quiet_33(int* count, int* items, int* v) { int x; for (;;) { if (!pop(count, items, &x)) break; v[x] += 1; } }
__global__ void quiet_34(int* count, int* items, int* v) { bool more = true; while (more) { int i = atomicSub(count, 1); if (i <= 0) { atomicAdd(count, 1); more = false; } else v[items[i - 1]] += 1; } }
__global__ void quiet_35(volatile int* q, int n, int* v) { int found = 0; while (!found) { int x = q[n]; if (x > 3) { found = 1; } ++n; } *v = n; }
__global__ void quiet_36(volatile float* s, int n) { bool more = true; while (more) { more = false; if (s[n] > s[n + 1]) { s[n] = s[n + 1]; more = true; } } }
__global__ void quiet_37(volatile int* f, int n) { for (int i = 0; i < n; ++i) { if (f[0] == 1) break; __nanosleep(10); } while (f[0] == 0 && n-- > 0) {} int k = 0; while (k < n) { int s = f[1]; if (s) break; ++k; } }
__global__ void all(volatile unsigned* p, unsigned* q) { while (atomicExch(q, 1u)) {} unsigned t = atomicAdd(q, 1u); while (*p != t) {} }  // expect: WRP016, WRP017
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
// Queues, sums, searches, and loops that come to an end by what they do themselves.
__device__ int find_root(volatile int* parent, int x) { int p = parent[x]; while (p != x) { x = p; p = parent[x]; } return x; }
__device__ bool pop(int* count, int* items, int* out) { int i = atomicSub(count, 1); if (i <= 0) { atomicAdd(count, 1); return false; } *out = items[i - 1]; return true; }
__device__ float atomicMaxF(float* a, float v) { int* p = (int*)a; int old = *p; while (v > __int_as_float(old)) { int seen = atomicCAS(p, old, __float_as_int(v)); if (seen == old) break; old = seen; } return v; }
__global__ void quiet_1(int* p, int* v) { int old = atomicAdd(p, 1); if (old < 3) v[old] = 1; if (atomicOr(p, 4) & 4) v[0] = 2; if (atomicSub(p, 1) <= 0) v[1] = 2; }
__global__ void quiet_2(unsigned* next, int* v, unsigned n) { unsigned i; while ((i = atomicAdd(next, 1)) < n) { v[i] += 1; } }
__device__ double quiet_3(double* a, double v) { unsigned long long* p = (unsigned long long*)a; unsigned long long old = *p, assumed; do { assumed = old; old = atomicCAS(p, assumed, __double_as_longlong(v + __longlong_as_double(assumed))); } while (assumed != old); return __longlong_as_double(old); }
__global__ void quiet_4(int* left, int* v) { int i; while ((i = atomicSub(left, 1)) > 0) v[i] = 1; }
__global__ void quiet_5(int* left, int* v) { while (true) { int i = atomicSub(left, 1); if (i <= 0) { atomicAdd(left, 1); break; } v[i] = 1; } }
__global__ void quiet_6(int* p, int n) { while (atomicAdd(p, 1) < n) {} *p = 0; }
__global__ void quiet_7(unsigned* visited, int* q, int* tail, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) { unsigned bit = 1u << (q[i] & 31); if (!(atomicOr(&visited[q[i] >> 5], bit) & bit)) { int at = atomicAdd(tail, 1); q[at] = i; } } }
__global__ void quiet_8(int* best, int v) { while (atomicMax(best, v) < v) {} *best = 0; }
__global__ void quiet_9(unsigned* flags, int* parent, int n) { int node = parent[n + threadIdx.x]; while (node != -1) { if (atomicAdd(&flags[node], 1) == 0) return; node = parent[node]; } }
__global__ void quiet_10(int* flags, int* parent, int n) { int node = parent[n + threadIdx.x]; while (true) { if (atomicExch(&flags[node], 1) == 0) break; node = parent[node]; } }
__global__ void quiet_11(volatile int* a, int n, int* out) { int s = 0; for (int i = 0; i < n; ++i) { int x = a[i]; if (x == 3) break; s += x; } *out = s; }
__global__ void quiet_12(volatile int* sdata) { for (int s = blockDim.x / 2; s > 0; s >>= 1) { if (threadIdx.x < s) sdata[threadIdx.x] += sdata[threadIdx.x + s]; __syncthreads(); } }
__global__ void quiet_13(int* next, int* v, int n) { int at = v[threadIdx.x]; while (at != -1) { v[at] += n; at = next[at]; } for (int s = next[0]; s != n; s = next[s]) v[s] = 0; }
__global__ void quiet_14(unsigned* keys, unsigned key, unsigned slot, unsigned n) { while (true) { unsigned prev = atomicCAS(&keys[slot], 0xffffffffu, key); if (prev == 0xffffffffu || prev == key) break; slot = (slot + 1) % n; } }
__global__ void quiet_15(int* changed, int n) { __shared__ int more; do { __syncthreads(); if (threadIdx.x == 0) more = 0; __syncthreads(); if (n > 3) more = 1; __syncthreads(); } while (more); }
__global__ void quiet_16(int* cursor, const int* rows, int* cols, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) { int at = atomicSub(&cursor[rows[i]], 1); if (at <= 0) continue; cols[at - 1] = i; } }
__global__ void quiet_17(int* count, int* out) { __shared__ bool last; if (threadIdx.x == 0) last = atomicInc((unsigned*)count, gridDim.x) == gridDim.x - 1; __syncthreads(); if (last) out[threadIdx.x] = 0; }
__global__ void quiet_18(unsigned* mask, int* out) { unsigned m; while ((m = atomicAnd(mask, 0u)) != 0) { out[__ffs(m) - 1] = 1; } }
__global__ void quiet_19(int* head, int* out) { int h; while ((h = atomicExch(head, -1)) != -1) { out[h] = 1; } }
__global__ void gives_up(int* sem, int* v, int tries) { for (int i = 0; i < tries; ++i) { if (atomicSub(sem, 1) > 0) { *v += 1; atomicAdd(sem, 1); break; } atomicAdd(sem, 1); } }  // expect: WRP016
__global__ void quiet_21(volatile int* stop, int* v) { while (true) { int s = *stop; if (s) break; v[threadIdx.x]++; } }
__global__ void quiet_22(volatile unsigned* a, unsigned n) { unsigned s = a[0]; while (s != n) { s = a[s]; } }
__global__ void quiet_23(int* stack, int* top, int* out) { while (true) { int i = atomicAdd(top, -1); if (i <= 0) break; out[i] = stack[i]; } }
__global__ void quiet_24(unsigned* w, unsigned n) { unsigned bit = 1; while (atomicOr(w, bit) & bit) bit <<= 1; }
__global__ void quiet_25(unsigned* w, int n) { int i = 0; while (atomicOr(&w[i], 1u) & 1u) ++i; w[i] = 0; }
__global__ void quiet_26(int* p, int* q) { do { p[0] = q[0]; } while (atomicAdd(p, -1) > 0); }
__global__ void quiet_27(unsigned* w, int* label, bool* changed) { bool again = true; while (again) { again = false; int old = atomicMin(&label[0], label[1]); if (old > label[1]) again = true; } }
__global__ void quiet_28(int* label, int a, int b) { bool done; do { a = find_root(label, a); b = find_root(label, b); if (a < b) { int old = atomicMin(&label[b], a); done = old == b; b = old; } else if (b < a) { int old = atomicMin(&label[a], b); done = old == a; a = old; } else done = true; } while (!done); }
__global__ void quiet_29(volatile unsigned* clock_now, unsigned end) { long long t0 = clock64(); while (clock64() - t0 < end) {} }
__global__ void quiet_30(unsigned* pool, int* out) { for (;;) { unsigned m = *pool; if (!m) break; unsigned bit = m & -m; if (atomicAnd(pool, ~bit) & bit) { out[0] = bit; break; } } }
__global__ void quiet_31(int* budget, int* out) { while (atomicSub(budget, 1) > 0) { out[threadIdx.x]++; } atomicAdd(budget, 1); }
__global__ void quiet_32(int* count, int* items, int* v) { int x; while (pop(count, items, &x)) { v[x] += 1; } }
__global__ void quiet_33(int* count, int* items, int* v) { int x; for (;;) { if (!pop(count, items, &x)) break; v[x] += 1; } }
__global__ void quiet_34(int* count, int* items, int* v) { bool more = true; while (more) { int i = atomicSub(count, 1); if (i <= 0) { atomicAdd(count, 1); more = false; } else v[items[i - 1]] += 1; } }
__global__ void quiet_35(volatile int* q, int n, int* v) { int found = 0; while (!found) { int x = q[n]; if (x > 3) { found = 1; } ++n; } *v = n; }
__global__ void quiet_36(volatile float* s, int n) { bool more = true; while (more) { more = false; if (s[n] > s[n + 1]) { s[n] = s[n + 1]; more = true; } } }
__global__ void quiet_37(volatile int* f, int n) { for (int i = 0; i < n; ++i) { if (f[0] == 1) break; __nanosleep(10); } while (f[0] == 0 && n-- > 0) {} int k = 0; while (k < n) { int s = f[1]; if (s) break; ++k; } }
__global__ void all(volatile unsigned* p, unsigned* q) { while (atomicExch(q, 1u)) {} unsigned t = atomicAdd(q, 1u); while (*p != t) {} }  // expect: WRP016, WRP017
