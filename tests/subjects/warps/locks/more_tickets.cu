#include <cuda_runtime.h>
// Each thread waits for a number of its own.
__device__ unsigned peek(unsigned* p) { return *(volatile unsigned*)p; }
__device__ unsigned peek2(const unsigned* p) { volatile const unsigned* q = p; return *q; }
__device__ unsigned cachev(unsigned* p) { return __ldcv(p); }
__device__ unsigned draw(unsigned* p) { return atomicAdd(p, 1u); }
struct TicketLock {
  unsigned next, serving;
  __device__ void lock() { unsigned t = atomicAdd(&next, 1u); while (*(volatile unsigned*)&serving != t) {} __threadfence(); }  // expect: WRP017
  __device__ void unlock() { __threadfence(); atomicAdd(&serving, 1u); }
};
__global__ void ticket_10(unsigned* tail, volatile int* slots, int* v) { unsigned t = atomicAdd(tail, 1u); int slot = t % 1024; while (slots[slot] == 0) {} slots[slot] = 0; *v += 1; __threadfence(); slots[(slot + 1) % 1024] = 1; }  // expect: WRP017
__global__ void ticket_11(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); while (cachev(now) != t) {} *v += 1; __threadfence(); atomicAdd(now, 1u); }  // expect: WRP017
__device__ void wait_turn(volatile unsigned* now, unsigned t) { unsigned s = *now; while (s != t) s = *now; }  // expect: ATM011
__global__ void ticket_12(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); wait_turn(now, t); *v += 1; __threadfence(); atomicAdd(now, 1u); }  // expect: WRP017
__global__ void ticket_13(unsigned* ticket, volatile unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); unsigned s; while ((s = *now) != t) {} *v += 1; *now = t + 1; }  // expect: WRP017
__global__ void ticket_14(unsigned* ticket, volatile unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); while (true) { if (*now != t) continue; *v += 1; __threadfence(); *now = t + 1; break; } }  // expect: WRP017
__global__ void ticket_15(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); bool mine = false; while (!mine) { mine = peek(now) == t; } *v += 1; __threadfence(); atomicAdd(now, 1u); }  // expect: WRP017
__global__ void ticket_16(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); while (true) { if (peek(now) == t) { *v += 1; __threadfence(); atomicAdd(now, 1u); break; } } }  // expect: WRP017
__global__ void ticket_17(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); while (atomicAdd(now, 0u) != t) {} *v += 1; atomicAdd(now, 1u); }  // expect: WRP017
__global__ void ticket_18(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); for (;;) { unsigned s = atomicOr(now, 0u); if (s == t) break; } *v += 1; atomicAdd(now, 1u); }  // expect: WRP017
// ==== output
#include <hip/hip_runtime.h>
#include "hipify_compat.hpp"
// Each thread waits for a number of its own.
__device__ unsigned peek(unsigned* p) { return *(volatile unsigned*)p; }
__device__ unsigned peek2(const unsigned* p) { volatile const unsigned* q = p; return *q; }
__device__ unsigned cachev(unsigned* p) { return __ldcv(p); }
__device__ unsigned draw(unsigned* p) { return atomicAdd(p, 1u); }
struct TicketLock {
  unsigned next, serving;
  __device__ void lock() { unsigned t = atomicAdd(&next, 1u); while (*(volatile unsigned*)&serving != t) {} __threadfence(); }  // expect: WRP017
  __device__ void unlock() { __threadfence(); atomicAdd(&serving, 1u); }
};
__global__ void ticket_10(unsigned* tail, volatile int* slots, int* v) { unsigned t = atomicAdd(tail, 1u); int slot = t % 1024; while (slots[slot] == 0) {} slots[slot] = 0; *v += 1; __threadfence(); slots[(slot + 1) % 1024] = 1; }  // expect: WRP017
__global__ void ticket_11(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); while (cachev(now) != t) {} *v += 1; __threadfence(); atomicAdd(now, 1u); }  // expect: WRP017
__device__ void wait_turn(volatile unsigned* now, unsigned t) { unsigned s = *now; while (s != t) s = *now; }  // expect: ATM011
__global__ void ticket_12(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); wait_turn(now, t); *v += 1; __threadfence(); atomicAdd(now, 1u); }  // expect: WRP017
__global__ void ticket_13(unsigned* ticket, volatile unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); unsigned s; while ((s = *now) != t) {} *v += 1; *now = t + 1; }  // expect: WRP017
__global__ void ticket_14(unsigned* ticket, volatile unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); while (true) { if (*now != t) continue; *v += 1; __threadfence(); *now = t + 1; break; } }  // expect: WRP017
__global__ void ticket_15(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); bool mine = false; while (!mine) { mine = peek(now) == t; } *v += 1; __threadfence(); atomicAdd(now, 1u); }  // expect: WRP017
__global__ void ticket_16(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); while (true) { if (peek(now) == t) { *v += 1; __threadfence(); atomicAdd(now, 1u); break; } } }  // expect: WRP017
__global__ void ticket_17(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); while (atomicAdd(now, 0u) != t) {} *v += 1; atomicAdd(now, 1u); }  // expect: WRP017
__global__ void ticket_18(unsigned* ticket, unsigned* now, int* v) { unsigned t = atomicAdd(ticket, 1u); for (;;) { unsigned s = atomicOr(now, 0u); if (s == t) break; } *v += 1; atomicAdd(now, 1u); }  // expect: WRP017
