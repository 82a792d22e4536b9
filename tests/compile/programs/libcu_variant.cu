// Variants of libcu++ on both sides: visits, elements by type and by number, overloads beside std::variant.
#include <cuda/std/tuple>
#include <cuda/std/variant>
#include <cstdio>
#include <variant>

struct Box { int width, height; };
struct Ball { float radius; };
using Shape = cuda::std::variant<Box, Ball, int>;
static_assert(cuda::std::variant_size_v<Shape> == 3);

template <class... Functors> struct Overloaded : Functors... { using Functors::operator()...; };
template <class... Functors> __host__ __device__ Overloaded(Functors...) -> Overloaded<Functors...>;

__host__ __device__ float area(Shape const &shape)
{
    return cuda::std::visit(Overloaded{[](Box const &box) -> float { return box.width * box.height; },
                                       [](Ball const &ball) -> float { return 3 * ball.radius * ball.radius; },
                                       [](auto &&number) -> float { return number; }},
                            shape);
}
float area(std::variant<Box, Ball> const &shape) { return -1.0f - shape.index(); }

__global__ void areas(Shape const *shapes, float *out, Shape *widened)
{
    int i = threadIdx.x;
    out[i] = area(shapes[i]);
    if (cuda::std::holds_alternative<Box>(shapes[i])) out[i] += cuda::std::get<Box>(shapes[i]).width;
    if (auto *ball = cuda::std::get_if<Ball>(&shapes[i])) out[i] += ball->radius;
    if (widened[i].index() == 0) cuda::std::get<0>(widened[i]).width += 1;
    cuda::std::tuple<int, int> both = cuda::std::make_tuple(i, 2 * i);
    out[i] += cuda::std::get<1>(both);
}

int main()
{
    Shape shapes[] = {Box{2, 3}, Ball{2.0f}, 7};
    cuda::std::get<Box>(shapes[0]).height = 4;
    for (auto &shape : shapes) printf("%g ", area(shape));
    Shape other;
    other = Ball{1.0f};
    other.emplace<int>(5);
    printf("%g %zu ", area(other), (size_t)other.index());
    try {
        cuda::std::get<Ball>(other);
    } catch (...) {
        printf("none ");
    }
    printf("%g\n", area(std::variant<Box, Ball>{Ball{1.0f}}));
    return 0;
}
