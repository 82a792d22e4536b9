// What `using namespace` brings into sight: by an alias, of an inline namespace, in a namespace of its own.
namespace gpu {
inline namespace v1 {
inline cudaError_t cudaMalloc(float **p, int n) {  // expect: TOOL006
    return ::cudaMalloc((void **)p, n * sizeof(float));
}
}
}
namespace g = gpu;
namespace current = gpu::v1;

void inline_part() {
    float *p;
    using namespace gpu::v1;
    cudaMalloc(&p, 100);
}

void by_alias() {
    float *p;
    using namespace g;
    cudaMalloc(&p, 100);
}

void by_alias_of_inline_part() {
    float *p;
    using namespace current;
    cudaMalloc(&p, 100);
}

namespace user {
using namespace gpu;
void within() {
    float *p;
    cudaMalloc(&p, 100);
}
void elsewhere();
}

void user::elsewhere() {
    float *p;
    cudaMalloc(&p, 100);
}

void outside() {
    void *p;
    cudaMalloc(&p, 100);
}
// ==== output
// What `using namespace` brings into sight: by an alias, of an inline namespace, in a namespace of its own.
namespace gpu {
inline namespace v1 {
inline hipError_t cudaMalloc(float **p, int n) {  // expect: TOOL006
    return ::hipMalloc((void **)p, n * sizeof(float));
}
}
}
namespace g = gpu;
namespace current = gpu::v1;

void inline_part() {
    float *p;
    using namespace gpu::v1;
    cudaMalloc(&p, 100);
}

void by_alias() {
    float *p;
    using namespace g;
    cudaMalloc(&p, 100);
}

void by_alias_of_inline_part() {
    float *p;
    using namespace current;
    cudaMalloc(&p, 100);
}

namespace user {
using namespace gpu;
void within() {
    float *p;
    cudaMalloc(&p, 100);
}
void elsewhere();
}

void user::elsewhere() {
    float *p;
    cudaMalloc(&p, 100);
}

void outside() {
    void *p;
    hipMalloc(&p, 100);
}
