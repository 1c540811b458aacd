// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Interpreter/Rasterizer.h"

#include <algorithm>
#include <cmath>

namespace lacuna::interpreter {
namespace {

constexpr int64_t kSubpixels = 256;
// Products of two differences of positions up to here fit 64 bits with room.
constexpr double kFarthest = 1 << 20;  // pixels
constexpr float kSmallestPoint = 1, kLargestPoint = 64;

int64_t Middle(int32_t pixel) { return pixel * kSubpixels + kSubpixels / 2; }

// The first pixel whose middle is at or behind the place.
int32_t FirstPixel(int64_t place, uint32_t size) {
  const int64_t shifted = place - kSubpixels / 2 + kSubpixels - 1;
  const int64_t pixel = shifted >= 0 ? shifted / kSubpixels : 0;
  return static_cast<int32_t>(std::min<int64_t>(pixel, size));
}

}  // namespace

bool Primitive::Project(uint32_t vertex, const ClipPosition& position, std::string* why) {
  const double w = position[3];
  for (float number : position) {
    if (!std::isfinite(number)) {
      *why = "a Position is infinite or not a number";
      return false;
    }
  }
  if (w <= 0) {
    *why = "a Position has w <= 0, and the interpreter does not clip";
    return false;
  }
  const double x = (position[0] / w + 1) * width_ / 2, y = (position[1] / w + 1) * height_ / 2;
  if (std::abs(x) > kFarthest || std::abs(y) > kFarthest) {
    *why = "a Position is more than 2^20 pixels away, and the interpreter does not clip";
    return false;
  }
  corners_[vertex].x = std::llrint(x * kSubpixels);
  corners_[vertex].y = std::llrint(y * kSubpixels);
  reciprocal_w_[vertex] = 1 / w;
  depth_[vertex] = position[2] / w;
  return true;
}

void Primitive::SetBounds(int64_t x0, int64_t y0, int64_t x1, int64_t y1) {
  bounds_ = {FirstPixel(x0, width_), FirstPixel(y0, height_), FirstPixel(x1 + 1, width_), FirstPixel(y1 + 1, height_)};
}

bool Primitive::SetTriangle(const std::array<ClipPosition, 3>& positions, std::string* why) {
  is_point_ = false;
  bounds_ = PixelRect();
  uint32_t before = 0, behind = 0;
  for (uint32_t i = 0; i < 3; ++i) {
    if (!Project(i, positions[i], why)) return false;
    before += positions[i][2] < 0;
    behind += positions[i][2] > positions[i][3];
  }
  if (before == 3 || behind == 3) return true;
  if (before || behind) {
    *why = "a triangle reaches out of the depth range 0 <= z <= w, and the interpreter does not clip";
    return false;
  }
  const auto& [a, b, c] = corners_;
  area_ = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  front_facing_ = area_ < 0;
  if (area_ == 0) return true;
  SetBounds(std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}));
  return true;
}

bool Primitive::SetPoint(const ClipPosition& position, float size, std::string* why) {
  is_point_ = front_facing_ = true;
  bounds_ = PixelRect();
  if (!(size >= kSmallestPoint && size <= kLargestPoint)) {
    *why = "a PointSize is not 1 to 64 pixels";
    return false;
  }
  if (!Project(0, position, why)) return false;
  if (position[2] < 0 || position[2] > position[3]) return true;
  half_size_ = std::llrint(static_cast<double>(size) * kSubpixels / 2);
  const Snapped& at = corners_[0];
  SetBounds(at.x - half_size_, at.y - half_size_, at.x + half_size_ - 1, at.y + half_size_ - 1);
  // Whether a point is drawn whose middle is outside differs from device to device.
  const bool outside = std::abs(position[0]) > position[3] || std::abs(position[1]) > position[3];
  if (outside && !bounds_.empty()) {
    *why = "a point reaches into the target from outside, and the interpreter does not clip";
    return false;
  }
  return true;
}

std::array<int64_t, 3> Primitive::Areas(int32_t x, int32_t y) const {
  std::array<int64_t, 3> areas = {0, 0, 0};
  const int64_t px = Middle(x), py = Middle(y);
  for (size_t i = 0; i < 3; ++i) {
    const Snapped &from = corners_[(i + 1) % 3], &to = corners_[(i + 2) % 3];
    areas[i] = (to.x - from.x) * (py - from.y) - (to.y - from.y) * (px - from.x);
  }
  return areas;
}

bool Primitive::Covers(int32_t x, int32_t y) const {
  if (x < bounds_.x0 || y < bounds_.y0 || x >= bounds_.x1 || y >= bounds_.y1) return false;
  if (is_point_) return true;
  const std::array<int64_t, 3> areas = Areas(x, y);
  const int64_t sign = area_ < 0 ? -1 : 1;
  for (size_t i = 0; i < 3; ++i) {
    const int64_t inside = areas[i] * sign;
    if (inside < 0) return false;
    if (inside > 0) continue;
    // On the edge: it belongs to this triangle when it is a left or a top one. Taken
    // clockwise, as the target is seen, the left ones go up and the top ones right.
    const Snapped &from = corners_[(i + 1) % 3], &to = corners_[(i + 2) % 3];
    const int64_t dx = (to.x - from.x) * sign, dy = (to.y - from.y) * sign;
    if (!(dy < 0 || (dy == 0 && dx > 0))) return false;
  }
  return true;
}

float Primitive::Interpolate(const std::array<float, 3>& values, int32_t x, int32_t y, bool perspective) const {
  if (is_point_) return values[0];
  const std::array<int64_t, 3> areas = Areas(x, y);
  double sum = 0, weights = 0;
  // Divided once, at the end, so that numbers that need few bits come out exactly.
  for (size_t i = 0; i < 3; ++i) {
    const double weight = static_cast<double>(areas[i]) * (perspective ? reciprocal_w_[i] : 1);
    sum += weight * static_cast<double>(values[i]);
    weights += weight;
  }
  return static_cast<float>(sum / weights);
}

std::array<float, 4> Primitive::FragCoord(int32_t x, int32_t y) const {
  std::array<float, 4> result = {static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f,
                                 static_cast<float>(depth_[0]), static_cast<float>(reciprocal_w_[0])};
  if (is_point_) return result;
  const std::array<int64_t, 3> areas = Areas(x, y);
  double depth = 0, reciprocal = 0;
  for (size_t i = 0; i < 3; ++i) {
    depth += static_cast<double>(areas[i]) * depth_[i];
    reciprocal += static_cast<double>(areas[i]) * reciprocal_w_[i];
  }
  result[2] = static_cast<float>(depth / static_cast<double>(area_));
  result[3] = static_cast<float>(reciprocal / static_cast<double>(area_));
  return result;
}

std::array<float, 2> Primitive::PointCoord(int32_t x, int32_t y) const {
  if (!is_point_) return {0, 0};
  const double size = 2 * static_cast<double>(half_size_);
  return {static_cast<float>(0.5 + static_cast<double>(Middle(x) - corners_[0].x) / size),
          static_cast<float>(0.5 + static_cast<double>(Middle(y) - corners_[0].y) / size)};
}

}  // namespace lacuna::interpreter
