// HIP's host functions over the machine: what a program that clang built for an AMD GPU is linked with here.
//
// The program's memory is the GPU's memory. What a stream does is done as late as a GPU may do it: when somebody waits. The
// code object of the program is translated by `python -m tools.amdgcn.program` when it is registered.
#include "launch.hpp"

#include <hip/hip_runtime_api.h>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <utility>

using namespace amdgcn;

namespace {

struct Module {
  Code code;
  std::map<std::string, Kernel> kernels;
  std::map<std::string, std::pair<uint64_t, uint64_t>> symbols;  // address in memory and size
};

struct Allocation {
  void *whole;
  size_t mapped, size;
  hipMemoryType kind;
};

using Task = std::function<void()>;
struct Graph {
  std::vector<Task> tasks;  // in the order in which they were added
};

struct State {
  std::deque<Task> work;  // of all streams, in the order in which it was asked for
  Graph *captured = nullptr;
  bool works = false, calls_back = false;
  std::map<const void *, Kernel *> functions;
  std::map<const void *, std::pair<void *, size_t>> variables;
  std::vector<std::unique_ptr<Module>> modules;
  std::map<void *, Allocation> allocations;
  hipError_t last = hipSuccess;
  uint64_t instructions = 0;
  uint64_t heap[2] = {};  // of device code: its next free byte and its end
  uint32_t lanes = 64;
  std::string arch = "gfx90a";
};
State &state() {
  static State *all = new State;
  return *all;
}

struct Configuration {
  dim3 grid, block;
  size_t shared;
  hipStream_t stream;
};
std::vector<Configuration> configurations;

hipError_t noted(hipError_t error) {
  if (error != hipSuccess) state().last = error;
  return error;
}

[[noreturn]] void stop(const std::string &text) {
  std::fflush(stdout);
  std::fprintf(stderr, "amdgcn: %s\n", text.c_str());
  std::_Exit(70);
}

// What nobody waits for yet.
void later(Task task) {
  if (state().captured) state().captured->tasks.push_back(std::move(task));
  else state().work.push_back(std::move(task));
}

// Waits for all that was asked for.
hipError_t finish() {
  if (state().calls_back) stop("a host function of a stream waits for the GPU, which waits for it");
  if (state().works) return hipSuccess;  // a task that uses a function which waits
  state().works = true;
  while (!state().work.empty()) {
    const Task task = std::move(state().work.front());
    state().work.pop_front();
    task();
  }
  state().works = false;
  return hipSuccess;
}

std::string temporary(const char *kind) {
  return std::string(std::getenv("TMPDIR") ? std::getenv("TMPDIR") : "/tmp") + "/amdgcn-" + std::to_string(getpid()) + kind;
}

// -- code objects ----------------------------------------------------------------------------------------------------

// A name for a code object: FNV-1a of its bytes, as `amdgcn.build` computes it.
std::string name_of(const void *object, size_t size) {
  uint64_t digest = 0xcbf29ce484222325;
  for (size_t each = 0; each < size; ++each) digest = (digest ^ ((const uint8_t *)object)[each]) * 0x100000001b3;
  char text[24];
  std::snprintf(text, sizeof text, "%016llx", (unsigned long long)digest);
  return text;
}

// The file that `amdgcn.program` makes of a code object, or the one that was made before (in AMDGCN_PROGRAMS).
std::string translated(const void *object, size_t size) {
  if (const char *folder = std::getenv("AMDGCN_PROGRAMS")) {
    const std::string made = std::string(folder) + "/" + name_of(object, size);
    if (std::ifstream(made)) return made;
  }
  const std::string source = temporary(".co"), program = temporary(".program");
  std::ofstream(source, std::ios::binary).write((const char *)object, size);
  const char *python = std::getenv("AMDGCN_PYTHON");
  const std::string command = std::string(python ? python : "python3") + " -m tools.amdgcn.program " + source + " " + program;
  if (std::system(command.c_str())) stop("the code object was not translated");
  unlink(source.c_str());
  return program;
}

std::unique_ptr<Module> read_module(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) stop("no file " + path);
  auto module = std::make_unique<Module>();
  std::vector<std::string> forms;
  std::vector<std::pair<uint64_t, int64_t>> relocations;
  std::string line, word, library, name;
  size_t image = 0, records = 0, size = 0;
  std::vector<Kernel> kernels;
  while (std::getline(file, line) && line != "end") {
    std::istringstream text(line);
    text >> word;
    if (word == "library") text >> library;
    if (word == "arch") text >> state().arch >> module->code.lanes;
    if (word == "form") text >> name, forms.push_back(name);
    if (word == "kernel") {
      Kernel kernel;
      text >> kernel.entry >> kernel.argument_size >> kernel.local_size >> kernel.private_size >> kernel.resources >> kernel.user_registers >> kernel.properties >> kernel.name;
      kernels.push_back(kernel);
    }
    if (word == "argument" || word == "hidden") {
      Hidden argument;
      text >> argument.offset >> argument.size >> argument.kind;
      if (word == "hidden") kernels.back().hidden.push_back(argument);
      else kernels.back().arguments.push_back({argument.offset, argument.size});
    }
    if (word == "relocation") {
      uint64_t place;
      int64_t added;
      text >> place >> added;
      relocations.push_back({place, added});
    }
    if (word == "symbol") {
      uint64_t address, length;
      text >> address >> length >> name;
      module->symbols[name] = {address, length};
    }
    if (word == "format") {
      uint64_t digest;
      std::string digits, format;
      text >> std::hex >> digest >> digits;
      for (size_t each = 0; each < digits.size(); each += 2) format += (char)std::stoi(digits.substr(each, 2), nullptr, 16);
      module->code.formats[digest] = format;
    }
    if (word == "image") text >> image;
    if (word == "records") text >> records >> size;
  }
  if (size != sizeof(Instruction)) stop("records of " + std::to_string(size) + " bytes, not " + std::to_string(sizeof(Instruction)));
  void *base = mmap(nullptr, image, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  file.read((char *)base, image);
  allow_memory(base, image);
  Code &code = module->code;
  code.base = (uint64_t)base;
  code.instructions.resize(records);
  file.read((char *)code.instructions.data(), records * size);
  code.by_word.assign(image / 4 + 1, -1);
  // The records of one address run one after another.
  for (size_t each = records; each-- > 0;) {
    Instruction &instruction = code.instructions[each];
    instruction.continues = code.by_word[instruction.address / 4] >= 0;
    code.by_word[instruction.address / 4] = each;
  }
  void *loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!loaded) stop(dlerror());
  for (const std::string &form : forms) {
    code.forms.push_back((Form)dlsym(loaded, form.c_str()));
    if (!code.forms.back()) stop("no form " + form);
  }
  for (auto &[place, added] : relocations) *(uint64_t *)(code.base + place) = code.base + added;
  for (auto &[symbol, place] : module->symbols) place.first += code.base;
  code.names = forms;
  for (Kernel &kernel : kernels) {
    kernel.entry += code.base;
    kernel.code = &code;
    module->kernels[kernel.name] = kernel;
  }
  state().lanes = code.lanes;
  return module;
}

