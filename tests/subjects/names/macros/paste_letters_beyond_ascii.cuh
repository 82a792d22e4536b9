#define RUN(call) écuda##call
void f() { RUN(Free); }
