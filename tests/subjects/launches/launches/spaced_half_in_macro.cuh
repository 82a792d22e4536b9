#define LAUNCH(kernel) kernel<< <grid, block>> >
void f() { LAUNCH(kernel)(a, b); }
// ==== output
#define LAUNCH(kernel) kernel<<<grid, block>>>
void f() { LAUNCH(kernel)(a, b); }
