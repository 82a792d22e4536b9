// Launches a kernel of two modules on the same arguments, and compares what the memory holds afterwards.
//
//   kernels list MODULE                          each kernel with the sizes of its parameters
//   kernels run MODULE OTHER KERNEL KINDS TRY    equal, different, or why neither can be said
//
// KINDS has one word for each parameter, with commas between them: `*f` is a pointer to memory full of floats, `i` an
// integer. TRY chooses the launch and the values.

#include <cuda.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr size_t kBytes = size_t{1} << 22;  // of the memory behind each pointer
constexpr size_t kMargin = size_t{1} << 20;  // before it, for negative indices
constexpr unsigned kDynamic = 8192;          // of shared memory

struct Launch {
  unsigned grid[3], block[3];
};
constexpr Launch kLaunches[] = {{{3, 1, 1}, {128, 1, 1}}, {{2, 2, 1}, {16, 16, 1}}, {{1, 1, 1}, {32, 1, 1}}, {{2, 1, 1}, {64, 1, 1}}};

[[noreturn]] void end(const char* what) {
  std::printf("%s\n", what);
  std::fflush(stdout);
  std::_Exit(0);
}

void check(CUresult result, const char* what) {
  if (result != CUDA_SUCCESS) end(what);
}

CUmodule loaded(const char* path) {
  CUmodule module;
  check(cuModuleLoad(&module, path), "does not load");
  return module;
}

std::vector<size_t> sizes_of(CUfunction kernel) {
  std::vector<size_t> sizes;
  size_t offset, size;
  while (cuFuncGetParamInfo(kernel, sizes.size(), &offset, &size) == CUDA_SUCCESS) sizes.push_back(size);
  return sizes;
}

int list(const char* path) {
  CUmodule module = loaded(path);
  unsigned count = 0;
  check(cuModuleGetFunctionCount(&count, module), "does not load");
  std::vector<CUfunction> kernels(count);
  check(cuModuleEnumerateFunctions(kernels.data(), count, module), "does not load");
  for (CUfunction kernel : kernels) {
    const char* name;
    if (cuFuncGetName(&name, kernel) != CUDA_SUCCESS) continue;
    std::printf("%s", name);
    for (size_t size : sizes_of(kernel)) std::printf(" %zu", size);
    std::printf("\n");
  }
  return 0;
}

std::vector<std::string> words(const char* text) {
  std::vector<std::string> found(*text ? 1 : 0);
  for (; *text; ++text) {
    if (*text == ',') found.emplace_back();
    else found.back() += *text;
  }
  return found;
}

// Numbers of a kind. Integers are small: most are sizes or indices.
class Values {
 public:
  explicit Values(unsigned seed) : random_(seed) {}

  template <class T>
  void put(unsigned char* to, T value) {
    std::memcpy(to, &value, sizeof(T));
  }

  size_t one(char kind, unsigned char* to) {
    const float real = std::uniform_real_distribution<float>(0.25f, 2.f)(random_) * (random_() % 4 ? 1.f : -1.f);
    const int whole = static_cast<int>(random_() % 48) + 1;
    switch (kind) {
      case 'f': put(to, real); return 4;
      case 'd': put(to, static_cast<double>(real)); return 8;
      case 'h': put(to, static_cast<uint16_t>(0x3000 + random_() % 0x1000)); return 2;
      case 'b': put(to, static_cast<uint16_t>(0x3e80 + random_() % 0x180)); return 2;
      case 'c': put(to, static_cast<uint8_t>(random_() % 100)); return 1;
      case 's': put(to, static_cast<int16_t>(whole)); return 2;
      case 'l': put(to, static_cast<int64_t>(whole)); return 8;
      case 'z': put(to, static_cast<uint8_t>(random_() % 2)); return 1;
      default: put(to, whole); return 4;
    }
  }

  void fill(char kind, unsigned char* to, size_t bytes) {
    for (size_t at = 0; at < bytes;) at += one(kind, to + at);
  }

 private:
  std::mt19937 random_;
};

