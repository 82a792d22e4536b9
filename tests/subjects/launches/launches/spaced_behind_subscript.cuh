void f() {
    table[i]<< <1, 2>> >(a);
    bits = table[i] << 2;
}
// ==== output
void f() {
    table[i]<<<1, 2>>>(a);
    bits = table[i] << 2;
}
