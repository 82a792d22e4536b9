// What a macro uses as the name of a member is no function of CUDA.
static struct Table { int (*cuInit)(unsigned); int (*cuMemFree)(unsigned long long); } table;  // expect: TOOL006
#define LOAD(name) do { table.name = look_up(TEXT_OF(name)); } while (0)
void load() { LOAD(cuInit); LOAD(cuMemFree); }  // expect: API034
int start() { return table.cuInit(0); }
int plain() { return cuInit(0); }
// ==== output
// What a macro uses as the name of a member is no function of CUDA.
static struct Table { int (*cuInit)(unsigned); int (*cuMemFree)(unsigned long long); } table;  // expect: TOOL006
#define LOAD(name) do { table.name = look_up(TEXT_OF(name)); } while (0)
void load() { LOAD(cuInit); LOAD(cuMemFree); }  // expect: API034
int start() { return table.cuInit(0); }
int plain() { return hipInit(0); }
