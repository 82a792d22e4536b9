// Runs the pairs of kernels that a manifest names on the same inputs and compares what they wrote.
//
//   runner MANIFEST RESULTS [--random N] [--only TEXT] [--seconds N]
//
// A line of the manifest is
//
//   NUMBER MODE FILE INPUTS OUTPUTS BOUND
//
// with lanes as in operands.py, separated by commas, `-` for none. FILE.cubin has the kernels original_NUMBER and
// ours_NUMBER. BOUND is `-` or `ulp=2,abs=1e-6,lo=0,hi=1`.
// A line of the results is one JSON object. Pairs are run in a child process: one that crashes takes no other along.

#include <cuda_runtime.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int kBlock = 128;  // PTX_GPU_BLOCK of harness.hpp
constexpr int kWords = 8;    // and its words
constexpr unsigned kChunk = 1u << 22;  // inputs of one launch
constexpr int kMostLanes = 96;
constexpr int kMostSlots = 6;  // pieces of memory of a thread
constexpr int kMostEdges = 192;
constexpr uint64_t kMostProducts = 1ull << 23;

// ------------------------------------------------------------------------------------------------------------ lanes

// How values of a lane are drawn: `count` elements of `width` bits; `limit` if they are smaller than that.
struct Lane {
  char letter;  // i: integer, f: IEEE float, b: bfloat, m: mask of a warp, s, c: second and third operand of shfl
  int width;
  int count;
  uint64_t limit;
  int edges;  // which table of edge values
};

struct Bound {
  bool given;
  double ulp, abs, rel, lo, hi;
};

struct Pair {
  std::string number, mode, file;
  std::vector<Lane> in, out;
  Bound bound;
};

struct Job {
  Lane in[kMostLanes];
  Lane out[kMostLanes];
  int inputs, outputs;
  Bound bound;
  uint64_t seed, first;  // of the chunk
  uint64_t products;     // edge values with each other; then follow values by chance
  bool all, warp, sample, memory;
};

__constant__ uint64_t edge_values[8][kMostEdges];
__constant__ int edge_counts[8];

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

int edges_of(char letter, int width) {
  if (letter == 'f') return width == 16 ? 0 : width == 32 ? 1 : 2;
  if (letter == 'b') return 3;
  return width <= 8 ? 4 : width == 16 ? 5 : width == 32 ? 6 : 7;
}

Lane lane_of(const std::string& text) {
  Lane lane{text[0], 0, 1, 0, 0};
  const char* rest = text.c_str() + 1;
  lane.width = static_cast<int>(strtol(rest, const_cast<char**>(&rest), 10));
  if (*rest == 'x') lane.count = static_cast<int>(strtol(rest + 1, const_cast<char**>(&rest), 10));
  if (*rest == '<') lane.limit = strtoull(rest + 1, nullptr, 10);
  lane.edges = edges_of(lane.letter, lane.width);
  return lane;
}

std::vector<Lane> lanes_of(const std::string& text) {
  std::vector<Lane> lanes;
  if (text != "-")
    for (const std::string& part : split(text, ',')) lanes.push_back(lane_of(part));
  return lanes;
}

Bound bound_of(const std::string& text) {
  Bound bound{text != "-", -1, -1, -1, -INFINITY, INFINITY};
  for (const std::string& part : split(text, ',')) {
    const size_t at = part.find('=');
    if (at == std::string::npos) continue;
    const double value = strtod(part.c_str() + at + 1, nullptr);
    const std::string name = part.substr(0, at);
    (name == "ulp" ? bound.ulp : name == "abs" ? bound.abs : name == "rel" ? bound.rel : name == "lo" ? bound.lo : bound.hi) = value;
  }
  return bound;
}

// ------------------------------------------------------------------------------------------------------ edge values

