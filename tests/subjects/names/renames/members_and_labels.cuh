device.cudaFree(p);
device->cudaFree(p);
this ->
    cudaFree(p);
Config c = {.cudaFree = 1};
void f() {
    goto cudaFree;
cudaFree:
    return;
}
auto g() -> cudaError_t { return cudaSuccess; }
auto h = [](int) mutable -> cudaStream_t { return 0; };
int k = flag ? cudaSuccess : cudaErrorUnknown;
switch (e) { case cudaSuccess: break; case cudaErrorNotReady ... cudaErrorUnknown: break; }
// ==== output
device.cudaFree(p);
device->cudaFree(p);
this ->
    cudaFree(p);
Config c = {.cudaFree = 1};
void f() {
    goto cudaFree;
cudaFree:
    return;
}
auto g() -> hipError_t { return hipSuccess; }
auto h = [](int) mutable -> hipStream_t { return 0; };
int k = flag ? hipSuccess : hipErrorUnknown;
switch (e) { case hipSuccess: break; case hipErrorNotReady ... hipErrorUnknown: break; }
