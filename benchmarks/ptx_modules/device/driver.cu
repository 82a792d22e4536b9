// Launches kernels of PTX modules and of their translations on the same memory, and compares all of it afterwards.
//
//   driver JOBS RESULTS WORKER WORKERS SECONDS
//
// JOBS has a line for each kernel, with tabs between its fields: number, module, translation, kernel, block, grid, bytes
// of shared memory, parameters, kinds of memory to try, sizes of narrow elements behind addresses, variables. A worker
// takes each WORKERS-th of them. What a kernel does to the GPU may end a process, so a child runs them, and another one
// goes on where it ended.

#include <cuda.h>
#include <cuda_runtime.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr size_t kArena = size_t{192} << 20;  // all pointers point into it, far from each other
constexpr double kSeconds = 8;                // for one try
constexpr int kMostFaults = 3;                // of a kernel, which takes its addresses from memory then
constexpr int kRepeats = 3;                   // of the original, before a difference is one of the translation
constexpr int kNoGpu = 4;                     // exit code of a child that CUDA does not serve

struct Variable {
  std::string name;
  size_t size;
  bool is_filled;
};

struct Job {
  int number;
  std::string module, other, kernel;
  int block[3], grid[3], shared;
  std::vector<std::string> parameters;
  std::string kinds, narrow;
  std::vector<Variable> variables;
};

// What child and parent both see.
struct Shared {
  volatile int job, kind, faults;
  volatile bool in_translation, is_second;  // is_second: the GPU was lost once already before this try
  volatile double since;
};

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, by);) parts.push_back(part);
  return parts;
}

void read_three(const std::string& text, int* three) { std::sscanf(text.c_str(), "%d,%d,%d", three, three + 1, three + 2); }

std::vector<Job> jobs_of(const char* path, int worker, int workers) {
  std::vector<Job> jobs;
  std::ifstream stream(path);
  int count = 0;
  for (std::string line; std::getline(stream, line);) {
    if (count++ % workers != worker) continue;
    auto parts = split(line, '\t');
    parts.resize(11);
    Job job;
    job.number = std::atoi(parts[0].c_str());
    job.module = parts[1], job.other = parts[2], job.kernel = parts[3];
    read_three(parts[4], job.block), read_three(parts[5], job.grid);
    job.shared = std::atoi(parts[6].c_str());
    job.parameters = split(parts[7], ';'), job.kinds = parts[8], job.narrow = parts[9];
    for (const auto& each : split(parts[10], ';')) {
      const auto words = split(each, ':');
      job.variables.push_back({words[0], std::stoull(words[1]), words[2] == "1"});
    }
    jobs.push_back(job);
  }
  return jobs;
}

// -- memory -----------------------------------------------------------------------------------------------------------

__host__ __device__ uint32_t hashed(uint64_t at, uint32_t seed) {
  uint64_t x = at * 0x9E3779B97F4A7C15ull + seed * 0xD1B54A32D192ED03ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return static_cast<uint32_t>(x >> 32);
}

// A word of memory of a kind: `i` small integers, `l` small integers of 64 bits, `f` floats, `d` doubles, `h` halves,
// `m` anything, `p` addresses; `1` and `2` integers of so many bytes, half of them negative.
__host__ __device__ uint32_t word_of(char kind, uint64_t at, uint32_t seed, uint64_t arena) {
  const uint32_t random = hashed(at, seed);
  const float real = (random & 1 ? -1.f : 1.f) * (0.25f + static_cast<float>(random >> 9) / 4.8e6f);
  union {
    double value;
    uint32_t words[2];
  } wide;
  union {
    float value;
    uint32_t word;
  } narrow;
  switch (kind) {
    case 'l': return at % 2 ? 0 : random % 64;
    case 'f': narrow.value = real; return narrow.word;
    case 'd':
      wide.value = static_cast<double>(hashed(at / 2, seed)) / 1.7e9 - 1.1;
      return wide.words[at % 2];
    case '1': return random;
    case '2': return (random & 0x01FF01FFu) | (random >> 9 & 0x10001u) * 0xFE00u;
    case 'h': return 0x30003000u + (random & 0x0FFF0FFFu);
    case 'm': return at / 8 % 2 ? random : random % 97;
    case 'p': {
      const uint64_t address = arena + kArena / 4 + hashed(at / 2, seed) % 4096 * 256;
      return static_cast<uint32_t>(at % 2 ? address >> 32 : address);
    }
    default: return random % 64;
  }
}

