#pragma once
#define Q 9
struct LbmParams {
	int nx, ny;
	float omega, u0;
};
static const int h_cx[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int h_cy[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static const int h_opp[Q] = { 0, 3, 4, 1, 2, 7, 8, 5, 6 };
static const float h_w[Q] = { 4.f/9, 1.f/9, 1.f/9, 1.f/9, 1.f/9, 1.f/36, 1.f/36, 1.f/36, 1.f/36 };
void lbm_step_host(const float *f, float *g, const LbmParams &p);
