// flags: --launch-syntax macro
void f() {
    outer<inner<<<1, 2>>>()><<<grid, block>>>();  // expect: TOOL011
}
// ==== output
void f() {
    outer<inner<<<1, 2>>>()><<<grid, block>>>();  // expect: TOOL011
}
