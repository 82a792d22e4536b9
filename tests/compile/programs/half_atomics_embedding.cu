/* Embedding-table gradient accumulation: half2 atomics, half as a template
 * parameter with a traits class. */
#include <cstdio>
#include <vector>
#include <cmath>
#include <cuda_fp16.h>

template <typename T> struct Vec2;
template <> struct Vec2<float>  { using type = float2; };
template <> struct Vec2<__half> { using type = __half2; };

template <typename T> __device__ void addPair(T *dst, typename Vec2<T>::type v);

template <> __device__ void addPair<float>(float *dst, float2 v)
{
    atomicAdd(dst, v.x);
    atomicAdd(dst + 1, v.y);
}

template <> __device__ void addPair<__half>(__half *dst, __half2 v)
{
    atomicAdd(reinterpret_cast<__half2 *>(dst), v);
}

template <typename T>
__global__ void scatterGrad(const T *grad, const int *ids, T *table, int tokens, int dim)
{
    using V = typename Vec2<T>::type;
    for (int t = blockIdx.x; t < tokens; t += gridDim.x) {
        const V *g = reinterpret_cast<const V *>(grad + (size_t)t * dim);
        T *row = table + (size_t)ids[t] * dim;
        for (int d = threadIdx.x; d < dim / 2; d += blockDim.x) addPair<T>(row + 2 * d, g[d]);
    }
}

// scalar half atomic by CAS on the enclosing word, as for older chips
__device__ void atomicAddHalfCas(__half *addr, __half val)
{
    unsigned int *base = (unsigned int *)((char *)addr - ((size_t)addr & 2));
    unsigned int old = *base, assumed;
    do {
        assumed = old;
        unsigned short h = ((size_t)addr & 2) ? (unsigned short)(old >> 16) : (unsigned short)(old & 0xffff);
        __half s = __hadd(__ushort_as_half(h), val);
        unsigned int bits = __half_as_ushort(s);
        unsigned int next = ((size_t)addr & 2) ? (old & 0xffff) | (bits << 16) : (old & 0xffff0000) | bits;
        old = atomicCAS(base, assumed, next);
    } while (assumed != old);
}

__global__ void counts(const int *ids, int tokens, __half *cnt)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < tokens) atomicAddHalfCas(&cnt[ids[t]], __float2half(1.f));
}

template <typename T> T cvt(float x) { return T(x); }
template <> __half cvt<__half>(float x) { return __float2half(x); }

template <typename T>
int check(int vocab, int tokens, int dim)
{
    std::vector<T> g((size_t)tokens * dim), tab((size_t)vocab * dim);
    std::vector<int> ids(tokens);
    std::vector<float> ref((size_t)vocab * dim, 0.f);
    for (int t = 0; t < tokens; t++) {
        ids[t] = (t * 7) % vocab;
        for (int d = 0; d < dim; d++) {
            float v = ((t + d) % 4) * 0.25f;
            g[(size_t)t * dim + d] = cvt<T>(v);
            ref[(size_t)ids[t] * dim + d] += v;
        }
    }
    T *d_g, *d_t; int *d_i;
    cudaMalloc(&d_g, g.size() * sizeof(T));
    cudaMalloc(&d_t, tab.size() * sizeof(T));
    cudaMalloc(&d_i, tokens * sizeof(int));
    cudaMemcpy(d_g, g.data(), g.size() * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemcpy(d_i, ids.data(), tokens * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_t, 0, tab.size() * sizeof(T));
    scatterGrad<T><<<tokens, 64>>>(d_g, d_i, d_t, tokens, dim);
    cudaMemcpy(tab.data(), d_t, tab.size() * sizeof(T), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (size_t i = 0; i < ref.size(); i++)
        if (fabsf((float)tab[i] - ref[i]) > 0.05f) bad++;

    __half *d_c;
    std::vector<__half> c(vocab);
    cudaMalloc(&d_c, vocab * sizeof(__half) + 4);
    cudaMemset(d_c, 0, vocab * sizeof(__half) + 4);
    counts<<<(tokens + 127) / 128, 128>>>(d_i, tokens, d_c);
    cudaMemcpy(c.data(), d_c, vocab * sizeof(__half), cudaMemcpyDeviceToHost);
    float total = 0;
    for (auto x : c) total += __half2float(x);
    if (total != tokens) bad++;
    cudaFree(d_g); cudaFree(d_t); cudaFree(d_i); cudaFree(d_c);
    return bad;
}

int main()
{
    int bad = check<float>(101, 1000, 128) + check<__half>(101, 1000, 128);
    printf(bad ? "FAIL\n" : "PASS\n");
    return bad;
}
