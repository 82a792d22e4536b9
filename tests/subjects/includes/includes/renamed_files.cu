// flags: --renamed a.cuh=a.hip.h,../sub/a.cuh=../sub/a.hip.h,sub/a.cuh=sub/a.hip.h
#include "a.cuh"
#include "../sub/a.cuh"
#include <sub/a.cuh>
#include "b.cuh"
// ==== output
#include "a.hip.h"
#include "../sub/a.hip.h"
#include <sub/a.hip.h>
#include "b.cuh"
