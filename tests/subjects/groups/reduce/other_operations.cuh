namespace cg = cooperative_groups;
int a = cg::reduce(tile, v, mine::plus<int>());
int b = cg::reduce(tile, v, mine::less<int>{});
bool c = cg::reduce(tile, v, std::less<bool>());
// ==== output
namespace cg = cooperative_groups;
int a = [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, v, mine::plus<int>());
int b = [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, v, mine::less<int>{});
bool c = [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, v, std::less<bool>());
