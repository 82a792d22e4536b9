// A small tokenizer for CUDA C++: for each line, [kind, start, end] of what has a color. It never fails.

// What is further right, only programs wrote.
const COLORED = 2000;

const TOKEN = new RegExp(
  [
    "(\\/\\/.*)", // 1 comment to the end of the line
    "(\\/\\*)", // 2 comment, perhaps over many lines
    '((?:u8|[uUL])?R"([^\\s()\\\\"]{0,16})\\()', // 3 raw string, 4 its delimiter
    "((?:u8|[uUL])?\"(?:[^\"\\\\]|\\\\.)*\"?|'(?:[^'\\\\]|\\\\.)*'?)", // 5 string or character
    "(^\\s*#\\s*\\w*)", // 6 directive
    "(\\.?\\d(?:[eEpP][+-]|[\\w.']){0,60})", // 7 number
    "([A-Za-z_]\\w*)", // 8 word
    "(<<<|>>>)", // 9 launch
  ].join("|"),
  "g",
);
const PLAIN_TOKEN = /(#.*)|("(?:[^"\\]|\\.)*"?|'[^']*'?)|(\$[{(][^})]*[})])|([A-Za-z_]\w*)/g;

const KEYWORDS =
  words(`alignas alignof asm auto break case catch class co_await co_return co_yield concept const consteval
  constexpr constinit const_cast continue decltype default delete do dynamic_cast else enum explicit export extern false
  final for friend goto if inline mutable namespace new noexcept nullptr operator override private protected public
  register reinterpret_cast requires return sizeof static static_assert static_cast struct switch template this
  thread_local throw true try typedef typeid typename union using virtual volatile while __restrict__ __asm__ __asm`);
const TYPES = words(`bool char double float int long short signed unsigned void size_t ptrdiff_t int8_t int16_t int32_t
  int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t wchar_t char8_t char16_t char32_t half half2 dim3 float2 float3
  float4 double2 int2 int3 int4 uint2 uint3 uint4`);
const DEVICE =
  words(`__global__ __device__ __host__ __shared__ __constant__ __managed__ __launch_bounds__ __forceinline__
  __noinline__ __grid_constant__ __cluster_dims__ threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncwarp
  __threadfence`);
const API =
  /^(?:cuda|hip|cu[A-Z]|nccl|rccl|cublas|cudnn|cufft|curand|cusparse|cusolver|nvrtc|roc|__nv_|__hip_|__(?:shfl|ballot|any|all|match|activemask|reduce))/;

function words(text) {
  return new Set(text.split(/\s+/));
}

function isSource(path) {
  return !/(?:^|\/)(?:CMakeLists\.txt|[Mm]akefile[^/]*|[^/]*\.(?:cmake|mk|py|sh|bash|toml|ya?ml|json|ninja|build|bzl|bazel|txt|in))$/.test(
    path,
  );
}

function tokenized(lines, path) {
  return isSource(path) ? tokenizedCode(lines) : lines.map(plainTokens);
}

function plainTokens(line) {
  const tokens = [];
  for (const match of line.slice(0, COLORED).matchAll(PLAIN_TOKEN)) {
    const kind = match[1] ? "comment" : match[2] ? "string" : match[3] ? "device" : API.test(match[0]) ? "api" : "";
    if (kind) tokens.push([kind, match.index, match.index + match[0].length]);
  }
  return tokens;
}

// `open` is what a line begins inside of: the end of a comment or raw string that is searched for, and its kind.
function tokenizedCode(lines) {
  let open = null;
  return lines.map((line) => {
    const tokens = [];
    open = lineTokens(line.slice(0, COLORED), tokens, open);
    return tokens;
  });
}

function lineTokens(line, tokens, open) {
  let start = 0;
  if (open) {
    const end = line.indexOf(open.end);
    tokens.push([open.kind, 0, end < 0 ? line.length : end + open.end.length]);
    if (end < 0) return open;
    start = end + open.end.length;
  }
  TOKEN.lastIndex = start;
  for (let match = TOKEN.exec(line); match; match = TOKEN.exec(line)) {
    const opened = opens(match);
    const from = match.index + match[0].length;
    const end = opened ? line.indexOf(opened.end, from) : -1;
    const last = opened ? (end < 0 ? line.length : end + opened.end.length) : from;
    const kind = opened ? opened.kind : kindOf(match);
    if (kind) tokens.push([kind, match.index, last]);
    if (opened && end < 0) return opened;
    TOKEN.lastIndex = last;
  }
  return null;
}

function opens(match) {
  if (match[2]) return { kind: "comment", end: "*/" };
  return match[3] ? { kind: "string", end: `)${match[4]}"` } : null;
}

function kindOf(match) {
  if (match[1]) return "comment";
  if (match[5]) return "string";
  if (match[6]) return "directive";
  if (match[7]) return "number";
  if (match[9]) return "device";
  const word = match[8];
  if (KEYWORDS.has(word)) return "keyword";
  if (TYPES.has(word)) return "type";
  if (DEVICE.has(word)) return "device";
  return API.test(word) ? "api" : "";
}

// A line as elements. `marks` are [class, start, end] over the colors: changed words, findings.
function painted(line, tokens, marks) {
  const shown = line.length > 2 * COLORED ? `${line.slice(0, 2 * COLORED)}…` : line;
  const cuts = new Set([0, shown.length]);
  for (const [, start, end] of [...tokens, ...marks])
    cuts.add(Math.min(start, shown.length)).add(Math.min(end, shown.length));
  const ordered = [...cuts].sort((a, b) => a - b);
  const parts = [];
  for (let index = 0; index + 1 < ordered.length; index += 1) {
    const [from, to] = [ordered[index], ordered[index + 1]];
    const covers = ([, start, end]) => start <= from && end >= to;
    const token = tokens.find(covers);
    const classes = [...(token ? [`t-${token[0]}`] : []), ...marks.filter(covers).map(([name]) => name)];
    const text = shown.slice(from, to);
    parts.push(classes.length ? el("span", { class: classes.join(" ") }, text) : text);
  }
  return parts;
}