__global__ void fill(uint32_t* words, size_t count, char kind, uint32_t seed, uint64_t arena) {
  for (size_t at = blockIdx.x * size_t{blockDim.x} + threadIdx.x; at < count; at += size_t{gridDim.x} * blockDim.x) {
    words[at] = word_of(kind, at, seed, arena);
  }
}

// Nothing of what another kernel has left in shared memory is seen by the next one.
__global__ void scrub(unsigned bytes) {
  extern __shared__ uint32_t all[];
  for (unsigned at = threadIdx.x; at < bytes / 4; at += blockDim.x) reinterpret_cast<volatile uint32_t*>(all)[at] = 0;
}

struct Difference {
  unsigned long long words, first, far_float, far_double;
};

__device__ bool is_near(double a, double b) {
  if (a != a || b != b) return a != a && b != b;
  const double most = fmax(fabs(a), fabs(b));
  return a == b || fabs(a - b) <= 1e-3 * most + 1e-6;
}

__global__ void compare(const uint32_t* one, const uint32_t* other, size_t count, Difference* found) {
  for (size_t at = blockIdx.x * size_t{blockDim.x} + threadIdx.x; at < count; at += size_t{gridDim.x} * blockDim.x) {
    if (one[at] == other[at]) continue;
    atomicAdd(&found->words, 1ull);
    atomicMin(&found->first, static_cast<unsigned long long>(at));
    if (!is_near(__uint_as_float(one[at]), __uint_as_float(other[at]))) atomicAdd(&found->far_float, 1ull);
    const size_t even = at & ~size_t{1};
    const double a = __hiloint2double(static_cast<int>(one[even + 1]), static_cast<int>(one[even]));
    const double b = __hiloint2double(static_cast<int>(other[even + 1]), static_cast<int>(other[even]));
    if (!is_near(a, b)) atomicAdd(&found->far_double, 1ull);
  }
}

struct Arena {
  uint32_t *work, *initial, *first;
  Difference* found;
  static constexpr size_t kWords = kArena / 4;