Module *load(const void *bundle) {
  // A bundle: a magic text, the number of entries, and for each its place, size and target.
  const char *bytes = (const char *)bundle;
  const char *object = bytes;
  uint64_t size = 0;
  if (!std::memcmp(bytes, "__CLANG_OFFLOAD_BUNDLE__", 24)) {
    uint64_t count;
    std::memcpy(&count, bytes + 24, 8);
    const char *at = bytes + 32;
    object = nullptr;
    for (uint64_t each = 0; each < count; ++each) {
      uint64_t header[3];
      std::memcpy(header, at, 24);
      const std::string target(at + 24, header[2]);
      at += 24 + header[2];
      if (target.find("amdgcn") != std::string::npos && header[1]) object = bytes + header[0], size = header[1];
    }
    if (!object) stop("the program has no code object");
  } else {
    uint64_t sections;
    uint16_t count;
    std::memcpy(&sections, bytes + 0x28, 8);
    std::memcpy(&count, bytes + 0x3c, 2);
    size = sections + 64ull * count;
  }
  state().modules.push_back(read_module(translated(object, size)));
  return state().modules.back().get();
}

// -- memory ----------------------------------------------------------------------------------------------------------

void *allocated(size_t size, hipMemoryType kind = hipMemoryTypeDevice) {
  const size_t page = 4096, mapped = (size + page - 1) / page * page + 2 * page;
  uint8_t *whole = (uint8_t *)mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (whole == MAP_FAILED) return nullptr;
  mprotect(whole, page, PROT_NONE);
  mprotect(whole + mapped - page, page, PROT_NONE);
  void *start = whole + page;
  std::memset(start, 0xa5, size);  // memory of a GPU is not zero when it is new
  state().allocations[start] = {whole, mapped, size, kind};
  allow_memory(start, size);
  return start;
}

uint64_t device_heap() {
  constexpr size_t SIZE = 8 << 20;  // what HIP and CUDA give where a program does not ask for more
  uint64_t *heap = state().heap;
  if (!heap[0]) {
    heap[0] = (uint64_t)allocated(SIZE), heap[1] = heap[0] + SIZE;
    allow_memory(heap, sizeof state().heap);
  }
  return (uint64_t)heap;
}

// -- launches --------------------------------------------------------------------------------------------------------

constexpr size_t PRINTED_WORDS = 1 << 18;  // what one launch may print

uint64_t hidden_value(const Hidden &hidden, const Launch &launch) {
  const std::string &kind = hidden.kind;
  const int axis = kind.empty() ? 0 : std::clamp(kind.back() - 'x', 0, 2);
  if (kind.rfind("hidden_block_count_", 0) == 0) return launch.grid[axis];
  if (kind.rfind("hidden_group_size_", 0) == 0) return launch.block[axis];
  if (kind.rfind("hidden_remainder_", 0) == 0 || kind.rfind("hidden_global_offset_", 0) == 0) return 0;
  if (kind == "hidden_grid_dims") return launch.grid[2] > 1 || launch.block[2] > 1 ? 3 : launch.grid[1] > 1 || launch.block[1] > 1 ? 2 : 1;
  if (kind == "hidden_dynamic_lds_size") return launch.dynamic_local;
  if (kind == "hidden_multigrid_sync_arg") return (uint64_t)launch.grid_barrier;
  if (kind == "hidden_printf_buffer") return (uint64_t)launch.printed;
  if (kind == "hidden_heap_v1") return device_heap();
  if (kind == "hidden_hostcall_buffer") return HOST_CALLS;
  if (kind == "hidden_private_base") return PRIVATE_APERTURE >> 32;
  if (kind == "hidden_shared_base") return SHARED_APERTURE >> 32;
  return 0;
}

// Prints one call: its format, and the arguments as they lie in a frame.
void print_call(const std::string &format, const char *at) {
  size_t next = 0;
  while (next < format.size()) {
    const size_t percent = std::min(format.find('%', next), format.size());
    std::fwrite(format.data() + next, 1, percent - next, stdout);
    if (percent == format.size()) break;
    const size_t sign = format.find_first_of("%diouxXeEfFgGaAcsp", percent + 1);
    if (sign == std::string::npos) break;
    std::string form = format.substr(percent, sign + 1 - percent);
    next = sign + 1;
    const auto value = [&] {
      uint64_t read;
      std::memcpy(&read, at, 8);
      at += 8;
      return read;
    };
    for (size_t star; (star = form.find('*')) != std::string::npos;) form.replace(star, 1, std::to_string((int)value()));
    if (format[sign] == '%') {
      std::putchar('%');
    } else if (format[sign] == 's') {
      std::printf(form.c_str(), at);
      at += (std::strlen(at) + 8) / 8 * 8;
    } else if (std::strchr("eEfFgGaA", format[sign])) {
      const uint64_t bits = value();
      double number;
      std::memcpy(&number, &bits, 8);
      std::printf(form.c_str(), number);
    } else {
      std::printf(form.c_str(), value());
    }
  }
}

