void declared() throw(std::bad_alloc);
struct Reader {
    int read(int *a) const throw(int, std::exception &) { throw(1); }
    void close() throw();
};
inline void old(int *a) throw(int) {
    bool seen = false, other = false;
    for (int i = 0; i < 3; i++) { seen++; }
    ++other;
    if (other) throw(a);
    CHECK(a) throw(error);
    int count = 0;
    count++;
    flags[seen++];
}
// ==== output
void declared() noexcept(false);
struct Reader {
    int read(int *a) const noexcept(false) { throw(1); }
    void close() throw();
};
inline void old(int *a) noexcept(false) {
    bool seen = false, other = false;
    for (int i = 0; i < 3; i++) { seen = true; }
    other = true;
    if (other) throw(a);
    CHECK(a) throw(error);
    int count = 0;
    count++;
    flags[seen++];
}
