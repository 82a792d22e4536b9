#ifndef REFERENCE_H
#define REFERENCE_H
#include <vector>
#include "vecmath.h"

inline void reference_forces(const std::vector<float4> &pos, std::vector<float3> &acc, float eps2)
{
    for (size_t i = 0; i < pos.size(); i++) {
        double ax = 0, ay = 0, az = 0;
        for (size_t j = 0; j < pos.size(); j++) {
            float3 r = make_float3(pos[j]) - make_float3(pos[i]);
            double d = dot(r, r) + eps2;
            double s = pos[j].w / (d * std::sqrt(d));
            ax += r.x * s; ay += r.y * s; az += r.z * s;
        }
        acc[i] = make_float3((float)ax, (float)ay, (float)az);
    }
}
#endif