// Prints what a launch has left in its buffer: frames, each with its size and flags, then the format or its digest.
void print(const char *at, size_t size, const std::map<uint64_t, std::string> &formats) {
  for (const char *end = at + size; at < end;) {
    uint32_t control;
    std::memcpy(&control, at, 4);
    if (!control) break;
    const char *arguments = at + 4;
    if (control & 2) {
      uint64_t digest;
      std::memcpy(&digest, arguments, 8);
      print_call(formats.at(digest), arguments + 8);
    } else {
      const std::string format = arguments;
      print_call(format, arguments + (format.size() + 8) / 8 * 8);
    }
    at += control >> 2;
  }
}

void run_kernel(const Kernel &kernel, dim3 grid, dim3 block, std::vector<uint8_t> buffer, size_t shared, bool cooperative) {
  // What the device library's barrier of a grid works on; it has the number of blocks at its 40th byte.
  uint32_t grid_barrier[16] = {};
  grid_barrier[3] = 1;
  grid_barrier[10] = grid.x * grid.y * grid.z;
  const auto prints = [](const Hidden &hidden) { return hidden.kind == "hidden_printf_buffer"; };
  std::vector<uint32_t> printed(std::any_of(kernel.hidden.begin(), kernel.hidden.end(), prints) ? PRINTED_WORDS : 2);
  printed[1] = 4 * (printed.size() - 2);
  Launch launch{&kernel, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, (uint32_t)shared, cooperative, nullptr, buffer.data(), grid_barrier, printed.data()};
  for (const Hidden &hidden : kernel.hidden) {
    const uint64_t value = hidden_value(hidden, launch);
    std::memcpy(buffer.data() + hidden.offset, &value, std::min(hidden.size, 8u));
  }
  struct {  // the packet that a queue would hold
    uint16_t header, setup, block[3], reserved;
    uint32_t grid[3], private_size, local_size;
    uint64_t kernel, arguments, reserved2, signal;
  } packet{};
  packet.setup = 3;
  for (int axis = 0; axis < 3; ++axis) packet.block[axis] = launch.block[axis], packet.grid[axis] = launch.grid[axis] * launch.block[axis];
  packet.local_size = kernel.local_size + shared;
  packet.private_size = kernel.private_size;
  launch.packet = &packet;
  allow_memory(&packet, sizeof packet);
  allow_memory(grid_barrier, sizeof grid_barrier);
  allow_memory(printed.data(), 4 * printed.size());
  allow_memory(buffer.data(), buffer.size());
  try {
    state().instructions += run(launch);
  } catch (const Error &error) {
    stop(error.text);
  }
  forbid_memory(&packet);
  forbid_memory(grid_barrier);
  forbid_memory(printed.data());
  print((const char *)(printed.data() + 2), std::min(printed[0], printed[1]), kernel.code->formats);
  forbid_memory(buffer.data());
}

hipError_t launched(const Kernel &kernel, dim3 grid, dim3 block, void **arguments, size_t shared, bool cooperative = false) {
  const uint64_t threads = (uint64_t)block.x * block.y * block.z;
  if (!threads || threads > 1024 || !grid.x || !grid.y || !grid.z) return noted(hipErrorInvalidConfiguration);
  if (kernel.local_size + shared > 65536) return noted(hipErrorInvalidValue);
  std::vector<uint8_t> buffer(kernel.argument_size + 16, 0);
  for (size_t each = 0; each < kernel.arguments.size(); ++each)
    std::memcpy(buffer.data() + kernel.arguments[each].first, arguments[each], kernel.arguments[each].second);
  later([=, &kernel] { run_kernel(kernel, grid, block, buffer, shared, cooperative); });
  return hipSuccess;
}

hipError_t allocate(void **pointer, size_t size, hipMemoryType kind = hipMemoryTypeDevice) {
  if (!pointer) return noted(hipErrorInvalidValue);
  *pointer = size ? allocated(size, kind) : nullptr;
  return noted(size && !*pointer ? hipErrorOutOfMemory : hipSuccess);
}

hipError_t release(void *pointer) {
  finish();
  if (!pointer) return hipSuccess;
  auto found = state().allocations.find(pointer);
  if (found == state().allocations.end()) return noted(hipErrorInvalidValue);
  forbid_memory(pointer);
  munmap(found->second.whole, found->second.mapped);
  state().allocations.erase(found);
  return hipSuccess;
}

hipError_t copied(void *to, const void *from, size_t size) {
  finish();
  if (size && (!to || !from)) return noted(hipErrorInvalidValue);
  std::memmove(to, from, size);
  return hipSuccess;
}

hipError_t copied_later(void *to, const void *from, size_t size) {
  if (size && (!to || !from)) return noted(hipErrorInvalidValue);
  later([=] { std::memmove(to, from, size); });
  return hipSuccess;
}

const Kernel *kernel_of(const void *function) {
  auto found = state().functions.find(function);
  return found == state().functions.end() ? nullptr : found->second;
}

std::pair<char *, size_t> variable(const void *symbol) {
  auto found = state().variables.find(symbol);
  if (found == state().variables.end()) return {nullptr, 0};
  return {(char *)found->second.first, found->second.second};
}

void properties_of(hipDeviceProp_t &p) {
  std::memset(&p, 0, sizeof p);
  std::snprintf(p.name, sizeof p.name, "machine code of %s on a CPU", state().arch.c_str());
  std::snprintf(p.gcnArchName, sizeof p.gcnArchName, "%s", state().arch.c_str());
  p.warpSize = state().lanes;
  p.totalGlobalMem = 8ull << 30;
  p.sharedMemPerBlock = 65536;
  p.maxSharedMemoryPerMultiProcessor = 65536;
  p.regsPerBlock = 65536;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = p.maxThreadsDim[2] = 1024;
  p.maxGridSize[0] = p.maxGridSize[1] = p.maxGridSize[2] = 0x7fffffff;
  p.multiProcessorCount = 4;
  p.maxThreadsPerMultiProcessor = 2048;
  p.clockRate = 1000000;
  p.memoryClockRate = 1000000;
  p.memoryBusWidth = 4096;
  p.l2CacheSize = 8 << 20;
  p.totalConstMem = 1 << 30;
  p.major = 9;
  p.managedMemory = p.concurrentManagedAccess = p.cooperativeLaunch = p.concurrentKernels = p.canMapHostMemory = 1;
  p.unifiedAddressing = 1;
}

