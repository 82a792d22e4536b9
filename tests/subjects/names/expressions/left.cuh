__device__ void f() {
    auto pointer = &__ldcg;  // expect: ATM007
    int a = __ldcg(p, q);  // expect: ATM007
    int b = __ldcg(args...);  // expect: ATM007
    int c = object.__ldcg(p) + object->__ldcg(p);
    __floats2bfloat162_rn(a < b, c > d);  // expect: API001
    // __ldcg(p)
    const char *text = "__ldcg(p)";
}
#define LOAD __ldcg  // expect: ATM007
int my__ldcg(int *p);
