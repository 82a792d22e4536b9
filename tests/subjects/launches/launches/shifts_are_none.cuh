template <typename T> struct Wide;
Out &operator<< <int>(Out &out, Wide<int> value);
struct Wide { friend Out &operator<< <>(Out &out, const Wide &value); };
void f() {
    x = a << b < c;
    x = (a << b) < (c >> d) > e;
    x = operator<< <int>(out, value);
    out << first < second >> third;
    y = 1 << 2; z = y >> (3);
    std::vector<std::vector<int>> (rows);
    // kernel<< <grid, block>> >(a);
    const char *text = "kernel<< <grid, block>> >(a);";
    auto raw = R"(kernel<< <grid, block>> >(a);)";
}