// A node is the number of its task, from 1 on, and its kind.
hipGraphNode_t node_of(size_t task, hipGraphNodeType kind) { return (hipGraphNode_t)((task + 1) << 8 | (size_t)kind); }
template <class Work> hipError_t add_node(hipGraphNode_t *node, Graph *graph, hipGraphNodeType kind, Work work) {
  Graph *around = std::exchange(state().captured, graph);
  const hipError_t result = work();
  state().captured = around;
  *node = node_of(graph->tasks.size() - 1, kind);
  return result;
}

struct Reporter {
  ~Reporter() {
    if (std::getenv("AMDGCN_COUNT")) std::fprintf(stderr, "amdgcn: %llu wave instructions\n", (unsigned long long)state().instructions);
  }
} reporter;

}  // namespace

extern "C" {

// What libgcc has from version 13 on: a bfloat16, rounded to nearest even.
__bf16 __truncsfbf2(float value) {
  const uint32_t bits = float_bits(value);
  const uint16_t half = value != value ? bits >> 16 | 64 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
  __bf16 result;
  std::memcpy(&result, &half, 2);
  return result;
}

// -- what clang calls ------------------------------------------------------------------------------------------------

void missing(const char *name) { std::fprintf(stderr, "amdgcn: the code object has no %s\n", name); }

struct Wrapper {
  uint32_t magic, version;
  const void *bundle;
  void *reserved;
};
void **__hipRegisterFatBinary(const void *data) { return (void **)load(((const Wrapper *)data)->bundle); }
void __hipUnregisterFatBinary(void **) {}
void __hipRegisterFunction(void **module, const void *host, char *, const char *name, unsigned, void *, void *, void *, void *, int *) {
  auto &kernels = ((Module *)module)->kernels;
  if (auto found = kernels.find(name); found != kernels.end()) state().functions[host] = &found->second;
  else missing(name);
}
void __hipRegisterVar(void **module, void *host, char *, const char *name, int, size_t size, int, int) {
  auto &symbols = ((Module *)module)->symbols;
  if (auto found = symbols.find(name); found != symbols.end()) state().variables[host] = {(void *)found->second.first, size};
  else missing(name);
}
void __hipRegisterManagedVar(void **module, void **pointer, void *initial, const char *name, size_t size, unsigned) {
  *pointer = allocated(size);
  std::memcpy(*pointer, initial, size);
  auto &symbols = ((Module *)module)->symbols;
  if (auto found = symbols.find(name); found != symbols.end()) *(void **)found->second.first = *pointer;
}
hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared, hipStream_t stream) {
  configurations.push_back({grid, block, shared, stream});
  return hipSuccess;
}
hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, hipStream_t *stream) {
  if (configurations.empty()) return hipErrorNotInitialized;
  const Configuration &last = configurations.back();
  *grid = last.grid, *block = last.block, *shared = last.shared, *stream = last.stream;
  configurations.pop_back();
  return hipSuccess;
}

// -- launches --------------------------------------------------------------------------------------------------------

hipError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared, hipStream_t) {
  const Kernel *kernel = kernel_of(function);
  return kernel ? launched(*kernel, grid, block, arguments, shared) : noted(hipErrorInvalidDeviceFunction);
}
hipError_t hipLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments, unsigned shared, hipStream_t) {
  const Kernel *kernel = kernel_of(function);
  return kernel ? launched(*kernel, grid, block, arguments, shared, true) : noted(hipErrorInvalidDeviceFunction);
}
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *, int size, size_t) {
  *blocks = std::max(1, 2048 / std::max(size, 1));
  return hipSuccess;
}
hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *, size_t, int limit) {
  *block = limit ? std::min(limit, 256) : 256, *grid = 32;
  return hipSuccess;
}
hipError_t hipFuncSetAttribute(const void *, hipFuncAttribute, int) { return hipSuccess; }
hipError_t hipFuncSetCacheConfig(const void *, hipFuncCache_t) { return hipSuccess; }
hipError_t hipFuncGetAttributes(hipFuncAttributes *attributes, const void *function) {
  const Kernel *kernel = kernel_of(function);
  if (!kernel) return noted(hipErrorInvalidDeviceFunction);
  std::memset(attributes, 0, sizeof *attributes);
  attributes->sharedSizeBytes = kernel->local_size;
  attributes->localSizeBytes = kernel->private_size;
  attributes->maxThreadsPerBlock = 1024;
  attributes->numRegs = 64;
  return hipSuccess;
}

hipError_t hipLaunchKernelExC(const hipLaunchConfig_t *config, const void *function, void **arguments) {
  return hipLaunchKernel(function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, config->stream);
}
hipError_t hipLaunchHostFunc(hipStream_t, hipHostFn_t function, void *data) {
  later([=] {
    state().calls_back = true;
    function(data);
    state().calls_back = false;
  });
  return hipSuccess;
}
hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t function, void *data, unsigned) {
  later([=] {
    state().calls_back = true;
    function(stream, hipSuccess, data);
    state().calls_back = false;
  });
  return hipSuccess;
}

// -- modules ---------------------------------------------------------------------------------------------------------