  bool is_allocated() {
    for (uint32_t** each : {&work, &initial, &first}) {
      if (cudaMalloc(each, kArena) != cudaSuccess) return false;
    }
    cudaFuncSetAttribute(scrub, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
    return cudaMalloc(&found, sizeof *found) == cudaSuccess;
  }
  uint64_t address() const { return reinterpret_cast<uint64_t>(work); }
  // Kind `n` is that of each address by itself: `narrow` has a digit for each, with the kind of its elements.
  void fill_with(char kind, uint32_t seed, const std::string& narrow) {
    fill<<<1024, 256>>>(initial, kWords, kind == 'n' ? 'i' : kind, seed, address());
    for (size_t at = 0; kind == 'n' && at < narrow.size(); ++at) {
      const size_t begin = place(at, narrow.size()) / 4, end = place(at + 1, narrow.size()) / 4;
      if (narrow[at] != '0') fill<<<256, 256>>>(initial + begin, end - begin, narrow[at], seed, address());
    }
  }
  // Where the address of a number points that is one of so many.
  static size_t place(size_t number, size_t of) { return kArena / (of + 2) * (number + 1) / 256 * 256; }
  void reset() {
    cudaMemcpy(work, initial, kArena, cudaMemcpyDeviceToDevice);
    scrub<<<132 * 4, 256, 227 * 1024>>>(227 * 1024);
  }
  void keep() { cudaMemcpy(first, work, kArena, cudaMemcpyDeviceToDevice); }
  Difference against(const uint32_t* other) {
    Difference result = {0, ~0ull, 0, 0};
    cudaMemcpy(found, &result, sizeof result, cudaMemcpyHostToDevice);
    compare<<<1024, 256>>>(other, work, kWords, found);
    cudaMemcpy(&result, found, sizeof result, cudaMemcpyDeviceToHost);
    return result;
  }
};

// -- one kernel -------------------------------------------------------------------------------------------------------

struct Loaded {
  CUmodule module = nullptr;
  CUfunction kernel = nullptr;
  std::string error;
  CUresult result;
};

Loaded load(const std::string& path, const std::string& kernel) {
  Loaded loaded;
  loaded.result = cuModuleLoad(&loaded.module, path.c_str());
  if (loaded.result != CUDA_SUCCESS) return loaded.error = "does not load", loaded;
  loaded.result = cuModuleGetFunction(&loaded.kernel, loaded.module, kernel.c_str());
  if (loaded.result != CUDA_SUCCESS) loaded.error = "no kernel";
  return loaded;
}

// Whether it is the module that is at fault, and not the GPU.
bool is_of_module(CUresult result) {
  return result == CUDA_ERROR_NOT_FOUND || result == CUDA_ERROR_INVALID_IMAGE || result == CUDA_ERROR_FILE_NOT_FOUND ||
         result == CUDA_ERROR_NO_BINARY_FOR_GPU || result == CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

std::string named(CUresult result) {
  const char* name = "";
  cuGetErrorName(result, &name);
  return std::string(", \"error\": \"") + (name ? name : "") + "\"";
}

// Offsets and sizes of parameters.
std::vector<size_t> layout(CUfunction kernel) {
  std::vector<size_t> found;
  size_t offset, size;
  for (size_t at = 0; cuFuncGetParamInfo(kernel, at, &offset, &size) == CUDA_SUCCESS; ++at) {
    found.push_back(offset), found.push_back(size);
  }
  return found;
}

// A texture with 64 elements along each axis: tens of `which` for its shape, ones for integers (see arguments.py).
uint64_t texture(unsigned which) {
  static cudaTextureObject_t made[64];
  cudaTextureObject_t& object = made[which % 64];
  if (object) return object;
  const unsigned shape = which / 10;
  const bool is_integer = which % 10;
  const size_t height = shape >= 2 ? 64 : 1, depth = shape >= 3 ? 64 : 1;
  std::vector<uint32_t> words(64 * height * depth);
  for (size_t at = 0; at < words.size(); ++at) words[at] = word_of(is_integer ? 'i' : 'f', at, 11, 0);
  const auto format = cudaCreateChannelDesc(32, 0, 0, 0, is_integer ? cudaChannelFormatKindUnsigned : cudaChannelFormatKindFloat);
  cudaResourceDesc resource = {};
  if (shape == 0) {
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = words.size() * 4;
    cudaMalloc(&resource.res.linear.devPtr, words.size() * 4);
    cudaMemcpy(resource.res.linear.devPtr, words.data(), words.size() * 4, cudaMemcpyHostToDevice);
  } else {
    resource.resType = cudaResourceTypeArray;
    const cudaExtent extent = make_cudaExtent(64, shape >= 2 ? 64 : 0, shape >= 3 ? 64 : 0);
    cudaMalloc3DArray(&resource.res.array.array, &format, extent, shape == 4 ? cudaArrayLayered : cudaArrayDefault);
    cudaMemcpy3DParms copied = {};
    copied.srcPtr = make_cudaPitchedPtr(words.data(), 64 * 4, 64, height);
    copied.dstArray = resource.res.array.array;
    copied.extent = make_cudaExtent(64, height, depth);
    copied.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copied);
  }
  cudaTextureDesc how = {};
  for (auto& mode : how.addressMode) mode = cudaAddressModeClamp;
  how.filterMode = shape == 0 || is_integer ? cudaFilterModePoint : cudaFilterModeLinear;
  cudaCreateTextureObject(&object, &resource, &how, nullptr);
  return object;
}

std::vector<std::vector<unsigned char>> arguments(const Job& job, uint64_t arena, int attempt) {
  static const int kWhole[] = {100, 37, 64, 8, 200, 3, 16, 1};
  static const int kNarrow[] = {-3, 5, -100, 1, -1, 77};  // tried with each other kind of memory
  static const double kReal[] = {1.5, -0.75, 2.25, 0.5};
  size_t pointers = 0, number = 0;
  for (const auto& each : job.parameters) {
    for (char sign : each) pointers += sign == 'p';
  }
  std::vector<std::vector<unsigned char>> values;
  int count = attempt;
  for (const auto& each : job.parameters) {
    const size_t colon = each.find(':');
    std::vector<unsigned char> bytes(std::stoull(each.substr(0, colon)) + 16);
    for (const auto& field : split(each.substr(colon + 1), ',')) {
      unsigned offset, size;
      char kind;
      if (std::sscanf(field.c_str(), "%u%c%u", &offset, &kind, &size) != 3 || offset + (kind == 't' ? 8 : size) > bytes.size()) continue;
      const uint64_t pointer = arena + Arena::place(number, pointers);
      const bool is_signed = size <= 2 && attempt % 2;
      const int64_t whole = is_signed ? kNarrow[count % 6] : size == 1 ? count % 2 : kWhole[count % 8];
      const double real = kReal[count % 4];
      const float small = static_cast<float>(real);
      const uint64_t object = kind == 't' ? texture(size) : 0;
      if (kind == 'p') std::memcpy(&bytes[offset], &pointer, 8), ++number;
      else if (kind == 't') std::memcpy(&bytes[offset], &object, 8);
      else if (kind == 'f') std::memcpy(&bytes[offset], &small, 4), ++count;
      else if (kind == 'd') std::memcpy(&bytes[offset], &real, 8), ++count;
      else std::memcpy(&bytes[offset], &whole, size < 8 ? size : 8), ++count;
    }
    values.push_back(bytes);
  }
  return values;
}

// A row of what was found; appended in one piece.
class Results {
 public:
  explicit Results(const char* path) : file_(open(path, O_WRONLY | O_APPEND | O_CREAT, 0644)) {}
  void add(int job, char kind, const std::string& said, const std::string& more = "") const {
    const std::string line =
        "{\"job\": " + std::to_string(job) + ", \"kind\": \"" + kind + "\", \"said\": \"" + said + "\"" + more + "}\n";
    if (write(file_, line.data(), line.size()) < 0) std::perror("results");
  }