void add_float_edges(std::vector<uint64_t>& edges, int exponent_bits, int mantissa_bits) {
  const uint64_t one = 1, top = (one << exponent_bits) - 1, bias = top >> 1, ones = (one << mantissa_bits) - 1;
  const auto value = [&](uint64_t exponent, uint64_t mantissa) { return exponent << mantissa_bits | mantissa; };
  std::vector<uint64_t> found = {value(0, 0), value(0, 1), value(0, 2), value(0, ones / 3), value(0, (ones >> 1) + 1),
                                 value(0, ones), value(1, 0), value(1, 1), value(1, ones), value(2, 0)};
  for (int power : {-2, -1, 0, 1, 2}) {
    found.push_back(value(bias + power - 1, ones));
    found.push_back(value(bias + power, 0));
    found.push_back(value(bias + power, 1));
    found.push_back(value(bias + power, (ones >> 1) + 1));  // 1.5, and with it halves: 2.5 is next
    found.push_back(value(bias + power, (ones >> 2) + 1));
  }
  for (int power : {4, 7, 8, mantissa_bits - 1, mantissa_bits, mantissa_bits + 1, 15, 16, 31, 32, 63, 64, 127, 128}) {
    if (bias + power >= top) continue;
    found.push_back(value(bias + power - 1, ones));
    found.push_back(value(bias + power, 0));
    found.push_back(value(bias + power, 1));
  }
  found.push_back(value(top - 1, ones));
  found.push_back(value(top - 1, ones - 1));
  found.push_back(value(top, 0));                            // infinity
  found.push_back(value(top, 1));                            // signalling
  found.push_back(value(top, (ones >> 1) + 1));              // quiet
  found.push_back(value(top, ((ones >> 1) + 1) | ones / 5));  // quiet, with payload
  found.push_back(value(top, ones));
  for (uint64_t each : found) {
    edges.push_back(each);
    edges.push_back(each | one << (exponent_bits + mantissa_bits));
  }
}

void add_integer_edges(std::vector<uint64_t>& edges, int width) {
  const uint64_t mask = width == 64 ? ~0ull : (1ull << width) - 1;
  std::vector<uint64_t> found;
  for (uint64_t small = 0; small <= (width == 8 ? 16u : 34u); small++) found.push_back(small);
  for (uint64_t each : {63, 64, 65, 70, 127, 128, 129, 254, 255, 256, 257, 0x3210, 0x7654, 0x8000, 0x7fff, 0xffff, 0x10000})
    found.push_back(each);
  for (uint64_t each : {0x55555555ull, 0xaaaaaaaaull, 0x12345678ull, 0xfedcba98ull, 0x80ff7f01ull, 0x80008000ull,
                        0x7fff8000ull, 0x7f80017full, 0x00ff00ffull, 0x1fffull, 0x1f00ull, 0x7f800000ull})
    found.push_back(each | each << 32);
  const uint64_t middle = 1ull << (width - 1);
  for (uint64_t delta = 0; delta < 4; delta++) {
    found.push_back(middle + delta);
    found.push_back(middle - delta);
    found.push_back(0 - delta);
  }
  if (width == 64) {
    for (uint64_t each : {0xffffffffull, 0x100000000ull, 0x80000000ull, 0x7fffffffull, 0xffffffff00000000ull, 0xffffffff80000000ull})
      found.push_back(each);
  }
  for (uint64_t each : found) {
    each &= mask;
    bool known = false;
    for (uint64_t other : edges) known |= other == each;
    if (!known) edges.push_back(each);
  }
}

