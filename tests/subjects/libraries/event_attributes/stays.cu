#include <nvtx3/nvToolsExt.h>

void domains(nvtxDomainHandle_t d) {  // expect: LIB002
  nvtxEventAttributes_t e = {0};  // expect: LIB002
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;  // expect: LIB002
  e.message.ascii = "x";
  nvtxDomainRangePushEx(d, &e);  // expect: LIB002
}

void calls() {
  nvtxEventAttributes_t e = {0};  // expect: LIB002
  e.color = next_color();
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;  // expect: LIB002
  e.message.ascii = "x";
  nvtxRangePushEx(&e);  // expect: LIB002
}

void wide() {
  nvtxEventAttributes_t e = {0};  // expect: LIB002
  e.messageType = NVTX_MESSAGE_TYPE_UNICODE;  // expect: LIB002
  e.message.unicode = L"x";
  nvtxRangePushEx(&e);  // expect: LIB002
}

void branch(bool more) {
  nvtxEventAttributes_t e = {0};  // expect: LIB002
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;  // expect: LIB002
  e.message.ascii = "x";
  if (more) e.color = 3;
  nvtxRangePushEx(&e);  // expect: LIB002
}

void passed() {
  nvtxEventAttributes_t e = {0};  // expect: LIB002
  fill(&e);
  nvtxRangePushEx(&e);  // expect: LIB002
}

nvtxEventAttributes_t everywhere;  // expect: LIB002
void used() {
  everywhere.message.ascii = "x";
  nvtxRangePushEx(&everywhere);  // expect: LIB002
}

struct Member {
  nvtxEventAttributes_t e;  // expect: LIB002
  void push() { nvtxRangePushEx(&e); }  // expect: LIB002
};
// ==== output
#include <roctracer/roctx.h>

void domains(nvtxDomainHandle_t d) {  // expect: LIB002
  nvtxEventAttributes_t e = {0};  // expect: LIB002
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;  // expect: LIB002
  e.message.ascii = "x";
  nvtxDomainRangePushEx(d, &e);  // expect: LIB002
}

void calls() {
  nvtxEventAttributes_t e = {0};  // expect: LIB002
  e.color = next_color();
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;  // expect: LIB002
  e.message.ascii = "x";
  nvtxRangePushEx(&e);  // expect: LIB002
}

void wide() {
  nvtxEventAttributes_t e = {0};  // expect: LIB002
  e.messageType = NVTX_MESSAGE_TYPE_UNICODE;  // expect: LIB002
  e.message.unicode = L"x";
  nvtxRangePushEx(&e);  // expect: LIB002
}

void branch(bool more) {
  nvtxEventAttributes_t e = {0};  // expect: LIB002
  e.messageType = NVTX_MESSAGE_TYPE_ASCII;  // expect: LIB002
  e.message.ascii = "x";
  if (more) e.color = 3;
  nvtxRangePushEx(&e);  // expect: LIB002
}

void passed() {
  nvtxEventAttributes_t e = {0};  // expect: LIB002
  fill(&e);
  nvtxRangePushEx(&e);  // expect: LIB002
}

nvtxEventAttributes_t everywhere;  // expect: LIB002
void used() {
  everywhere.message.ascii = "x";
  nvtxRangePushEx(&everywhere);  // expect: LIB002
}

struct Member {
  nvtxEventAttributes_t e;  // expect: LIB002
  void push() { nvtxRangePushEx(&e); }  // expect: LIB002
};