 private:
  int file_;
};

class Trial {
 public:
  Trial(const Job& job, char kind, Arena& arena, Shared& shared)
      : job_(job), kind_(kind), arena_(arena), shared_(shared), values_(arguments(job, arena.address(), attempt())) {}

  std::string said, more;
  bool is_fatal = false, is_gpu_lost = false;

  void run() {
    arena_.fill_with(kind_, 77u + static_cast<unsigned>(job_.number), job_.narrow);
    Loaded one = loaded(job_.module), other = loaded(job_.other);
    if (!one.error.empty()) return not_loaded(one, " as PTX");
    if (!other.error.empty()) return not_loaded(other, " as translated");
    if (layout(one.kernel) != layout(other.kernel)) return end("has other parameters as translated");
    choose_block(one.kernel, other.kernel);
    if (!launched(one, "fails")) return;
    arena_.keep();
    const auto kept = variables(one, other);
    const Difference changed = arena_.against(arena_.initial);
    again(one, job_.module);
    if (!launched(one, "fails")) return;
    if (arena_.against(arena_.first).words || variables(one, other) != kept) return end("unstable");
    shared_.in_translation = true;
    if (!launched(other, "fails as translated")) return;
    const Difference different = arena_.against(arena_.first);
    const bool same_variables = variables(other, one) == kept;
    judge(one, changed, different, same_variables);
  }