void upload_edges() {
  std::vector<uint64_t> tables[8];
  add_float_edges(tables[0], 5, 10);
  add_float_edges(tables[1], 8, 23);
  add_float_edges(tables[2], 11, 52);
  add_float_edges(tables[3], 8, 7);
  add_integer_edges(tables[4], 8);
  add_integer_edges(tables[5], 16);
  add_integer_edges(tables[6], 32);
  add_integer_edges(tables[7], 64);
  uint64_t values[8][kMostEdges] = {};
  int counts[8];
  for (int k = 0; k < 8; k++) {
    counts[k] = static_cast<int>(tables[k].size());
    if (counts[k] > kMostEdges) {
      fprintf(stderr, "table %d has %d edges\n", k, counts[k]);
      _exit(2);
    }
    memcpy(values[k], tables[k].data(), tables[k].size() * sizeof(uint64_t));
  }
  cudaMemcpyToSymbol(edge_values, values, sizeof values);
  cudaMemcpyToSymbol(edge_counts, counts, sizeof counts);
}

// ---------------------------------------------------------------------------------------------------------- drawing

__host__ __device__ uint64_t mixed(uint64_t value) {
  value += 0x9e3779b97f4a7c15ull;
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ull;
  value = (value ^ value >> 27) * 0x94d049bb133111ebull;
  return value ^ value >> 31;
}

// Whether any value may stand in a lane.
__host__ __device__ bool is_drawn_freely(char letter) { return letter == 'i' || letter == 'f' || letter == 'b'; }

