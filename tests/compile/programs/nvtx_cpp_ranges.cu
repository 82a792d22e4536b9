// NVTX of C++: ranges in two domains, of functions and of a macro, marks, colors and payloads.
#include <nvtx3/nvtx3.hpp>
#include <cstdio>
#include <optional>
#include <string>

struct solver { static constexpr char const *name{"solver"}; };
using solver_range = nvtx3::scoped_range_in<solver>;
#define RANGE(text) nvtx3::scoped_range range_of_macro{text}

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }

static void launch(int *p, const std::string &name, int step)
{
    NVTX3_FUNC_RANGE();
    nvtx3::scoped_range const launched(name, nvtx3::rgb{127, 255, 0});
    nvtx3::scoped_range_in<solver> numbered{nvtx3::payload{step}, name};
    fill<<<1, 32>>>(p);
    nvtx3::mark("launched", nvtx3::rgb{255, 0, 0});
}

static bool check(int *p)
{
    NVTX3_FUNC_RANGE_IN(solver);
    solver_range copied{"copy"};
    int h[32];
    cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost);
    return h[31] == 31;
}

int main()
{
    std::optional<nvtx3::scoped_range> all;
    all.emplace("all");
    int *p = nullptr;
    if (cudaMalloc(&p, 32 * sizeof(int)) != cudaSuccess) return 1;
    {
        RANGE("step");
        launch(p, "first", 1);
    }
    printf("%s\n", check(p) ? "PASS" : "FAIL");
    cudaFree(p);
    all.reset();
    return 0;
}
