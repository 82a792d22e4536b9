void f(bool b) {
    if (b) {
        kernel<N, size> << < blocks, threads, 0, stream >>
            > (a, n);
    }
    kernel << < blocks, threads >>  // behind
    > (a);
    out << x >>
        > y;
}
// ==== output
void f(bool b) {
    if (b) {
        kernel<N, size> <<< blocks, threads, 0, stream >>> (a, n);
    }
    kernel <<< blocks, threads >>> // behind
 (a);
    out << x >>
        > y;
}