__host__ __device__ uint64_t mask_of(int width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

__host__ __device__ int mantissa_of(const Lane& lane) {
  return lane.letter == 'b' ? 7 : lane.width == 16 ? 10 : lane.width == 32 ? 23 : 52;
}

// An element by chance: any bits, or an edge, or something small, or near in size to `near`.
__device__ uint64_t element(const Lane& lane, uint64_t chance, uint64_t near) {
  const uint64_t any = mixed(chance), how = mixed(chance + 1) >> 32;
  if (lane.width == 1) return any & 1;
  if (how % 8 < 2) return any;
  if (how % 8 == 2) return edge_values[lane.edges][(any >> 8) % edge_counts[lane.edges]];
  if (lane.letter == 'i') {
    if (how % 8 < 5) return any >> (any & 63);                     // any length
    if (how % 8 == 5) return near + (any & 3) - 1;
    if (how % 8 == 6) return any % 67;
    return 0 - any % 67;
  }
  const int mantissa = mantissa_of(lane);
  const uint64_t fraction = any & mask_of(mantissa), sign = any & 1ull << (lane.width - 1);
  const uint64_t top = mask_of(lane.width - 1 - mantissa), bias = top >> 1;
  if (how % 8 == 3) return sign | (bias - 8 + (any >> 56) % 17) << mantissa | fraction;  // about 1
  if (how % 8 == 4) {                                                                   // as large as another
    const uint64_t exponent = (near >> mantissa & top) + (any >> 57) % (2 * mantissa + 4) - mantissa - 2;
    return sign | (exponent & top) << mantissa | fraction;
  }
  if (how % 8 == 5) return (near ^ sign) + (any >> 61) - 3;                             // nearly another, or its negative
  if (how % 8 == 6) return sign | (bias + (any >> 59)) << mantissa | (fraction & ~mask_of(mantissa - mantissa / 3));  // few digits
  return sign | ((any >> 60) % 3) << mantissa | fraction;                               // about the denormals
}

__device__ uint64_t warp_mask(uint64_t chance) {
  const uint64_t any = mixed(chance), how = any >> 60;
  uint32_t mask = static_cast<uint32_t>(any);
  if (how < 5) mask = ~0u;
  if (how == 5) mask = 1u << (mask & 31);
  if (how == 6) mask = 0x0000ffff;
  if (how == 7) mask = 0x55555555;
  return mask ? mask : 1;
}

__device__ uint64_t drawn(const Job& job, int k, uint64_t index, uint64_t near) {
  const Lane& lane = job.in[k];
  const uint64_t warp = mixed(job.seed ^ mixed(index / 32 + (static_cast<uint64_t>(k) << 48)));
  const uint64_t chance = mixed(job.seed ^ mixed(index + (static_cast<uint64_t>(k) << 48)));
  if (lane.letter == 'm') return warp_mask(warp);
  if (lane.letter == 's') return chance >> 60 < 12 ? chance % 32 : chance;
  if (lane.letter == 'c') {
    const uint64_t which = (job.warp && warp >> 63) ? warp : chance, segment = (32 - (1u << which % 6)) & 31;
    return which >> 61 == 0 ? which : segment << 8 | ((which >> 8) % 3 == 0 ? 0 : (which >> 8) % 3 == 1 ? 31 : which >> 16 & 31);
  }
  uint64_t value = 0;
  for (int e = 0; e < lane.count; e++) {
    const uint64_t one = element(lane, chance + 64 * e, near >> e * lane.width) & mask_of(lane.width);
    value |= one << e * lane.width;
  }
  if (lane.limit) value %= lane.limit;
  if (job.warp && warp >> 62 == 0) value = warp >> 8 & 3 ? chance % 3 : warp & mask_of(lane.width * lane.count);
  return value & mask_of(lane.width * lane.count);
}

__device__ uint64_t repeated(uint64_t value, int from, int to) {
  value &= mask_of(from);
  for (int width = from; width < to && width < 64; width *= 2) value |= value << width;
  return value & mask_of(to);
}

// The floats whose product a third one cancels, nearly.
__device__ uint64_t product(const Lane& lane, uint64_t a, uint64_t b, uint64_t chance) {
  if (lane.width == 64) return __double_as_longlong(-__longlong_as_double(a) * __longlong_as_double(b)) + (chance & 3) - 1;
  const float x = __uint_as_float(static_cast<uint32_t>(a)), y = __uint_as_float(static_cast<uint32_t>(b));
  return __float_as_uint(-x * y) + (chance & 3) - 1;
}

__global__ void draw(const __grid_constant__ Job job, uint64_t* in, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  uint64_t index = job.first + i, near = 0;
  const bool edges = !job.all && !job.sample && index < job.products;
  uint64_t product_at = index;
  for (int k = 0; k < job.inputs; k++) {
    const Lane& lane = job.in[k];
    const int width = lane.width * lane.count;
    uint64_t value;
    if (job.all) {
      value = index & mask_of(width);
      index >>= width;
    } else {
      value = drawn(job, k, index, near);
      const uint64_t chance = mixed(index * 977 + k);
      if (edges && is_drawn_freely(lane.letter)) {
        const int edge_count = lane.width == 1 ? 2 : edge_counts[lane.edges];
        uint64_t edge = lane.width == 1 ? product_at % 2 : edge_values[lane.edges][product_at % edge_count];
        product_at /= edge_count;
        value = lane.count > 1 ? (value & ~mask_of(lane.width)) | (edge & mask_of(lane.width)) : edge & mask_of(width);
        if (lane.limit) value %= lane.limit;
      } else if (k && chance % 8 == 0 && is_drawn_freely(lane.letter) && !lane.limit) {
        const Lane& other = job.in[k - 1];
        value = repeated(near, other.width * other.count, width);
      } else if (k == 2 && chance % 8 == 1 && lane.letter == 'f' && width >= 32 && job.in[0].width == width && job.in[1].width == width && lane.count == 1) {
        value = product(lane, in[i], near, chance >> 8) & mask_of(width);
      }
    }
    in[static_cast<size_t>(k) * count + i] = value;
    near = value;
  }
}

// Some bits of one lane turned over.
__global__ void disturb(const __grid_constant__ Job job, uint64_t* in, unsigned count, int lane) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int width = job.in[lane].width * job.in[lane].count;
  uint64_t& value = in[static_cast<size_t>(lane) * count + i];
  const uint64_t chance = mixed(i + job.seed);
  value ^= (i & 1 ? 1ull << (chance % width) : chance | 1) & mask_of(width);
  if (job.in[lane].limit) value %= job.in[lane].limit;
}

// -------------------------------------------------------------------------------------------------------- comparing

struct Found {
  unsigned long long different;
  unsigned long long tried;
  unsigned first;
};

