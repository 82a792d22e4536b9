namespace cub {  // expect: TOOL006
struct Sum {};
}
cub::Sum sum;
