#include <nvtx3/nvToolsExt.h>
#include <cstring>

struct Range {
  Range(const char* n) {
    nvtxEventAttributes_t a{};  // expect: LIB031
    a.version = NVTX_VERSION;
    a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    a.colorType = NVTX_COLOR_ARGB;
    a.color = 0xff00ff00;
    a.messageType = NVTX_MESSAGE_TYPE_ASCII;
    a.message.ascii = n;
    nvtxRangePushEx(&a);
  }
  ~Range() { nvtxRangePop(); }
};

#define PUSH_RANGE(name, cid) { \
    int color_id = cid; \
    color_id = color_id % num_colors; \
    nvtxEventAttributes_t eventAttrib = {0}; \
    eventAttrib.version = NVTX_VERSION; \
    eventAttrib.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE; \
    eventAttrib.colorType = NVTX_COLOR_ARGB; \
    eventAttrib.color = colors[color_id]; \
    eventAttrib.messageType = NVTX_MESSAGE_TYPE_ASCII; \
    eventAttrib.message.ascii = name; \
    nvtxRangePushEx(&eventAttrib); \
}

nvtxRangeId_t started(const std::string& text) {
  nvtxEventAttributes_t e = {NVTX_VERSION, NVTX_EVENT_ATTRIB_STRUCT_SIZE};
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;
  e.message.ascii = text.c_str();
  return nvtxRangeStartEx(&e);
}

void several(bool more) {
  nvtxEventAttributes_t e = {};
  e.version = NVTX_VERSION; e.size = sizeof(e);
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;
  e.message.ascii = "first";
  nvtxRangePushEx(&e);
  work();
  nvtxRangePop();
  e.message.ascii = "second";
  if (more) nvtxMarkEx(&e);
  work();
  nvtxRangeId_t id = nvtxRangeStartEx(&e);
  nvtxRangeEnd(id);
}

void without_message() {
  nvtxEventAttributes_t a;
  memset(&a, 0, sizeof(nvtxEventAttributes_t));
  a.version = NVTX_VERSION;
  a.category = 3;
  nvtxRangePushEx(&a);
}

void unsure(bool more, const char* name) {
  nvtxEventAttributes_t e = {0};
  std::memset(&e, 0, sizeof(e));
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;  // text
  e.message.ascii = name;
  if (more) { e.message.ascii = "more"; }
  e.payloadType = NVTX_PAYLOAD_TYPE_INT64;
  e.payload.llValue = 3;
  nvtxRangeId_t id = nvtxRangeStartEx(&e);
}

void later(const char* name) {
  nvtxEventAttributes_t e = {0};
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;
  e.message.ascii = name;
  name = next(name);
  nvtxMarkEx(&e);
}

void loop(int n) {
  nvtxEventAttributes_t e = {0};
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;
  e.message.ascii = "first";
  for (int i = 0; i < n; ++i) {
    nvtxMarkEx(&e);
    e.message.ascii = "again";
  }
}

void branches() {
  nvtxEventAttributes_t e = {0};
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;
#ifdef LONG_NAMES
  e.message.ascii = "a long name";
#else
  e.message.ascii = "name";
#endif
  nvtxMarkEx(&e);
}
// ==== output
#include <roctracer/roctx.h>
#include <cstring>

struct Range {
  Range(const char* n) {
    // expect: LIB031
    roctxRangePushA(n);
  }
  ~Range() { roctxRangePop(); }
};

#define PUSH_RANGE(name, cid) { \
    int color_id = cid; \
    color_id = color_id % num_colors; \
    roctxRangePushA(name); \
}

roctx_range_id_t started(const std::string& text) {
  return roctxRangeStartA(text.c_str());
}

void several(bool more) {
  roctxRangePushA("first");
  work();
  roctxRangePop();
  if (more) roctxMarkA("second");
  work();
  roctx_range_id_t id = roctxRangeStartA("second");
  roctxRangeStop(id);
}

void without_message() {
  roctxRangePushA("");
}

void unsure(bool more, const char* name) {
  const char* e = "";
    // text
  e = name;
  if (more) { e = "more"; }
  roctx_range_id_t id = roctxRangeStartA(e);
}

void later(const char* name) {
  const char* e = "";
  e = name;
  name = next(name);
  roctxMarkA(e);
}

void loop(int n) {
  const char* e = "";
  e = "first";
  for (int i = 0; i < n; ++i) {
    roctxMarkA(e);
    e = "again";
  }
}

void branches() {
  const char* e = "";
#ifdef LONG_NAMES
  e = "a long name";
#else
  e = "name";
#endif
  roctxMarkA(e);
}