__device__ double real(const Lane& lane, uint64_t bits) {
  if (lane.width == 64) return __longlong_as_double(bits);
  if (lane.width == 32) return __uint_as_float(static_cast<uint32_t>(bits));
  if (lane.letter == 'b') return __uint_as_float(static_cast<uint32_t>(bits) << 16);
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double size = exponent == 31 ? (fraction ? NAN : INFINITY)
                               : exponent ? ldexp(1024.0 + fraction, exponent - 25) : ldexp(double(fraction), -24);
  return bits & 0x8000 ? -size : size;
}

__device__ long long ordered(const Lane& lane, uint64_t bits) {
  const uint64_t size = bits & mask_of(lane.width - 1);
  return bits >> (lane.width - 1) & 1 ? -static_cast<long long>(size) : static_cast<long long>(size);
}

__device__ bool near_enough(const Lane& lane, const Bound& bound, uint64_t original, uint64_t ours) {
  if (original == ours) return true;
  if (lane.letter == 'i') return false;
  const double x = real(lane, original), y = real(lane, ours);
  if (isnan(x) || isnan(y)) return isnan(x) && isnan(y);
  if (isinf(x) || isinf(y)) return bound.ulp >= 0 && fabs(double(ordered(lane, original)) - double(ordered(lane, ours))) <= bound.ulp;
  if (bound.abs >= 0 && fabs(x - y) <= bound.abs) return true;
  if (bound.rel >= 0 && fabs(x - y) <= bound.rel * fabs(x)) return true;
  return bound.ulp >= 0 && llabs(ordered(lane, original) - ordered(lane, ours)) <= bound.ulp;
}

// PTX leaves open whose payload a result has if several inputs are no numbers; and atomic units hand a signalling NaN on
// as it is, which nothing promises.
__device__ bool may_be_any_nan(const Job& job, const Lane& lane, const uint64_t* in, unsigned count, unsigned i) {
  int nans = 0;
  for (int k = 0; k < job.inputs; k++)
    nans += job.in[k].letter == 'f' && job.in[k].width == 64 && isnan(real(job.in[k], in[static_cast<size_t>(k) * count + i]));
  return nans > (job.memory ? 0 : 1) && lane.letter == 'f' && lane.width == 64;
}

__device__ bool same(const Job& job, int k, uint64_t original, uint64_t ours, const uint64_t* in, unsigned count, unsigned i) {
  const Lane& lane = job.out[k];
  if (original == ours) return true;
  if (!job.bound.given)
    return may_be_any_nan(job, lane, in, count, i) && isnan(real(lane, original)) && isnan(real(lane, ours));
  for (int e = 0; e < lane.count; e++) {
    const uint64_t mask = mask_of(lane.width);
    if (!near_enough(lane, job.bound, original >> e * lane.width & mask, ours >> e * lane.width & mask)) return false;
  }
  return true;
}

// A bound may hold for a range of inputs only; what is no number is always in it.
__device__ bool in_range(const Job& job, const uint64_t* in, unsigned count, unsigned i) {
  if (!job.bound.given) return true;
  for (int k = 0; k < job.inputs; k++) {
    const Lane& lane = job.in[k];
    if (lane.letter == 'i') continue;
    const uint64_t value = in[static_cast<size_t>(k) * count + i];
    for (int e = 0; e < lane.count; e++) {
      const double x = real(lane, value >> e * lane.width & mask_of(lane.width));
      if (isfinite(x) && (x < job.bound.lo || x > job.bound.hi)) return false;
    }
  }
  return true;
}

