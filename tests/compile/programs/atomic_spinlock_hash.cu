// Concurrent hash table (linear probing, 64-bit CAS), a spin-lock protected
// counter, a "last block done" reduction with __threadfence, scoped atomics.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>

using u64 = unsigned long long;
static const u64 EMPTY = 0xffffffffffffffffULL;

__device__ int d_lock = 0;
__device__ volatile int d_guarded = 0;
__device__ unsigned int d_ticket = 0;

__device__ __forceinline__ uint32_t mix(uint32_t k)
{
    k ^= k >> 16; k *= 0x85ebca6b;
    k ^= k >> 13; k *= 0xc2b2ae35;
    k ^= k >> 16;
    return k;
}

__global__ void insert(u64* table, uint32_t cap, const uint32_t* keys, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint32_t key = keys[i], slot = mix(key) & (cap - 1);
    while (true) {
        u64 want = ((u64)key << 32) | 1u;
        u64 prev = atomicCAS(&table[slot], EMPTY, want);
        if (prev == EMPTY) return;
        if ((uint32_t)(prev >> 32) == key) {
            atomicAdd(&table[slot], 1ULL);
            return;
        }
        slot = (slot + 1) & (cap - 1);
    }
}

__global__ void locked(int rounds)
{
    if (threadIdx.x == 0) {
        for (int r = 0; r < rounds; r++) {
            while (atomicCAS(&d_lock, 0, 1) != 0) { }
            __threadfence();
            d_guarded = d_guarded + 1;
            __threadfence();
            atomicExch(&d_lock, 0);
        }
    }
}

__global__ void sumLastBlock(const u64* table, uint32_t cap, u64* partial, u64* total)
{
    __shared__ u64 s;
    __shared__ bool last;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < cap; i += gridDim.x * blockDim.x)
        if (table[i] != EMPTY) atomicAdd_block(&s, table[i] & 0xffffffffULL);
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s;
        __threadfence();
        unsigned int t = atomicInc(&d_ticket, gridDim.x);
        last = (t == gridDim.x - 1);
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        u64 sum = 0;
        for (unsigned b = 0; b < gridDim.x; b++) sum += ((volatile u64*)partial)[b];
        atomicAdd_system(total, sum);
        d_ticket = 0;
    }
}

int main(int argc, char** argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300000;
    const uint32_t cap = 1u << 19;
    std::vector<uint32_t> keys(n);
    std::unordered_map<uint32_t, uint32_t> ref;
    for (int i = 0; i < n; i++) { keys[i] = (uint32_t)(i * 48271u) % 100003u; ref[keys[i]]++; }

    u64 *table, *partial, *total;
    uint32_t* d_keys;
    cudaMalloc(&table, cap * sizeof(u64));
    cudaMalloc(&partial, 64 * sizeof(u64));
    cudaMallocManaged(&total, sizeof(u64));
    cudaMalloc(&d_keys, n * sizeof(uint32_t));
    cudaMemset(table, 0xff, cap * sizeof(u64));
    cudaMemcpy(d_keys, keys.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice);
    *total = 0;
    insert<<<(n + 255) / 256, 256>>>(table, cap, d_keys, n);
    sumLastBlock<<<64, 256>>>(table, cap, partial, total);
    locked<<<16, 32>>>(10);
    if (cudaDeviceSynchronize() != cudaSuccess) { puts("FAIL (cuda)"); return 1; }

    std::vector<u64> h(cap);
    cudaMemcpy(h.data(), table, cap * sizeof(u64), cudaMemcpyDeviceToHost);
    int guarded;
    cudaMemcpyFromSymbol(&guarded, d_guarded, sizeof(int));
    size_t found = 0, bad = 0;
    for (u64 e : h)
        if (e != EMPTY) {
            ++found;
            bad += ref[(uint32_t)(e >> 32)] != (uint32_t)e;
        }
    bool ok = !bad && found == ref.size() && *total == (u64)n && guarded == 160;
    printf("%zu keys, %d guarded: %s\n", found, guarded, ok ? "PASS" : "FAIL");
    cudaFree(table); cudaFree(partial); cudaFree(total); cudaFree(d_keys);
    return ok ? 0 : 1;
}
