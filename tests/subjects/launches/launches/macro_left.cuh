// flags: --launch-syntax macro
void f() {
    choose(x)<<<1, 2>>>(a);  // expect: TOOL011
    kernel<<<configuration>>>(a);  // expect: TOOL011
    kernel<<<1, 2, 3, 4, 5>>>(a);  // expect: TOOL011
    kernel<<<CONFIGURATION(n)>>>(a);  // expect: TOOL011
    x = a << b < c;
    // kernel<<<1, 2>>>(a);
    const char *text = "kernel<<<1, 2>>>(a);";
}