__global__ void compare(const __grid_constant__ Job job, const uint64_t* in, const uint64_t* original,
                        const uint64_t* ours, unsigned count, Found* found) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool tried = i < count && in_range(job, in, count, i);
  bool different = false;
  for (int k = 0; tried && k < job.outputs; k++) {
    const size_t at = static_cast<size_t>(k) * count + i;
    if (!same(job, k, original[at], ours[at], in, count, i)) different = true;
  }
  const int all = __syncthreads_count(tried), wrong = __syncthreads_count(different);
  if (threadIdx.x == 0) {
    atomicAdd(&found->tried, static_cast<unsigned long long>(all));
    if (wrong) atomicAdd(&found->different, static_cast<unsigned long long>(wrong));
  }
  if (different) atomicMin(&found->first, i);
}

// ---------------------------------------------------------------------------------------------------------- running

struct Failure {
  std::string text;
};

void check(cudaError_t result, const char* what) {
  if (result != cudaSuccess) throw Failure{std::string(what) + ": " + cudaGetErrorName(result)};
}

struct Lanes {  // that of harness.hpp
  const uint64_t* in;
  uint64_t* out;
  uint64_t* scratch;
  unsigned count;
};

struct Options {
  uint64_t random = 1ull << 22;
  int all_bits = 32;
  unsigned seconds = 60;
  std::string only;
};

class Bench {
 public:
  explicit Bench(const Options& options) : options_(options) {
    check(cudaSetDevice(0), "no device");
    check(cudaFree(nullptr), "no device");
    upload_edges();
    reserve(&in_, kMostLanes);
    reserve(&disturbed_, kMostLanes);
    reserve(&original_, kMostLanes);
    reserve(&ours_, kMostLanes);
    reserve(&scratch_, kMostSlots * kWords);
    check(cudaMalloc(&found_, sizeof(Found)), "memory");
  }

  std::string run(const Pair& pair) {
    const cudaKernel_t original = function(pair, "original_"), ours = function(pair, "ours_");
    Job job = job_of(pair);
    const uint64_t total = total_of(pair, job);
    const Found sum = chunks(job, total, original, ours, nullptr);
    std::string first;
    if (sum.different) chunks(job, total, original, ours, &first);
    const std::string blind = disturbed(job, original, ours);
    return "\"tried\": " + std::to_string(sum.tried) + ", \"mismatches\": " + std::to_string(sum.different) +
           (job.all ? ", \"all\": true" : "") + (blind.empty() ? "" : ", \"blind\": [" + blind + "]") + first;
  }

 private:
  // Runs all inputs, chunk by chunk; up to the first that differ, if these are asked for.
  Found chunks(Job job, uint64_t total, cudaKernel_t original, cudaKernel_t ours, std::string* first) {
    clear();
    for (uint64_t start = 0; start < total; start += kChunk) {
      job.first = start;
      const unsigned count = static_cast<unsigned>(total - start < kChunk ? total - start : kChunk);
      fill(job, count);
      both(job, original, ours, in_, count);
      if (!first) continue;
      const Found found = read();
      if (!found.different) continue;
      *first = shown(job, count, found.first);
      return found;
    }
    return read();
  }

  void reserve(uint64_t** buffer, int lanes) { check(cudaMalloc(buffer, sizeof(uint64_t) * lanes * kChunk), "memory"); }

  cudaKernel_t function(const Pair& pair, const char* kind) {
    cudaKernel_t found;
    if (cudaLibraryGetKernel(&found, library(pair.file), (kind + pair.number).c_str()) == cudaSuccess) return found;
    throw Failure{"did not compile"};
  }

  cudaLibrary_t library(const std::string& file) {
    const auto known = libraries_.find(file);
    if (known != libraries_.end()) return known->second;
    cudaLibrary_t library;
    const std::string path = file + ".cubin";
    check(cudaLibraryLoadFromFile(&library, path.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0), "loading");
    return libraries_[file] = library;
  }

