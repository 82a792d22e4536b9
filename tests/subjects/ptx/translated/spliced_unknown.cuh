#define UNUSED(mod) asm("ld." #mod ".u32 %0, [%1];" : "=r"(x) : "l"(p)) // expect: PTX023, PTX024
#define PARTLY(mod) asm("ld." mod ".u32 %0, [%1];" : "=r"(x) : "l"(p)) // expect: PTX023, PTX024
#define MISTAKEN(op) asm(#op ".u32 %0, %0, %1;" : "+r"(x) : "r"(x)) // expect: PTX001, PTX024
#define CONSTANT(kind, y) asm("add.u32 %0, %0, %1;" : "+r"(x) : #kind(y)) // expect: PTX001, PTX024
__global__ void f(unsigned* p) {
  unsigned x = 0;
  PARTLY("global");
  PARTLY(SOME_MODE);
  MISTAKEN(add);
  MISTAKEN(plus);
  CONSTANT(r, x);
  CONSTANT(n, 5);
}
