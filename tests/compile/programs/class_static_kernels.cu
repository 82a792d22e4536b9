// A little "engine" class that hides its kernels: static kernels in the file,
// kernels as friend templates, launches inside methods and operator().
#include <algorithm>
#include <cstddef>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpu {

class Error : public std::runtime_error {
public:
    Error(cudaError_t code, const std::string& where)
        : std::runtime_error(where + ": " + cudaGetErrorString(code)), code_(code) {}
    cudaError_t code() const noexcept { return code_; }
private:
    cudaError_t code_;
};

inline void check(cudaError_t code, const char* where)
{
    if (code != cudaSuccess) throw Error(code, where);
}

template <typename T>
class Buffer {
public:
    explicit Buffer(std::size_t n) : n_(n) { check(cudaMalloc(&p_, n * sizeof(T)), "Buffer"); }
    Buffer(const std::vector<T>& v) : Buffer(v.size()) { check(cudaMemcpy(p_, v.data(), n_ * sizeof(T), cudaMemcpyHostToDevice), "upload"); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    Buffer(Buffer&& o) noexcept : p_(o.p_), n_(o.n_) { o.p_ = nullptr; }
    ~Buffer() { if (p_) cudaFree(p_); }
    T* get() { return p_; }
    const T* get() const { return p_; }
    std::size_t size() const { return n_; }
    std::vector<T> host() const
    {
        std::vector<T> v(n_);
        check(cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost), "download");
        return v;
    }
private:
    T* p_ = nullptr;
    std::size_t n_;
};

struct StreamDeleter {
    void operator()(cudaStream_t s) const { cudaStreamDestroy(s); }
};
using StreamPtr = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, StreamDeleter>;

} // namespace gpu

template <typename Op, typename T>
static __global__ void mapKernel(Op op, const T* a, T* out, std::size_t n)
{
    const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = op(a[i]);
}

template <typename Op, typename T>
static __global__ void zipKernel(Op op, const T* a, const T* b, T* out, std::size_t n)
{
    const std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) out[i] = op(a[i], b[i]);
}

template <typename T> struct Square { __host__ __device__ T operator()(T x) const { return x * x; } };
template <typename T> struct Plus { __host__ __device__ T operator()(T x, T y) const { return x + y; } };
template <typename T> struct Scale {
    T k;
    __host__ __device__ explicit constexpr Scale(T k_) : k(k_) {}
    __host__ __device__ T operator()(T x) const { return k * x; }
};

class Engine {
public:
    static constexpr unsigned block = 192;
    Engine()
    {
        cudaStream_t s;
        gpu::check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "stream");
        stream_.reset(s);
    }
    template <typename Op, typename T>
    Engine& map(Op op, const gpu::Buffer<T>& a, gpu::Buffer<T>& out)
    {
        mapKernel<Op, T><<<grid(a.size()), block, 0, stream_.get()>>>(op, a.get(), out.get(), a.size());
        return *this;
    }
    template <typename Op, typename T>
    Engine& zip(Op op, const gpu::Buffer<T>& a, const gpu::Buffer<T>& b, gpu::Buffer<T>& out)
    {
        zipKernel<<<grid(a.size()), block, 0, stream_.get()>>>(op, a.get(), b.get(), out.get(), a.size());
        return *this;
    }
    void operator()() { gpu::check(cudaStreamSynchronize(stream_.get()), "sync"); }
private:
    static unsigned grid(std::size_t n) { return static_cast<unsigned>((n + block - 1) / block); }
    gpu::StreamPtr stream_;
};

int main()
try {
    std::vector<double> x(12345), y(12345);
    for (std::size_t i = 0; i < x.size(); ++i) { x[i] = 0.5 * i; y[i] = 1.0 + i; }
    gpu::Buffer<double> a(x), b(y), c(x.size());
    Engine run;
    run.map(Square<double>{}, a, c).zip(Plus<double>(), c, b, c).map(Scale<double>{0.25}, c, c)();
    auto r = c.host();
    bool ok = true;
    for (std::size_t i = 0; i < r.size(); ++i) ok = ok && r[i] == 0.25 * (x[i] * x[i] + y[i]);
    std::cout << (ok ? "PASS" : "FAIL") << '\n';
    return ok ? 0 : 1;
} catch (const gpu::Error& e) {
    std::cerr << e.what() << " (" << e.code() << ")\n";
    return 2;
}
