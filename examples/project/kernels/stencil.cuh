#pragma once

__device__ float laplace(const float *now, int i, int n);
