// Prints what there is to know about the devices, picks the best one.
#include <iostream>
#include <iomanip>
#include <sstream>
#include <cstring>
#include <cstdio>

int cores(int major, int minor)
{
  struct { int sm, n; } t[] = {{0x50, 128}, {0x60, 64}, {0x61, 128}, {0x70, 64}, {0x75, 64}, {0x80, 64}, {0x86, 128}, {0x89, 128}, {0x90, 128}, {-1, -1}};
  for (int i = 0; t[i].sm != -1; i++)
    if (t[i].sm == (major << 4) + minor) return t[i].n;
  return 128;
}

int attr(cudaDeviceAttr a, int dev)
{
  int v = -1;
  cudaError_t e = cudaDeviceGetAttribute(&v, a, dev);
  if (e != cudaSuccess) {
    std::cerr << cudaGetErrorName(e) << '\n';
    cudaGetLastError();
  }
  return v;
}

int main()
{
  int n = 0;
  cudaError_t err = cudaGetDeviceCount(&n);
  if (err == cudaErrorNoDevice || err == cudaErrorInsufficientDriver) { std::cout << "no usable device\n"; return 0; }
  if (err != cudaSuccess) { std::cout << "FAIL: " << cudaGetErrorString(err) << "\n"; return 1; }
  int driver = 0, runtime = 0, best = 0;
  double bestScore = -1;
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  std::cout << "driver " << driver / 1000 << '.' << driver % 100 / 10 << " runtime " << runtime / 1000 << "." << runtime % 100 / 10 << "\n";
  for (int d = 0; d < n; d++) {
    cudaDeviceProp p;
    std::memset(&p, 0, sizeof(p));
    cudaGetDeviceProperties(&p, d);
    char bus[32];
    cudaDeviceGetPCIBusId(bus, sizeof bus, d);
    std::cout << "Device " << d << ": " << p.name << " sm_" << p.major << p.minor << " at " << bus << "\n"
              << "  memory            " << std::fixed << std::setprecision(1) << p.totalGlobalMem / 1048576.0 << " MiB, const " << p.totalConstMem << "\n"
              << "  SMs / warp        " << p.multiProcessorCount << " / " << p.warpSize << "\n"
              << "  shared block/SM   " << p.sharedMemPerBlock << " / " << p.sharedMemPerMultiprocessor << " optin " << p.sharedMemPerBlockOptin << "\n"
              << "  regs block/SM     " << p.regsPerBlock << " / " << p.regsPerMultiprocessor << "\n"
              << "  max threads       " << p.maxThreadsPerBlock << " per block, " << p.maxThreadsPerMultiProcessor << " per SM\n"
              << "  block dims        " << p.maxThreadsDim[0] << "x" << p.maxThreadsDim[1] << "x" << p.maxThreadsDim[2] << "\n"
              << "  grid dims         " << p.maxGridSize[0] << "x" << p.maxGridSize[1] << "x" << p.maxGridSize[2] << "\n"
              << "  L2                " << p.l2CacheSize << " bus " << p.memoryBusWidth << " bits, pitch " << p.memPitch << "\n"
              << "  texture           " << p.maxTexture1D << ", " << p.maxTexture2D[0] << "x" << p.maxTexture2D[1] << ", align " << p.textureAlignment << "\n"
              << "  flags             " << (p.integrated ? "integrated " : "discrete ") << (p.ECCEnabled ? "ecc " : "") << (p.concurrentKernels ? "concurrent " : "")
              << (p.canMapHostMemory ? "map " : "") << (p.unifiedAddressing ? "uva " : "") << (p.managedMemory ? "managed " : "") << p.asyncEngineCount << " copy engines\n"
              << "  pci               " << p.pciDomainID << ":" << p.pciBusID << ":" << p.pciDeviceID << "\n";
    int clk = attr(cudaDevAttrClockRate, d), mclk = attr(cudaDevAttrMemoryClockRate, d);
    printf("  clocks            %.0f MHz, memory %.0f MHz -> %.1f GB/s\n", clk * 1e-3, mclk * 1e-3, 2.0 * mclk * (p.memoryBusWidth / 8) / 1e6);
    printf("  compute mode      %d, timeout %d\n", attr(cudaDevAttrComputeMode, d), attr(cudaDevAttrKernelExecTimeout, d));
    printf("  attr              sm %d.%d threads %d shared %d regs %d l2 %d coop %d\n", attr(cudaDevAttrComputeCapabilityMajor, d),
           attr(cudaDevAttrComputeCapabilityMinor, d), attr(cudaDevAttrMaxThreadsPerBlock, d), attr(cudaDevAttrMaxSharedMemoryPerBlock, d),
           attr(cudaDevAttrMaxRegistersPerBlock, d), attr(cudaDevAttrL2CacheSize, d), attr(cudaDevAttrCooperativeLaunch, d));
    double score = (double)p.multiProcessorCount * cores(p.major, p.minor) * clk;
    if (score > bestScore) { bestScore = score; best = d; }
  }
  cudaSetDevice(best);
  cudaSetDeviceFlags(cudaDeviceScheduleAuto);
  size_t stack, fifo, f, t;
  cudaDeviceGetLimit(&stack, cudaLimitStackSize);
  cudaDeviceGetLimit(&fifo, cudaLimitPrintfFifoSize);
  cudaMemGetInfo(&f, &t);
  int cur = -1;
  cudaGetDevice(&cur);
  cudaDeviceProp want = {};
  want.major = 3;
  int chosen;
  cudaChooseDevice(&chosen, &want);
  std::ostringstream os;
  os << "best " << cur << " chosen " << chosen << " stack " << stack << " fifo " << fifo << " free " << f * 100 / t << "%";
  std::cout << os.str() << "\n" << (cur == best ? "PASS" : "FAIL") << std::endl;
  cudaDeviceReset();
  return cur == best ? 0 : 1;
}
