__device__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ float2 operator*(float2 a, float2 b);
__device__ float2 operator-(float2 a) { return make_float2(-a.x, -a.y); }
__device__ bool operator==(float2 a, float2 b) { return a.x == b.x && a.y == b.y; }
Out &operator<<(Out &out, float2 v) { return out << v.x; }
__device__ Vector operator*(Vector a, Vector b) { return Vector(a.x * b.x, a.y * b.y, a.z * b.z); }
__device__ float2 operator*(float2 a, double2 b) { return make_float2(a.x * b.x, a.y * b.y); }
__device__ dim3 operator*(dim3 a, dim3 b) { return dim3(a.x * b.x, a.y * b.y, a.z * b.z); }
struct Point {
    float x, y;
    float2 operator*(float2 b) const { return make_float2(x * b.x, y * b.y); }
};
// float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
const char *text = "float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }";
#define OPERATOR(T) __device__ T operator*(T a, T b) { return make(a.x * b.x, a.y * b.y); }
