__forceinline__ __device__ double2 operator*(double2 a, double2 b) { return make_double2(a.x * b.x - a.y * b.y, 0); }
static inline double2 operator/(double2 a, double2 b) { return make_double2(a.x, b.y); }
constexpr float2 operator*(float2 a, float2 b) { return {a.x, b.y}; }
HOST_DEVICE float2 operator/(float2 a, float2 b) { return {a.x, b.y}; }  // expect: MTH016
__host__ __device__ int2 operator*(int2 a, int2 b) { return {a.x, b.y}; }  // expect: MTH016
// ==== output
__forceinline__ __device__ double2 operator*(double2 a, double2 b) { return make_double2(a.x * b.x - a.y * b.y, 0); }
static inline double2 operator/(double2 a, double2 b) { return make_double2(a.x, b.y); }
#if defined(__HIP_PLATFORM_AMD__)  // HIP brings such an operator
__attribute__((enable_if(true, "preferred to the operator of HIP")))
#endif
constexpr float2 operator*(float2 a, float2 b) { return {a.x, b.y}; }
HOST_DEVICE float2 operator/(float2 a, float2 b) { return {a.x, b.y}; }  // expect: MTH016
__host__ __device__ int2 operator*(int2 a, int2 b) { return {a.x, b.y}; }  // expect: MTH016