  Job job_of(const Pair& pair) {
    if (pair.in.size() > kMostLanes || pair.out.size() > kMostLanes) throw Failure{"has too many lanes"};
    Job job{};
    int bits = 0;
    const bool is_value = pair.mode == "value" || pair.mode == "statement";
    bool limited = !is_value;
    uint64_t products = 1;
    for (const Lane& lane : pair.in) {
      job.in[job.inputs++] = lane;
      bits += lane.width * lane.count;
      limited |= lane.limit || !is_drawn_freely(lane.letter);
      products *= lane.width == 1 ? 2 : edges_in_table(lane.edges);
      if (products > kMostProducts) products = kMostProducts;
    }
    for (const Lane& lane : pair.out) job.out[job.outputs++] = lane;
    job.bound = pair.bound;
    job.seed = mixed(strtoull(pair.number.c_str(), nullptr, 10));
    // Whoever tests a statement relies on the tests of its instructions.
    job.all = !limited && bits <= (pair.mode == "statement" ? options_.all_bits * 3 / 4 : options_.all_bits);
    job.warp = pair.mode == "warp";
    job.memory = pair.mode == "memory";
    job.products = pair.mode == "value" ? products : 0;
    bits_ = bits;
    return job;
  }

  uint64_t total_of(const Pair& pair, const Job& job) const {
    if (job.all) return 1ull << bits_;
    if (pair.mode == "memory") return options_.random / 4;
    if (pair.mode == "statement") return options_.random / 2;
    return job.products + options_.random;
  }

  static int edges_in_table(int table) {
    static int counts[8] = {};
    if (!counts[0]) cudaMemcpyFromSymbol(counts, edge_counts, sizeof counts);
    return counts[table];
  }

  void fill(const Job& job, unsigned count) {
    draw<<<(count + kBlock - 1) / kBlock, kBlock>>>(job, in_, count);
    check(cudaGetLastError(), "drawing");
  }

  void launch(cudaKernel_t kernel, const uint64_t* in, uint64_t* out, unsigned count) {
    Lanes lanes{in, out, scratch_, count};
    void* arguments[] = {&lanes};
    check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3((count + kBlock - 1) / kBlock), dim3(kBlock), arguments, 0, nullptr),
          "launch");
  }

  void clear() {
    const Found none{0, 0, ~0u};
    check(cudaMemcpy(found_, &none, sizeof none, cudaMemcpyHostToDevice), "memory");
  }

  Found read() {
    Found found;
    check(cudaMemcpy(&found, found_, sizeof found, cudaMemcpyDeviceToHost), "run");
    return found;
  }

  void both(const Job& job, cudaKernel_t original, cudaKernel_t ours, const uint64_t* in_of_ours, unsigned count) {
    launch(original, in_, original_, count);
    launch(ours, in_of_ours, ours_, count);
    compare<<<(count + kBlock - 1) / kBlock, kBlock>>>(job, in_, original_, ours_, count, found_);
    check(cudaGetLastError(), "comparing");
  }

  // Which lanes make no difference when they are changed for the translation alone: nothing is proven about these.
  std::string disturbed(Job job, cudaKernel_t original, cudaKernel_t ours) {
    const unsigned count = 1u << 15;
    std::string blind;
    job.first = job.products;
    job.all = false;
    job.sample = true;
    const int last = job.inputs;
    for (int lane = 0; lane < last; lane++) {
      if (job.in[lane].letter == 'm') continue;
      fill(job, count);
      const size_t size = sizeof(uint64_t) * job.inputs * count;
      check(cudaMemcpy(disturbed_, in_, size, cudaMemcpyDeviceToDevice), "memory");
      disturb<<<(count + kBlock - 1) / kBlock, kBlock>>>(job, disturbed_, count, lane);
      clear();
      both(job, original, ours, disturbed_, count);
      if (!read().different) blind += (blind.empty() ? "" : ", ") + std::to_string(lane);
    }
    return blind;
  }

  std::string shown(const Job& job, unsigned count, unsigned at) {
    return ", \"first\": {\"in\": " + values(in_, job.inputs, count, at) + ", \"original\": " +
           values(original_, job.outputs, count, at) + ", \"ours\": " + values(ours_, job.outputs, count, at) + "}";
  }

  static std::string values(const uint64_t* lanes, int size, unsigned count, unsigned at) {
    std::string text = "[";
    for (int k = 0; k < size; k++) {
      uint64_t value = 0;
      cudaMemcpy(&value, lanes + static_cast<size_t>(k) * count + at, sizeof value, cudaMemcpyDeviceToHost);
      char shown[24];
      snprintf(shown, sizeof shown, "\"%#llx\"", static_cast<unsigned long long>(value));
      text += (k ? ", " : "") + std::string(shown);
    }
    return text + "]";
  }

  Options options_;
  uint64_t *in_, *disturbed_, *original_, *ours_, *scratch_;
  Found* found_;
  std::map<std::string, cudaLibrary_t> libraries_;
  int bits_ = 0;
};

