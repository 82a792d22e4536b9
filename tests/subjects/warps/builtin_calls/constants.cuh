#define EVERYONE 0xffffffffu
constexpr unsigned kAll = 0xffffffff;
static const unsigned kLow = 0x0000ffff;
__device__ void f() {
    bool a = __any_sync(EVERYONE, p);
    unsigned b = __ballot_sync(kAll, p);
    unsigned c = __ballot_sync(kLow, p);
}
// ==== output
#define EVERYONE 0xffffffffu
constexpr unsigned kAll = 0xffffffff;
static const unsigned kLow = 0x0000ffff;
__device__ void f() {
    bool a = int(static_cast<unsigned>(__ballot(p) >> (__lane_id() & 32)) != 0);
    unsigned b = static_cast<unsigned>(__ballot(p) >> (__lane_id() & 32));
    unsigned c = static_cast<unsigned>(__ballot(p) >> (__lane_id() & 32) & (kLow));
}