hipError_t hipModuleLoadData(hipModule_t *module, const void *object) {
  *module = (hipModule_t)load(object);
  return hipSuccess;
}
hipError_t hipModuleLoadDataEx(hipModule_t *module, const void *object, unsigned, hipJitOption *, void **) {
  return hipModuleLoadData(module, object);
}
hipError_t hipModuleLoad(hipModule_t *module, const char *name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) return noted(hipErrorFileNotFound);
  const std::string object((std::istreambuf_iterator<char>(file)), {});
  return hipModuleLoadData(module, object.data());
}
hipError_t hipModuleUnload(hipModule_t) { return hipSuccess; }
hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module, const char *name) {
  auto &kernels = ((Module *)module)->kernels;
  auto found = kernels.find(name);
  if (found == kernels.end()) return noted(hipErrorNotFound);
  *function = (hipFunction_t)&found->second;
  return hipSuccess;
}
hipError_t hipModuleGetGlobal(hipDeviceptr_t *pointer, size_t *size, hipModule_t module, const char *name) {
  auto &symbols = ((Module *)module)->symbols;
  auto found = symbols.find(name);
  if (found == symbols.end()) return noted(hipErrorNotFound);
  if (pointer) *pointer = (hipDeviceptr_t)found->second.first;
  if (size) *size = found->second.second;
  return hipSuccess;
}
hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                 unsigned shared, hipStream_t, void **arguments, void **extra) {
  const Kernel &kernel = *(const Kernel *)function;
  std::vector<void *> each;
  if (!arguments) {  // one buffer, as HIP_LAUNCH_PARAM_BUFFER_POINTER gives it
    char *buffer = nullptr;
    for (void **next = extra; next && *next != HIP_LAUNCH_PARAM_END; next += 2)
      if (*next == HIP_LAUNCH_PARAM_BUFFER_POINTER) buffer = (char *)next[1];
    if (!buffer) return noted(hipErrorInvalidValue);
    for (auto &[offset, size] : kernel.arguments) each.push_back(buffer + offset);
    arguments = each.data();
  }
  return launched(kernel, dim3(gx, gy, gz), dim3(bx, by, bz), arguments, shared);
}
hipError_t hipGetFuncBySymbol(hipFunction_t *function, const void *symbol) {
  *function = (hipFunction_t)kernel_of(symbol);
  return noted(*function ? hipSuccess : hipErrorInvalidDeviceFunction);
}

// -- memory ----------------------------------------------------------------------------------------------------------