std::vector<Pair> pairs_of(const char* path, const std::string& folder, const std::string& only) {
  std::vector<Pair> pairs;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> fields = split(line, ' ');
    if (fields.size() != 6) continue;
    if (!only.empty() && ("," + only + ",").find("," + fields[0] + ",") == std::string::npos) continue;
    pairs.push_back({fields[0], fields[1], folder + fields[2], lanes_of(fields[3]), lanes_of(fields[4]), bound_of(fields[5])});
  }
  return pairs;
}

void write(FILE* results, const Pair& pair, const std::string& said) {
  fprintf(results, "{\"number\": %s, %s}\n", pair.number.c_str(), said.c_str());
  fflush(results);
}

// Runs pairs from one on, and exits; `progress` is where it is.
void run_from(const std::vector<Pair>& pairs, size_t from, const Options& options, FILE* results, volatile size_t* progress) {
  Bench bench(options);
  for (size_t k = from; k < pairs.size(); k++) {
    *progress = k;
    alarm(options.seconds);
    try {
      write(results, pairs[k], bench.run(pairs[k]));
    } catch (const Failure& failure) {
      write(results, pairs[k], "\"failed\": \"" + failure.text + "\"");
      *progress = k + 1;
      if (cudaDeviceSynchronize() != cudaSuccess) _exit(3);
    }
  }
  *progress = pairs.size();
  _exit(0);
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) {
    fprintf(stderr, "usage: runner MANIFEST RESULTS [--random N] [--all BITS] [--only NUMBERS] [--seconds N]\n");
    return 2;
  }
  Options options;
  for (int k = 3; k + 1 < count; k += 2) {
    const std::string name = words[k];
    if (name == "--random") options.random = strtoull(words[k + 1], nullptr, 10);
    if (name == "--all") options.all_bits = atoi(words[k + 1]);
    if (name == "--seconds") options.seconds = static_cast<unsigned>(atoi(words[k + 1]));
    if (name == "--only") options.only = words[k + 1];
  }
  const std::string manifest = words[1];
  const size_t slash = manifest.rfind('/');
  const std::string folder = slash == std::string::npos ? "" : manifest.substr(0, slash + 1);
  const std::vector<Pair> pairs = pairs_of(words[1], folder, options.only);
  FILE* results = fopen(words[2], "w");
  if (!results) return 2;
  auto* progress = static_cast<volatile size_t*>(
      mmap(nullptr, sizeof(size_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  *progress = 0;
  for (size_t from = 0; from < pairs.size(); from = *progress) {
    fflush(results);
    const pid_t child = fork();
    if (child == 0) {
      try {
        run_from(pairs, from, options, results, progress);
      } catch (const Failure& failure) {
        fprintf(stderr, "%s\n", failure.text.c_str());
        _exit(4);
      }
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 3) return 1;
    if (WIFSIGNALED(status)) {
      write(results, pairs[*progress], WTERMSIG(status) == SIGALRM ? "\"failed\": \"ran for too long\"" : "\"failed\": \"crashed\"");
      *progress = *progress + 1;
    }
  }
  fclose(results);
  return 0;
}
