__device__ void f() {
    auto pointer = &__finitef;  // expect: API001
    int a = __finitef(p, q);  // expect: API001
    int b = __finitef(args...);  // expect: API001
    int c = object.__finitef(p) + object->__finitef(p);
    __floats2bfloat162_rn(a < b, c > d);  // expect: API001
    // __finitef(p)
    const char *text = "__finitef(p)";
}
#define LOAD __finitef  // expect: API001
int my__finitef(int *p);
