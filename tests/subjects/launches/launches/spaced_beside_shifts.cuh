void f() {
    x = a << b < c; kernel<< <1 << 4, n >> 5>> >(a << 1, b >> 2);
    out << (a << 2) << b; kernel<< <(a < b ? 1 : 2), (c > d)>> >(a);
    kernel<T, (N > 3)><< <1, 2>> >(a);
}
// ==== output
void f() {
    x = a << b < c; kernel<<<1 << 4, n >> 5>>>(a << 1, b >> 2);
    out << (a << 2) << b; kernel<<<(a < b ? 1 : 2), (c > d)>>>(a);
    kernel<T, (N > 3)><<<1, 2>>>(a);
}
