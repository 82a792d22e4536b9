// cudaMalloc in a comment that goes on \
   cudaMalloc here
/* cudaMalloc
   cudaFree */
const char *a = "cudaMalloc", *b = "a \" cudaMalloc", *c = R"(cudaMalloc " )" R"x(cudaFree)" )x";
const char *d = u8R"(cudaMalloc)", *e = LR"(cudaFree)";
char f = '"'; cudaFree(p); char g = '\'';
auto h = 1'000'000; cudaFree(p); auto i = 0xa'b;
switch (x) { case'a': cudaFree(p); }
#error don't use cudaMalloc
#warning cudaMalloc isn't good
// ==== output
// cudaMalloc in a comment that goes on \
   cudaMalloc here
/* cudaMalloc
   cudaFree */
const char *a = "cudaMalloc", *b = "a \" cudaMalloc", *c = R"(cudaMalloc " )" R"x(cudaFree)" )x";
const char *d = u8R"(cudaMalloc)", *e = LR"(cudaFree)";
char f = '"'; hipFree(p); char g = '\'';
auto h = 1'000'000; hipFree(p); auto i = 0xa'b;
switch (x) { case'a': hipFree(p); }
#error don't use cudaMalloc
#warning cudaMalloc isn't good
