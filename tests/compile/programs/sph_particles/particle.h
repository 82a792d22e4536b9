#pragma once
struct __align__(16) Particle {
	float3 pos;
	float density;
	float3 vel;
	float pressure;
};

struct Params {
	float3 lo, hi;
	float3 gravity;
	int3 cells;
	float h, mass, rest, k, mu, dt;
	unsigned int n;
};
