// AES-128 ECB encryption, s-box and round keys in constant memory, T-table
// built on the host and copied to a __device__ array.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cstdlib>
#include <vector>

typedef uint8_t u8;
typedef uint32_t u32;

__constant__ u32 c_rk[44];
__constant__ u8 c_sbox[256];
__device__ u32 d_T0[256];

static u8 sbox[256];
static u32 T0[256];

static u8 xt(u8 a) { return (u8)((a << 1) ^ ((a >> 7) * 0x1b)); }

static void buildTables()
{
    u8 p = 1, q = 1;
    do {
        p = p ^ (u8)(p << 1) ^ ((p & 0x80) ? 0x1b : 0);
        q ^= q << 1; q ^= q << 2; q ^= q << 4;
        if (q & 0x80) q ^= 0x09;
        u8 x = q ^ (u8)(q << 1 | q >> 7) ^ (u8)(q << 2 | q >> 6) ^ (u8)(q << 3 | q >> 5) ^ (u8)(q << 4 | q >> 4);
        sbox[p] = x ^ 0x63;
    } while (p != 1);
    sbox[0] = 0x63;
    for (int i = 0; i < 256; i++) {
        u8 s = sbox[i], s2 = xt(s), s3 = s2 ^ s;
        T0[i] = (u32)s2 << 24 | (u32)s << 16 | (u32)s << 8 | s3;
    }
}

static void expandKey(const u8 key[16], u32 rk[44])
{
    u8 rcon = 1;
    for (int i = 0; i < 4; i++) rk[i] = (u32)key[4 * i] << 24 | key[4 * i + 1] << 16 | key[4 * i + 2] << 8 | key[4 * i + 3];
    for (int i = 4; i < 44; i++) {
        u32 t = rk[i - 1];
        if (i % 4 == 0) {
            t = (u32)sbox[(t >> 16) & 255] << 24 | sbox[(t >> 8) & 255] << 16 | sbox[t & 255] << 8 | sbox[t >> 24];
            t ^= (u32)rcon << 24;
            rcon = xt(rcon);
        }
        rk[i] = rk[i - 4] ^ t;
    }
}

__device__ __forceinline__ u32 ror(u32 x, int n) { return __funnelshift_r(x, x, n); }

__global__ void aes128(const uint4 *in, uint4 *out, int blocks)
{
    __shared__ u32 T[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) T[i] = d_T0[i];
    __syncthreads();
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= blocks) return;
    uint4 v = in[id];
    u32 s[4] = {__byte_perm(v.x, 0, 0x0123) ^ c_rk[0], __byte_perm(v.y, 0, 0x0123) ^ c_rk[1],
                __byte_perm(v.z, 0, 0x0123) ^ c_rk[2], __byte_perm(v.w, 0, 0x0123) ^ c_rk[3]}, t[4];
    for (int r = 1; r < 10; r++) {
#pragma unroll
        for (int j = 0; j < 4; j++)
            t[j] = T[s[j] >> 24] ^ ror(T[(s[(j + 1) & 3] >> 16) & 255], 8) ^ ror(T[(s[(j + 2) & 3] >> 8) & 255], 16) ^
                   ror(T[s[(j + 3) & 3] & 255], 24) ^ c_rk[4 * r + j];
#pragma unroll
        for (int j = 0; j < 4; j++) s[j] = t[j];
    }
    for (int j = 0; j < 4; j++)
        t[j] = ((u32)c_sbox[s[j] >> 24] << 24 | (u32)c_sbox[(s[(j + 1) & 3] >> 16) & 255] << 16 |
                (u32)c_sbox[(s[(j + 2) & 3] >> 8) & 255] << 8 | c_sbox[s[(j + 3) & 3] & 255]) ^ c_rk[40 + j];
    out[id] = make_uint4(__byte_perm(t[0], 0, 0x0123), __byte_perm(t[1], 0, 0x0123), __byte_perm(t[2], 0, 0x0123), __byte_perm(t[3], 0, 0x0123));
}

int main(int argc, char **argv)
{
    int blocks = argc > 1 ? atoi(argv[1]) : 1 << 16;
    // FIPS-197 appendix B
    const u8 key[16] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
    const u8 plain[16] = {0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d, 0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34};
    const u8 want[16] = {0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb, 0xdc, 0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32};
    u32 rk[44];
    buildTables();
    expandKey(key, rk);
    cudaMemcpyToSymbol(c_rk, rk, sizeof(rk));
    cudaMemcpyToSymbol(c_sbox, sbox, 256);
    cudaMemcpyToSymbol(d_T0, T0, sizeof(u32) * 256);
    std::vector<u8> h(16 * blocks), g(16 * blocks);
    for (int b = 0; b < blocks; b++) memcpy(&h[16 * b], plain, 16);
    uint4 *di, *dout;
    cudaMalloc(&di, h.size());
    cudaMalloc(&dout, h.size());
    cudaMemcpy(di, h.data(), h.size(), cudaMemcpyHostToDevice);
    aes128<<<(blocks + 255) / 256, 256>>>(di, dout, blocks);
    cudaMemcpy(g.data(), dout, g.size(), cudaMemcpyDeviceToHost);
    int bad = 0;
    for (int b = 0; b < blocks; b++) bad += memcmp(&g[16 * b], want, 16) != 0;
    puts(bad ? "FAIL" : "PASS");
    cudaFree(di); cudaFree(dout);
    return bad != 0;
}
