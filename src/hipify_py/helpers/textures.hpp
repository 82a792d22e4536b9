// ---------------------------------------------------------------------------------------------------------------------
// Texture references that are bound to linear memory and read by tex1Dfetch alone, as loads: GPUs without textures have
// these, too. For AMD alone, and not for what is compiled at run time, which binds nothing.

#if HIPIFY_PTX_ON_AMD && !defined(__HIPCC_RTC__)
// What a reference is bound to; a variable in constant memory, which has no texels at first.
template <class T>
struct linear_texture {
  const T* texels;
  unsigned count;
};
// The texel, or 0 outside of what is bound.
template <class T>
HIPIFY_PTX_FN T tex1Dfetch(const linear_texture<T>& texture, int index) {
  return static_cast<unsigned>(index) < texture.count ? texture.texels[index] : T();
}
// Later launches read what is bound here, and earlier ones, in whatever stream, what was bound before: as all of them
// read the same variable, these have to end first. No memory has an offset here.
template <class T>
inline hipError_t hipBindTexture(size_t* offset, const linear_texture<T>& texture, const void* memory,
                                 size_t bytes = ~0u) {
  const size_t count = bytes / sizeof(T), highest = ~0u >> 1;
  const unsigned within = static_cast<unsigned>(count < highest ? count : highest);
  const linear_texture<T> bound = {static_cast<const T*>(memory), within};
  if (offset) *offset = 0;
  hipError_t error = hipDeviceSynchronize();
  if (error == hipSuccess) error = hipMemcpyToSymbol(static_cast<const void*>(&texture), &bound, sizeof(bound));
  return error == hipSuccess ? hipDeviceSynchronize() : error;
}
// The same for memory of this format, which has to be that of the texels.
template <class T>
inline hipError_t hipBindTexture(size_t* offset, const linear_texture<T>& texture, const void* memory,
                                 const hipChannelFormatDesc& format, size_t bytes = ~0u) {
  const int of_format = format.x + format.y + format.z + format.w;
  if (of_format != 8 * static_cast<int>(sizeof(T))) return hipErrorInvalidValue;
  return hipBindTexture(offset, texture, memory, bytes);
}
// What launches after this read is not defined in CUDA.
template <class T>
inline hipError_t hipUnbindTexture(const linear_texture<T>&) {
  return hipSuccess;
}
// The same by their addresses, as in C.
template <class T>
inline hipError_t hipBindTexture(size_t* offset, const linear_texture<T>* texture, const void* memory,
                                 const hipChannelFormatDesc* format, size_t bytes = ~0u) {
  return hipBindTexture(offset, *texture, memory, *format, bytes);
}
template <class T>
inline hipError_t hipUnbindTexture(const linear_texture<T>* texture) {
  return hipUnbindTexture(*texture);
}
#endif
