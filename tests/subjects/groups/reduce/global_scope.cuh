int a = ::cooperative_groups::reduce(tile, v, combine);
// ==== output
int a = [](const auto& group, auto value, auto combine) { for (unsigned step = group.size() / 2; step > 0; step /= 2) value = combine(value, group.shfl_xor(value, step)); return value; }(tile, v, combine);
