template <typename T> struct trait;
struct __nv_bfloat16;  // expect: TOOL006
struct __hip_bfloat16;
template <> struct trait<__nv_bfloat16> {};
template <> struct trait<__hip_bfloat16> {};
cudaError_t f();
// ==== output
template <typename T> struct trait;
struct __nv_bfloat16;  // expect: TOOL006
struct __hip_bfloat16;
template <> struct trait<__nv_bfloat16> {};
template <> struct trait<__hip_bfloat16> {};
hipError_t f();