hipError_t hipMalloc(void **pointer, size_t size) { return allocate(pointer, size); }
hipError_t hipMallocManaged(void **pointer, size_t size, unsigned) { return allocate(pointer, size, hipMemoryTypeManaged); }
hipError_t hipMallocAsync(void **pointer, size_t size, hipStream_t) { return allocate(pointer, size); }
hipError_t hipHostMalloc(void **pointer, size_t size, unsigned) { return allocate(pointer, size, hipMemoryTypeHost); }
hipError_t hipMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  *pitch = (width + 255) / 256 * 256;
  return allocate(pointer, *pitch * height);
}
hipError_t hipFree(void *pointer) { return release(pointer); }
hipError_t hipFreeAsync(void *pointer, hipStream_t) {
  later([=] { release(pointer); });
  return hipSuccess;
}
hipError_t hipHostFree(void *pointer) { return release(pointer); }
hipError_t hipHostGetDevicePointer(void **device, void *host, unsigned) { return *device = host, hipSuccess; }
hipError_t hipHostRegister(void *host, size_t size, unsigned) { return allow_memory(host, size), hipSuccess; }
hipError_t hipHostUnregister(void *host) { return finish(), forbid_memory(host), hipSuccess; }
hipError_t hipMemcpy(void *to, const void *from, size_t size, hipMemcpyKind) { return copied(to, from, size); }
hipError_t hipMemcpyAsync(void *to, const void *from, size_t size, hipMemcpyKind, hipStream_t) { return copied_later(to, from, size); }
hipError_t hipMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, hipMemcpyKind) {
  for (size_t row = 0; row < height; ++row) copied((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width);
  return hipSuccess;
}
hipError_t hipMemset(void *to, int value, size_t size) { return finish(), std::memset(to, value, size), hipSuccess; }
hipError_t hipMemsetAsync(void *to, int value, size_t size, hipStream_t) {
  later([=] { std::memset(to, value, size); });
  return hipSuccess;
}
hipError_t hipMemcpyToSymbol(const void *symbol, const void *from, size_t size, size_t offset, hipMemcpyKind) {
  auto [start, whole] = variable(symbol);
  if (!start || offset + size > whole) return noted(start ? hipErrorInvalidValue : hipErrorInvalidSymbol);
  return copied(start + offset, from, size);
}
hipError_t hipMemcpyToSymbolAsync(const void *symbol, const void *from, size_t size, size_t offset, hipMemcpyKind kind, hipStream_t) {
  return variable(symbol).first ? copied_later(variable(symbol).first + offset, from, size) : hipMemcpyToSymbol(symbol, from, size, offset, kind);
}
hipError_t hipMemcpyFromSymbol(void *to, const void *symbol, size_t size, size_t offset, hipMemcpyKind) {
  auto [start, whole] = variable(symbol);
  if (!start || offset + size > whole) return noted(start ? hipErrorInvalidValue : hipErrorInvalidSymbol);
  return copied(to, start + offset, size);
}
hipError_t hipGetSymbolAddress(void **pointer, const void *symbol) {
  *pointer = variable(symbol).first;
  return noted(*pointer ? hipSuccess : hipErrorInvalidSymbol);
}
hipError_t hipGetSymbolSize(size_t *size, const void *symbol) {
  *size = variable(symbol).second;
  return noted(*size ? hipSuccess : hipErrorInvalidSymbol);
}
hipError_t hipMemcpyFromSymbolAsync(void *to, const void *symbol, size_t size, size_t offset, hipMemcpyKind kind, hipStream_t) {
  return variable(symbol).first ? copied_later(to, variable(symbol).first + offset, size) : hipMemcpyFromSymbol(to, symbol, size, offset, kind);
}
hipError_t hipHostAlloc(void **pointer, size_t size, unsigned) { return allocate(pointer, size, hipMemoryTypeHost); }
hipError_t hipMemAlloc(hipDeviceptr_t *pointer, size_t size) { return allocate((void **)pointer, size); }
hipError_t hipHostGetFlags(unsigned *flags, void *) { return *flags = 0, hipSuccess; }
hipError_t hipMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
  finish();
  for (size_t row = 0; row < height; ++row) std::memset((char *)to + row * pitch, value, width);
  return hipSuccess;
}
hipError_t hipMalloc3D(hipPitchedPtr *made, hipExtent extent) {
  const size_t pitch = (extent.width + 255) / 256 * 256;
  *made = {nullptr, pitch, extent.width, extent.height};
  return allocate(&made->ptr, pitch * extent.height * extent.depth);
}
hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent) {
  for (size_t slice = 0; slice < extent.depth; ++slice)
    hipMemset2D((char *)to.ptr + slice * to.pitch * to.ysize, to.pitch, value, extent.width, extent.height);
  return hipSuccess;
}
hipError_t hipMemcpy3D(const hipMemcpy3DParms *p) {
  finish();
  if (p->srcArray || p->dstArray) return noted(hipErrorNotSupported);
  for (size_t z = 0; z < p->extent.depth; ++z)
    for (size_t y = 0; y < p->extent.height; ++y)
      std::memcpy((char *)p->dstPtr.ptr + ((p->dstPos.z + z) * p->dstPtr.ysize + p->dstPos.y + y) * p->dstPtr.pitch + p->dstPos.x,
                  (char *)p->srcPtr.ptr + ((p->srcPos.z + z) * p->srcPtr.ysize + p->srcPos.y + y) * p->srcPtr.pitch + p->srcPos.x, p->extent.width);
  return hipSuccess;
}
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms *p, hipStream_t) {
  if (p->srcArray || p->dstArray) return noted(hipErrorNotSupported);
  later([copy = *p] { hipMemcpy3D(&copy); });
  return hipSuccess;
}
hipError_t hipMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t) {
  later([=] { hipMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind); });
  return hipSuccess;
}
hipError_t hipMemcpyHtoD(hipDeviceptr_t to, const void *from, size_t size) { return copied((void *)to, from, size); }
hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t size) { return copied(to, (void *)from, size); }
hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t size) { return copied((void *)to, (void *)from, size); }
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, const void *from, size_t size, hipStream_t) { return copied_later((void *)to, from, size); }
hipError_t hipMemcpyDtoHAsync(void *to, hipDeviceptr_t from, size_t size, hipStream_t) { return copied_later(to, (void *)from, size); }
hipError_t hipMemcpyWithStream(void *to, const void *from, size_t size, hipMemcpyKind, hipStream_t) { return copied(to, from, size); }
hipError_t hipMemcpyPeerAsync(void *to, int, const void *from, int, size_t size, hipStream_t) { return copied_later(to, from, size); }
hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count) { return hipMemset((void *)to, value, count); }
hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count) { return finish(), std::fill_n((int *)to, count, value), hipSuccess; }
hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, size_t count, hipStream_t) {
  later([=] { std::fill_n((int *)to, count, value); });
  return hipSuccess;
}
hipError_t hipMemGetInfo(size_t *left, size_t *total) { return *left = 7ull << 30, *total = 8ull << 30, hipSuccess; }
hipError_t hipMemPrefetchAsync(const void *, size_t, int, hipStream_t) { return hipSuccess; }
hipError_t hipMemAdvise(const void *, size_t, hipMemoryAdvise, int) { return hipSuccess; }
hipError_t hipMemPrefetchAsync_v2(const void *, size_t, hipMemLocation, unsigned, hipStream_t) { return hipSuccess; }
hipError_t hipMemAdvise_v2(const void *, size_t, hipMemoryAdvise, hipMemLocation) { return hipSuccess; }
hipError_t hipPointerGetAttributes(hipPointerAttribute_t *attributes, const void *pointer) {
  std::memset(attributes, 0, sizeof *attributes);
  auto after = state().allocations.upper_bound((void *)pointer);
  const bool known = after != state().allocations.begin() && (const char *)pointer < (char *)std::prev(after)->first + std::prev(after)->second.size;
  attributes->type = known ? std::prev(after)->second.kind : hipMemoryTypeUnregistered;
  attributes->hostPointer = attributes->type == hipMemoryTypeHost || attributes->type == hipMemoryTypeManaged ? (void *)pointer : nullptr;
  attributes->devicePointer = known ? (void *)pointer : nullptr;
  return hipSuccess;
}

// One pool, which keeps nothing.
hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *pool, int) { return *pool = nullptr, hipSuccess; }
hipError_t hipDeviceSetMemPool(int, hipMemPool_t) { return hipSuccess; }
hipError_t hipDeviceGetMemPool(hipMemPool_t *pool, int) { return *pool = nullptr, hipSuccess; }
hipError_t hipMemPoolCreate(hipMemPool_t *pool, const hipMemPoolProps *) { return *pool = nullptr, hipSuccess; }
hipError_t hipMemPoolDestroy(hipMemPool_t) { return hipSuccess; }
hipError_t hipMemPoolTrimTo(hipMemPool_t, size_t) { return hipSuccess; }
hipError_t hipMemPoolSetAttribute(hipMemPool_t, hipMemPoolAttr, void *) { return hipSuccess; }
hipError_t hipMemPoolGetAttribute(hipMemPool_t, hipMemPoolAttr, void *value) { return *(uint64_t *)value = 0, hipSuccess; }
hipError_t hipMallocFromPoolAsync(void **pointer, size_t size, hipMemPool_t, hipStream_t) { return allocate(pointer, size); }

