// What calls are marked with in the programs here, which `hipify-py pin` writes out.
#pragma once
#include "hipify_pin.hpp"

#define PIN(kind, name, nth, count) hipify_pin_begin(HIPIFY_PIN_SITE(kind, __FILE__, __LINE__, name, nth), count)
