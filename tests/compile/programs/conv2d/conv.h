#pragma once
#include <vector>
struct ConvShape {
    int n, c, h, w, k, r, s, pad, stride;
    int oh() const { return (h + 2 * pad - r) / stride + 1; }
    int ow() const { return (w + 2 * pad - s) / stride + 1; }
    size_t in() const { return (size_t)n * c * h * w; }
    size_t wt() const { return (size_t)k * c * r * s; }
    size_t out() const { return (size_t)n * k * oh() * ow(); }
};
void conv_reference(const ConvShape &p, const std::vector<float> &x, const std::vector<float> &w, std::vector<float> &y);
