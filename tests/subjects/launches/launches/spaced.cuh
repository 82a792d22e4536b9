void f() {
    kernel<< <grid, block >> >(a, b);
    kernel <<  < grid, block >>  > (a);
    ns::kernel<int, Pair<float, 2>><< <dim3(n >> 2), (n >> 1)>> >(a);
    kernel<< <1, f<a, b>(c), 0, stream>> >([&] { return a << b; });
    kernel<< <
        grid,   // how many
        block   /* of how many */
    >> >(a);
    if (ready) outer<< <1, 2>> >(inner<< <3, 4>> >(a));
    (*pointer)<< <1, 2>> >(a);
    kernel<<<grid, block>>>(a);
}
// ==== output
void f() {
    kernel<<<grid, block >>>(a, b);
    kernel <<< grid, block >>> (a);
    ns::kernel<int, Pair<float, 2>><<<dim3(n >> 2), (n >> 1)>>>(a);
    kernel<<<1, f<a, b>(c), 0, stream>>>([&] { return a << b; });
    kernel<<<
        grid,   // how many
        block   /* of how many */
    >>>(a);
    if (ready) outer<<<1, 2>>>(inner<<<3, 4>>>(a));
    (*pointer)<<<1, 2>>>(a);
    kernel<<<grid, block>>>(a);
}