  ~Trial() {
    for (CUmodule module : modules_) cuModuleUnload(module);
  }

 private:
  Loaded loaded(const std::string& path) {
    const Loaded result = load(path, job_.kernel);
    if (result.module) modules_.push_back(result.module);
    return result;
  }

  int attempt() const { return static_cast<int>(job_.kinds.find(kind_)); }

  void end(const std::string& text) { said = text; }

  void not_loaded(const Loaded& of, const char* what) {
    is_gpu_lost = !is_of_module(of.result);
    more = named(of.result);
    end(of.error + what);
  }

  void choose_block(CUfunction one, CUfunction other) {
    int most = 1024, limit = 1024;
    cuFuncGetAttribute(&limit, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, one), most = std::min(most, limit);
    cuFuncGetAttribute(&limit, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, other), most = std::min(most, limit);
    std::memcpy(block_, job_.block, sizeof block_);
    if (block_[0] * block_[1] * block_[2] > most) block_[0] = std::max(most & ~31, 32), block_[1] = block_[2] = 1;
  }

  // Variables without a value get one, the same in both.
  void put_variables(const Loaded& of) {
    for (const Variable& each : job_.variables) {
      CUdeviceptr place;
      size_t size;
      if (!each.is_filled || cuModuleGetGlobal(&place, &size, of.module, each.name.c_str()) != CUDA_SUCCESS) continue;
      std::vector<uint32_t> words((size + 7) / 4);
      for (size_t at = 0; at < words.size(); ++at) words[at] = word_of(kind_ == 'n' ? 'i' : kind_, at, 5, arena_.address());
      cuMemcpyHtoD(place, words.data(), size);
    }
  }

  // What is in those that both have.
  std::vector<std::vector<unsigned char>> variables(const Loaded& of, const Loaded& also) {
    std::vector<std::vector<unsigned char>> found;
    for (const Variable& each : job_.variables) {
      CUdeviceptr place, there;
      size_t size, as_much;
      if (cuModuleGetGlobal(&there, &as_much, also.module, each.name.c_str()) != CUDA_SUCCESS) continue;
      if (cuModuleGetGlobal(&place, &size, of.module, each.name.c_str()) != CUDA_SUCCESS || size != as_much) continue;
      found.emplace_back(size);
      cuMemcpyDtoH(found.back().data(), place, size);
    }
    return found;
  }

  // A module with variables is as new for each launch.
  void again(Loaded& of, const std::string& path) {
    if (!job_.variables.empty()) of = loaded(path);
  }

  bool launched(const Loaded& of, const char* otherwise) {
    std::vector<void*> pointers;
    for (auto& value : values_) pointers.push_back(value.data());
    arena_.reset();
    put_variables(of);
    cudaDeviceSynchronize();
    const int* grid = job_.grid;
    if (job_.shared > 48 * 1024) cuFuncSetAttribute(of.kernel, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, job_.shared);
    CUresult result =
        cuLaunchKernel(of.kernel, grid[0], grid[1], grid[2], block_[0], block_[1], block_[2], job_.shared,
                       nullptr, pointers.data(), nullptr);
    if (result == CUDA_SUCCESS) result = cuCtxSynchronize();
    if (result == CUDA_SUCCESS) return true;
    more = named(result);
    is_fatal = true;
    end(otherwise);
    return false;
  }

  void judge(Loaded& one, const Difference& changed, const Difference& different, bool same_variables) {
    more = ", \"changed\": " + std::to_string(changed.words);
    if (!different.words && same_variables) return end(changed.words ? "equal" : "nothing");
    more += ", \"different\": " + std::to_string(different.words) + places(different.first);
    shared_.in_translation = false;
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      again(one, job_.module);
      if (!launched(one, "fails")) return;
      if (arena_.against(arena_.first).words) return end("unstable");
    }
    end(same_variables && (!different.far_float || !different.far_double) ? "near" : "different");
  }

