#pragma once
namespace knn {

template <typename K, typename V>
struct Entry {
    K key;
    V val;
    __host__ __device__ bool operator<(const Entry &o) const { return key < o.key || (key == o.key && val < o.val); }
};

// sorted list in registers, insertion by shifting
template <int K>
struct TopK {
    Entry<float, int> e[K];
    __device__ TopK()
    {
#pragma unroll
        for (int i = 0; i < K; i++) e[i] = {3.4e38f, 0x7fffffff};
    }
    __device__ void push(Entry<float, int> x)
    {
#pragma unroll
        for (int i = 0; i < K; i++)
            if (x < e[i]) { auto t = e[i]; e[i] = x; x = t; }
    }
};

template <int K>
__device__ void warpMerge(TopK<K> &t, unsigned mask)
{
    for (int d = 16; d > 0; d >>= 1) {
        TopK<K> other;
        for (int i = 0; i < K; i++) {
            other.e[i].key = __shfl_down_sync(mask, t.e[i].key, d);
            other.e[i].val = __shfl_down_sync(mask, t.e[i].val, d);
        }
        for (int i = 0; i < K; i++) t.push(other.e[i]);
    }
}
}
