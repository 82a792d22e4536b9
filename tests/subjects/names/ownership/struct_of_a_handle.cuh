struct CUkern_st;
// ==== output
struct ihipKernel_t;
