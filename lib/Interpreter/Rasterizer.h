// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_RASTERIZER_H_
#define LACUNA_INTERPRETER_RASTERIZER_H_

// Which pixels of a target a triangle or a point covers, and where in it they are
// (Vulkan specification, "Rasterization"), for one sample in a pixel's middle and a
// viewport that is the whole target, depth 0 to 1.
//
// Positions are snapped to 256ths of a pixel; from there on coverage is exact, with
// the top-left rule for edges that go through a pixel's middle. Nothing is
// clipped: what would have to be is refused.

#include <array>
#include <cstdint>
#include <string>

namespace lacuna::interpreter {

// What the Position built-in holds.
using ClipPosition = std::array<float, 4>;

// Pixels [x0, x1) x [y0, y1).
struct PixelRect {
  int32_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool empty() const { return x0 >= x1 || y0 >= y1; }
};

class Primitive {
 public:
  // The target's size in pixels, each 1 to 2^16.
  Primitive(uint32_t width, uint32_t height) : width_(width), height_(height) {}

  // Both return false for what is not drawn here, and say why in *why: a position
  // that is no number, has w <= 0, is far outside or would have to be clipped; a
  // point that is not 1 to 64 pixels large, which all devices have.
  bool SetTriangle(const std::array<ClipPosition, 3>& positions, std::string* why);
  bool SetPoint(const ClipPosition& position, float size, std::string* why);

  // No pixel of the target outside of it is covered.
  const PixelRect& bounds() const { return bounds_; }
  bool Covers(int32_t x, int32_t y) const;

  // Below: at a pixel's middle, which need not be covered.
  // An attribute of the three vertices, interpolated with or without perspective.
  float Interpolate(const std::array<float, 3>& values, int32_t x, int32_t y, bool perspective) const;
  std::array<float, 4> FragCoord(int32_t x, int32_t y) const;
  std::array<float, 2> PointCoord(int32_t x, int32_t y) const;
  // For counter-clockwise front faces. Points face front.
  bool front_facing() const { return front_facing_; }
  bool is_point() const { return is_point_; }

 private:
  // 256ths of a pixel.
  struct Snapped {
    int64_t x = 0, y = 0;
  };

  bool Project(uint32_t vertex, const ClipPosition& position, std::string* why);
  void SetBounds(int64_t x0, int64_t y0, int64_t x1, int64_t y1);
  // Twice the signed areas of the triangles that a pixel's middle makes with the
  // edge opposite of each vertex.
  std::array<int64_t, 3> Areas(int32_t x, int32_t y) const;

  uint32_t width_, height_;
  bool is_point_ = false, front_facing_ = true;
  std::array<Snapped, 3> corners_;
  std::array<double, 3> reciprocal_w_ = {1, 1, 1}, depth_ = {0, 0, 0};
  int64_t area_ = 0;  // twice the triangle's, in squares of 256ths; negative when it faces front
  int64_t half_size_ = 0;
  PixelRect bounds_;
};

}  // namespace lacuna::interpreter

#endif  // LACUNA_INTERPRETER_RASTERIZER_H_
