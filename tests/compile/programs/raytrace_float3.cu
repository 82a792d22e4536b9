// Tiny sphere path tracer; float3 operators defined in place, class with
// float3 members, device recursion replaced by a loop.
#include <cstdio>
#include <cstdlib>
#include <cfloat>
#include <vector>
#include <chrono>

typedef float3 vec3;

__host__ __device__ __forceinline__ float3 operator+(const float3& a, const float3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__host__ __device__ __forceinline__ float3 operator-(const float3& a, const float3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__host__ __device__ __forceinline__ float3 operator-(const float3& a) { return {-a.x, -a.y, -a.z}; }
__host__ __device__ __forceinline__ float3 operator*(const float3& a, const float3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
__host__ __device__ __forceinline__ float3 operator*(const float3& a, float s) { return {a.x * s, a.y * s, a.z * s}; }
__host__ __device__ __forceinline__ float3 operator*(float s, const float3& a) { return a * s; }
__host__ __device__ __forceinline__ float3& operator*=(float3& a, const float3& b) { a.x *= b.x; a.y *= b.y; a.z *= b.z; return a; }
__host__ __device__ __forceinline__ float3& operator*=(float3& a, float s) { a.x *= s; a.y *= s; a.z *= s; return a; }
__host__ __device__ __forceinline__ float dot(const float3& a, const float3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ float3 normalize(const float3& v) { return v * rsqrtf(dot(v, v)); }
__device__ float3 reflect(const float3& i, const float3& n) { return i - 2.0f * dot(n, i) * n; }

struct Ray {
    vec3 o, d;
    __device__ Ray(vec3 o_, vec3 d_) : o(o_), d(d_) {}
    __device__ vec3 at(float t) const { return o + d * t; }
};

struct Sphere {
    float3 c;
    float r;
    float3 albedo;
    float mirror;

    __device__ bool hit(const Ray& ray, float& t) const
    {
        float3 oc = ray.o - c;
        float b = dot(oc, ray.d);
        float det = b * b - dot(oc, oc) + r * r;
        if (det < 0.f) return false;
        det = sqrtf(det);
        t = -b - det > 1e-4f ? -b - det : -b + det;
        return t > 1e-4f;
    }
};

__device__ float rnd(unsigned int& s)
{
    s ^= s << 13; s ^= s >> 17; s ^= s << 5;
    return (s & 0xffffff) * (1.0f / 16777216.0f);
}

__global__ void __launch_bounds__(64)
render(uchar4* img, int w, int h, const Sphere* __restrict__ scene, int ns, int spp)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    unsigned int seed = (y * w + x) * 9781u + 1u;
    float3 sum = make_float3(0.f, 0.f, 0.f);
    for (int s = 0; s < spp; ++s) {
        float u = (x + rnd(seed)) / w - 0.5f, v = 0.5f - (y + rnd(seed)) / h;
        Ray ray(make_float3(0, 0, 5), normalize(make_float3(u, v, -1.f)));
        float3 tp = make_float3(1, 1, 1);
        for (int depth = 0; depth < 6; ++depth) {
            float best = FLT_MAX, t;
            int id = -1;
            for (int i = 0; i < ns; ++i)
                if (scene[i].hit(ray, t) && t < best) { best = t; id = i; }
            if (id < 0) {
                float k = 0.5f * (ray.d.y + 1.f);
                sum = sum + tp * (make_float3(1.f, 1.f, 1.f) * (1 - k) + make_float3(.5f, .7f, 1.f) * k);
                break;
            }
            const Sphere& sp = scene[id];
            float3 p = ray.at(best), n = normalize(p - sp.c);
            if (dot(n, ray.d) > 0) n = -n;
            float3 dir;
            if (rnd(seed) < sp.mirror) dir = reflect(ray.d, n);
            else {
                float ph = 6.2831853f * rnd(seed), z = 2 * rnd(seed) - 1, sn, cs;
                __sincosf(ph, &sn, &cs);
                float q = sqrtf(fmaxf(0.f, 1 - z * z));
                dir = n + make_float3(q * cs, q * sn, z) * 0.999f;
            }
            ray = Ray(p, normalize(dir));
            tp *= sp.albedo;
            tp *= 0.95f;
        }
    }
    sum *= 1.0f / spp;
    img[y * w + x] = make_uchar4((unsigned char)(__saturatef(sum.x) * 255.f), (unsigned char)(__saturatef(sum.y) * 255.f),
                                 (unsigned char)(__saturatef(sum.z) * 255.f), 255);
}

int main(int argc, char** argv)
{
    int w = 320, h = 200, spp = argc > 1 ? atoi(argv[1]) : 16;
    std::vector<Sphere> scene;
    scene.push_back({make_float3(0, -1000, 0), 999.f, make_float3(.5f, .5f, .5f), 0.f});
    for (int i = 0; i < 9; i++)
        scene.push_back({make_float3(i % 3 - 1.f, -.6f, i / 3 - 1.f), .4f, make_float3(.3f + .07f * i, .6f, .9f - .08f * i), i % 2 ? .8f : 0.f});
    Sphere* d_scene;
    uchar4* d_img;
    cudaMalloc(&d_scene, scene.size() * sizeof(Sphere));
    cudaMalloc(&d_img, w * h * sizeof(uchar4));
    cudaMemcpy(d_scene, scene.data(), scene.size() * sizeof(Sphere), cudaMemcpyHostToDevice);
    dim3 block(8, 8), grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
    auto t0 = std::chrono::steady_clock::now();
    render<<<grid, block>>>(d_img, w, h, d_scene, (int)scene.size(), spp);
    cudaError_t err = cudaDeviceSynchronize();
    auto t1 = std::chrono::steady_clock::now();
    std::vector<uchar4> img(w * h);
    cudaMemcpy(img.data(), d_img, w * h * sizeof(uchar4), cudaMemcpyDeviceToHost);
    long sum = 0;
    for (const uchar4& p : img) sum += p.x + p.y + p.z;
    printf("%.2f ms mean %.2f\n", std::chrono::duration<double, std::milli>(t1 - t0).count(), sum / (3.0 * w * h));
    printf("%s\n", err == cudaSuccess && sum > 0 ? "PASS" : "FAIL");
    cudaFree(d_img); cudaFree(d_scene);
}
