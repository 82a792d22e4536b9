#pragma once
#include "lbm.h"
/* pull scheme, bounce-back on y walls, moving lid at y = ny-1 */
void lbm_step_host(const float *f, float *g, const LbmParams &p)
{
	const int n = p.nx * p.ny;
	for (int y = 0; y < p.ny; y++)
		for (int x = 0; x < p.nx; x++) {
			float q[Q], rho = 0, ux = 0, uy = 0;
			for (int k = 0; k < Q; k++) {
				int sx = (x - h_cx[k] + p.nx) % p.nx, sy = y - h_cy[k];
				if (sy < 0) q[k] = f[h_opp[k] * n + y * p.nx + x];
				else if (sy >= p.ny) q[k] = f[h_opp[k] * n + y * p.nx + x] + 6.f * h_w[k] * p.u0 * h_cx[k];
				else q[k] = f[k * n + sy * p.nx + sx];
				rho += q[k]; ux += h_cx[k] * q[k]; uy += h_cy[k] * q[k];
			}
			ux /= rho; uy /= rho;
			for (int k = 0; k < Q; k++) {
				float cu = 3.f * (h_cx[k] * ux + h_cy[k] * uy);
				float eq = h_w[k] * rho * (1.f + cu + 0.5f * cu * cu - 1.5f * (ux * ux + uy * uy));
				g[k * n + y * p.nx + x] = q[k] + p.omega * (eq - q[k]);
			}
		}
}