// Addresses are memory at once: mapping it changes nothing.
hipError_t hipMemGetAllocationGranularity(size_t *size, const hipMemAllocationProp *, hipMemAllocationGranularity_flags) { return *size = 2 << 20, hipSuccess; }
hipError_t hipMemAddressReserve(void **pointer, size_t size, size_t, void *, unsigned long long) { return allocate(pointer, size); }
hipError_t hipMemAddressFree(void *pointer, size_t) { return release(pointer); }
hipError_t hipMemCreate(hipMemGenericAllocationHandle_t *handle, size_t, const hipMemAllocationProp *, unsigned long long) { return *handle = nullptr, hipSuccess; }
hipError_t hipMemMap(void *, size_t, size_t, hipMemGenericAllocationHandle_t, unsigned long long) { return hipSuccess; }
hipError_t hipMemSetAccess(void *, size_t, const hipMemAccessDesc *, size_t) { return hipSuccess; }
hipError_t hipMemUnmap(void *, size_t) { return finish(); }
hipError_t hipMemRelease(hipMemGenericAllocationHandle_t) { return hipSuccess; }

// -- devices, streams and events -------------------------------------------------------------------------------------

hipError_t hipInit(unsigned) { return hipSuccess; }
hipError_t hipDeviceSynchronize() { return finish(); }
hipError_t hipDeviceReset() { return finish(); }
hipError_t hipSetDevice(int device) { return noted(device ? hipErrorInvalidDevice : hipSuccess); }
hipError_t hipGetDevice(int *device) { return *device = 0, hipSuccess; }
hipError_t hipGetDeviceCount(int *count) { return *count = 1, hipSuccess; }
hipError_t hipDeviceSetCacheConfig(hipFuncCache_t) { return hipSuccess; }
hipError_t hipDeviceSetLimit(hipLimit_t, size_t) { return hipSuccess; }
hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_t *p, int device) {
  if (device) return noted(hipErrorInvalidDevice);
  properties_of(*p);
  return hipSuccess;
}
hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute, int) {
  hipDeviceProp_t p;
  properties_of(p);
  switch (attribute) {
    case hipDeviceAttributeWarpSize: *value = p.warpSize; break;
    case hipDeviceAttributeMultiprocessorCount: *value = p.multiProcessorCount; break;
    case hipDeviceAttributeMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
    case hipDeviceAttributeMaxSharedMemoryPerBlock: *value = p.sharedMemPerBlock; break;
    case hipDeviceAttributeMaxThreadsPerMultiProcessor: *value = p.maxThreadsPerMultiProcessor; break;
    case hipDeviceAttributeVirtualMemoryManagementSupported: case hipDeviceAttributeMemoryPoolsSupported:
    case hipDeviceAttributeCooperativeLaunch: case hipDeviceAttributeManagedMemory: case hipDeviceAttributeConcurrentManagedAccess: *value = 1; break;
    case hipDeviceAttributeComputeCapabilityMajor: *value = p.major; break;
    case hipDeviceAttributeComputeCapabilityMinor: *value = p.minor; break;
    case hipDeviceAttributeClockRate: *value = p.clockRate; break;
    case hipDeviceAttributeMaxGridDimX: *value = p.maxGridSize[0]; break;
    default: *value = 0; break;
  }
  return hipSuccess;
}
hipError_t hipDriverGetVersion(int *version) { return *version = HIP_VERSION, hipSuccess; }
hipError_t hipRuntimeGetVersion(int *version) { return *version = HIP_VERSION, hipSuccess; }
hipError_t hipSetDeviceFlags(unsigned) { return hipSuccess; }
hipError_t hipDeviceGetLimit(size_t *value, hipLimit_t) { return *value = 16 << 20, hipSuccess; }
hipError_t hipChooseDevice(int *device, const hipDeviceProp_t *) { return *device = 0, hipSuccess; }
hipError_t hipDeviceGetPCIBusId(char *name, int size, int) { return std::snprintf(name, size, "0000:00:00.0"), hipSuccess; }
hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest) { return *least = 1, *greatest = -1, hipSuccess; }
hipError_t hipDeviceCanAccessPeer(int *can, int, int) { return *can = 0, hipSuccess; }
hipError_t hipDeviceEnablePeerAccess(int, unsigned) { return noted(hipErrorInvalidDevice); }
hipError_t hipDeviceDisablePeerAccess(int) { return noted(hipErrorInvalidDevice); }
hipError_t hipDeviceGet(hipDevice_t *device, int) { return *device = 0, hipSuccess; }
hipError_t hipDeviceGetName(char *name, int size, hipDevice_t) { return std::snprintf(name, size, "%s", state().arch.c_str()), hipSuccess; }
hipError_t hipDeviceTotalMem(size_t *size, hipDevice_t) { return *size = 8ull << 30, hipSuccess; }
hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *context, hipDevice_t) { return *context = nullptr, hipSuccess; }
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t) { return hipSuccess; }
hipError_t hipCtxCreate(hipCtx_t *context, unsigned, hipDevice_t) { return *context = nullptr, hipSuccess; }
hipError_t hipCtxDestroy(hipCtx_t) { return hipSuccess; }
hipError_t hipCtxSetCurrent(hipCtx_t) { return hipSuccess; }
hipError_t hipCtxGetCurrent(hipCtx_t *context) { return *context = nullptr, hipSuccess; }
hipError_t hipCtxPushCurrent(hipCtx_t) { return hipSuccess; }
hipError_t hipCtxPopCurrent(hipCtx_t *context) { return context ? (*context = nullptr, hipSuccess) : hipSuccess; }
hipError_t hipCtxSynchronize() { return finish(); }
hipError_t hipProfilerStart() { return hipSuccess; }
hipError_t hipProfilerStop() { return hipSuccess; }
hipError_t hipStreamGetDevice(hipStream_t, hipDevice_t *device) { return *device = 0, hipSuccess; }
int hipGetStreamDeviceId(hipStream_t) { return 0; }
hipError_t hipStreamGetFlags(hipStream_t, unsigned *flags) { return *flags = 0, hipSuccess; }
hipError_t hipStreamIsCapturing(hipStream_t, hipStreamCaptureStatus *status) {
  *status = state().captured ? hipStreamCaptureStatusActive : hipStreamCaptureStatusNone;
  return hipSuccess;
}
hipError_t hipStreamCreate(hipStream_t *stream) { return *stream = (hipStream_t) new char, hipSuccess; }
hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned) { return hipStreamCreate(stream); }
hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned, int) { return hipStreamCreate(stream); }
hipError_t hipStreamDestroy(hipStream_t stream) { return delete (char *)stream, hipSuccess; }
hipError_t hipStreamSynchronize(hipStream_t) { return finish(); }
hipError_t hipStreamQuery(hipStream_t) { return finish(); }
hipError_t hipStreamWaitEvent(hipStream_t, hipEvent_t, unsigned) { return hipSuccess; }
hipError_t hipEventCreate(hipEvent_t *event) { return *event = (hipEvent_t) new char, hipSuccess; }
hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned) { return hipEventCreate(event); }
hipError_t hipEventDestroy(hipEvent_t event) { return delete (char *)event, hipSuccess; }
hipError_t hipEventRecord(hipEvent_t, hipStream_t) { return hipSuccess; }
hipError_t hipEventSynchronize(hipEvent_t) { return finish(); }
hipError_t hipEventQuery(hipEvent_t) { return finish(); }
hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t, hipEvent_t) { return *milliseconds = 1, hipSuccess; }