struct Arguments {
  std::vector<std::vector<unsigned char>> values;
  std::vector<std::vector<unsigned char>> memory;
  std::vector<CUdeviceptr> places;
};

Arguments made(const std::vector<std::string>& kinds, const std::vector<size_t>& sizes, int attempt) {
  Arguments made;
  Values values(1234u + static_cast<unsigned>(attempt));
  for (size_t i = 0; i < kinds.size(); ++i) {
    std::vector<unsigned char> value((sizes[i] + 15) / 8 * 8);
    if (kinds[i][0] == '*') {
      std::vector<unsigned char> memory(kMargin + kBytes);
      values.fill(kinds[i][1], memory.data(), memory.size() - 8);
      CUdeviceptr place;
      check(cuMemAlloc(&place, memory.size()), "no memory");
      const CUdeviceptr given = place + kMargin;
      std::memcpy(value.data(), &given, sizeof given);
      made.memory.push_back(std::move(memory));
      made.places.push_back(place);
    } else {
      values.fill(kinds[i][0], value.data(), sizes[i]);
    }
    made.values.push_back(std::move(value));
  }
  return made;
}

// What the memory holds after a launch.
std::vector<std::vector<unsigned char>> after(CUfunction kernel, Arguments& arguments, const Launch& launch, const char* fails) {
  for (size_t i = 0; i < arguments.memory.size(); ++i) {
    check(cuMemcpyHtoD(arguments.places[i], arguments.memory[i].data(), arguments.memory[i].size()), fails);
  }
  std::vector<void*> pointers;
  for (auto& value : arguments.values) pointers.push_back(value.data());
  const auto& [grid, block] = launch;
  check(cuLaunchKernel(kernel, grid[0], grid[1], grid[2], block[0], block[1], block[2], kDynamic, nullptr, pointers.data(), nullptr), fails);
  check(cuCtxSynchronize(), fails);
  auto result = arguments.memory;
  for (size_t i = 0; i < result.size(); ++i) check(cuMemcpyDtoH(result[i].data(), arguments.places[i], result[i].size()), fails);
  return result;
}

int run(char** words_given) {
  const auto kinds = words(words_given[3]);
  const int attempt = std::atoi(words_given[4]);
  CUfunction first, second;
  check(cuModuleGetFunction(&first, loaded(words_given[0]), words_given[2]), "no such kernel");
  check(cuModuleGetFunction(&second, loaded(words_given[1]), words_given[2]), "not in the other");
  const auto sizes = sizes_of(first);
  if (sizes != sizes_of(second)) end("has other parameters");
  if (sizes.size() != kinds.size()) end("has parameters of unknown types");
  Launch launch = kLaunches[static_cast<size_t>(attempt) % std::size(kLaunches)];
  int most = 0;
  check(cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, first), "fails");
  if (launch.block[0] * launch.block[1] > static_cast<unsigned>(most)) launch = {{2, 1, 1}, {static_cast<unsigned>(most) & ~31u, 1, 1}};
  Arguments arguments = made(kinds, sizes, attempt);
  const auto one = after(first, arguments, launch, "fails as CUDA");
  const auto again = after(first, arguments, launch, "fails as CUDA");
  if (one != again) end("something else each time");
  const auto other = after(second, arguments, launch, "fails as converted");
  if (one != other) end("different");
  end(one == arguments.memory ? "writes nothing" : "equal");
}

}  // namespace

int main(int count, char** words_given) {
  CUdevice device;
  CUcontext context;
  check(cuInit(0), "no GPU");
  check(cuDeviceGet(&device, 0), "no GPU");
  check(cuDevicePrimaryCtxRetain(&context, device), "no GPU");
  check(cuCtxSetCurrent(context), "no GPU");
  if (count == 3) return list(words_given[2]);
  if (count == 7) return run(words_given + 2);
  std::fprintf(stderr, "kernels list MODULE | kernels run MODULE OTHER KERNEL KINDS TRY\n");
  return 2;
}
