#define VECTOR(type) make_ ## type ## 4(1, 2, 3, 4)
#define SIZE(x) atomic ## _size
auto a = VECTOR(float);