// -- graphs: the tasks in the order in which they were captured ------------------------------------------------------

hipError_t hipStreamBeginCapture(hipStream_t, hipStreamCaptureMode) { return state().captured = new Graph, hipSuccess; }
hipError_t hipStreamEndCapture(hipStream_t, hipGraph_t *graph) {
  *graph = (hipGraph_t)state().captured;
  state().captured = nullptr;
  return hipSuccess;
}
hipError_t hipGraphCreate(hipGraph_t *graph, unsigned) { return *graph = (hipGraph_t) new Graph, hipSuccess; }
hipError_t hipGraphClone(hipGraph_t *made, hipGraph_t graph) { return *made = (hipGraph_t) new Graph(*(Graph *)graph), hipSuccess; }
hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType *kind) { return *kind = (hipGraphNodeType)((size_t)node & 255), hipSuccess; }
hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t *nodes, size_t *count) {
  const size_t all = ((Graph *)graph)->tasks.size();
  for (size_t each = 0; nodes && each < std::min(all, *count); ++each) nodes[each] = node_of(each, hipGraphNodeTypeEmpty);
  return *count = all, hipSuccess;
}
hipError_t hipGraphAddKernelNode(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *, size_t, const hipKernelNodeParams *p) {
  return add_node(node, (Graph *)graph, hipGraphNodeTypeKernel, [&] { return hipLaunchKernel(p->func, p->gridDim, p->blockDim, p->kernelParams, p->sharedMemBytes, nullptr); });
}
hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t graph, hipGraphNode_t node, const hipKernelNodeParams *p) {
  Graph other;
  hipGraphNode_t unused;
  const hipError_t result = hipGraphAddKernelNode(&unused, (hipGraph_t)&other, nullptr, 0, p);
  if (result == hipSuccess) ((Graph *)graph)->tasks.at(((size_t)node >> 8) - 1) = other.tasks[0];
  return result;
}
hipError_t hipGraphAddMemcpyNode(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *, size_t, const hipMemcpy3DParms *p) {
  return add_node(node, (Graph *)graph, hipGraphNodeTypeMemcpy, [&] { return hipMemcpy3DAsync(p, nullptr); });
}
hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *, size_t, void *to, const void *from, size_t size, hipMemcpyKind) {
  return add_node(node, (Graph *)graph, hipGraphNodeTypeMemcpy, [&] { return copied_later(to, from, size); });
}
hipError_t hipGraphAddMemsetNode(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *, size_t, const hipMemsetParams *p) {
  return add_node(node, (Graph *)graph, hipGraphNodeTypeMemset, [&] {
    later([p = *p] {
      for (size_t row = 0; row < p.height; ++row)
        for (size_t each = 0; each < p.width; ++each)
          std::memcpy((char *)p.dst + row * p.pitch + each * p.elementSize, &p.value, p.elementSize);
    });
    return hipSuccess;
  });
}
hipError_t hipGraphAddHostNode(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *, size_t, const hipHostNodeParams *p) {
  return add_node(node, (Graph *)graph, hipGraphNodeTypeHost, [&] { return hipLaunchHostFunc(nullptr, p->fn, p->userData); });
}
hipError_t hipGraphInstantiate(hipGraphExec_t *made, hipGraph_t graph, hipGraphNode_t *, char *, size_t) {
  return *made = (hipGraphExec_t) new Graph(*(Graph *)graph), hipSuccess;
}
hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *made, hipGraph_t graph, unsigned long long) {
  return hipGraphInstantiate(made, graph, nullptr, nullptr, 0);
}
hipError_t hipGraphLaunch(hipGraphExec_t graph, hipStream_t) {
  for (const Task &task : ((Graph *)graph)->tasks) later(task);
  return hipSuccess;
}
hipError_t hipGraphDestroy(hipGraph_t graph) { return delete (Graph *)graph, hipSuccess; }
hipError_t hipGraphExecDestroy(hipGraphExec_t graph) { return delete (Graph *)graph, hipSuccess; }

// -- errors ----------------------------------------------------------------------------------------------------------

hipError_t hipGetLastError() {
  const hipError_t last = state().last;
  state().last = hipSuccess;
  return last;
}
hipError_t hipPeekAtLastError() { return state().last; }
hipError_t hipDrvGetErrorName(hipError_t error, const char **name) { return *name = hipGetErrorName(error), hipSuccess; }
hipError_t hipDrvGetErrorString(hipError_t error, const char **text) { return *text = hipGetErrorString(error), hipSuccess; }
const char *hipGetErrorString(hipError_t error) { return error == hipSuccess ? "no error" : "error"; }
const char *hipGetErrorName(hipError_t error) { return error == hipSuccess ? "hipSuccess" : "hipError"; }

}  // extern "C"