  std::string places(unsigned long long first) {
    if (first >= Arena::kWords) return ", \"variables\": true";
    uint32_t one = 0, other = 0;
    cudaMemcpy(&one, arena_.first + first, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(&other, arena_.work + first, 4, cudaMemcpyDeviceToHost);
    char text[100];
    std::snprintf(text, sizeof text, ", \"at\": %llu, \"is\": \"%08x\", \"should\": \"%08x\"", first, other, one);
    return text;
  }

  const Job& job_;
  char kind_;
  Arena& arena_;
  Shared& shared_;
  std::vector<std::vector<unsigned char>> values_;
  int block_[3] = {1, 1, 1};
  std::vector<CUmodule> modules_;
};

// -- processes --------------------------------------------------------------------------------------------------------

void advance(const Job& job, Shared& shared) {
  if (static_cast<size_t>(++shared.kind) >= job.kinds.size() || shared.faults >= kMostFaults) {
    shared.kind = 0, shared.faults = 0, ++shared.job;
  }
}

[[noreturn]] void child(const std::vector<Job>& jobs, Shared& shared, const Results& results) {
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, 1);  // what kernels print
  Arena arena;
  if (!arena.is_allocated()) _exit(kNoGpu);
  while (static_cast<size_t>(shared.job) < jobs.size()) {
    const Job& job = jobs[static_cast<size_t>(shared.job)];
    shared.in_translation = false;
    shared.since = now();
    Trial trial(job, job.kinds[static_cast<size_t>(shared.kind)], arena, shared);
    trial.run();
    if (trial.is_gpu_lost && !shared.is_second) _exit(kNoGpu);
    shared.is_second = false;
    results.add(job.number, job.kinds[static_cast<size_t>(shared.kind)], trial.said, trial.more);
    shared.faults += trial.is_fatal;
    advance(job, shared);
    if (trial.is_fatal) _exit(3);
  }
  _exit(0);
}

// Whether it was ended because a kernel takes too long.
bool waited(pid_t process, const Shared& shared, double end, int* status) {
  while (waitpid(process, status, WNOHANG) == 0) {
    if (now() - shared.since > kSeconds || now() > end) {
      kill(process, SIGKILL);
      waitpid(process, status, 0);
      return true;
    }
    usleep(5000);
  }
  return false;
}

}  // namespace

int main(int count, char** words) {
  if (count != 6) return std::fprintf(stderr, "driver JOBS RESULTS WORKER WORKERS SECONDS\n"), 2;
  const auto jobs = jobs_of(words[1], std::atoi(words[3]), std::atoi(words[4]));
  const Results results(words[2]);
  const double end = now() + std::atof(words[5]);
  auto& shared = *static_cast<Shared*>(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  while (static_cast<size_t>(shared.job) < jobs.size() && now() < end) {
    shared.since = now() + 20;  // to start CUDA
    const pid_t process = fork();
    if (process == 0) child(jobs, shared, results);
    int status = 0;
    const bool is_late = waited(process, shared, end, &status);
    if (now() > end) break;
    if (!is_late && WIFEXITED(status) && WEXITSTATUS(status) == kNoGpu) {  // a kernel that another one has left there
      shared.is_second = true;
      sleep(3);
      continue;
    }
    if (is_late || WIFSIGNALED(status)) {
      const Job& job = jobs[static_cast<size_t>(shared.job)];
      const std::string said = is_late ? "does not end" : "crashes";
      results.add(job.number, job.kinds[static_cast<size_t>(shared.kind)], said + (shared.in_translation ? " as translated" : ""));
      shared.faults += is_late ? kMostFaults : 1;
      advance(job, shared);
    }
  }
  return 0;
}
