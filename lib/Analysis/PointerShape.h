// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_ANALYSIS_POINTERSHAPE_H_
#define LACUNA_ANALYSIS_POINTERSHAPE_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "Analysis/DecorationTable.h"
#include "Support/ModuleBuilder.h"

namespace lacuna {

// One step on the way from a variable to what a pointer is to.
struct ShapeStep {
  enum class Kind {
    kFixed,  // into the part number `value`: members, and constant components and columns
    kSlot,   // into an array, vector or matrix by an index that is a value of the pointer
    kTexel,  // to a texel of the image; its coordinate and sample are values of the pointer
    kImage,  // the image itself, combined or not: a value, not a pointer
    kPlain,  // the image of a combined one
  };
  Kind kind = Kind::kFixed;
  uint32_t value = 0;            // kFixed: the part; kTexel, kImage, kPlain: the type id of the result
  uint32_t coordinate_type = 0;  // kTexel
  uint32_t sample_type = 0;      // kTexel

  bool operator<(const ShapeStep& other) const {
    return std::tie(kind, value, coordinate_type, sample_type) <
           std::tie(other.kind, other.value, other.coordinate_type, other.sample_type);
  }
};

// What a pointer is to, but for the values of its indices: two pointers of one
// shape differ in those alone. The root is the id of a variable, or of a pointer
// that is left as it is (a parameter that keeps being one); 0 for no pointer at
// all: OpConstantNull and OpUndef.
struct Shape {
  uint32_t root = 0;
  std::vector<ShapeStep> steps;

  bool operator<(const Shape& other) const { return std::tie(root, steps) < std::tie(other.root, other.steps); }
};

// The shapes that a pointer may have, by their numbers in the table, and whether
// the pointer may differ between invocations in what descriptor it is to
// (NonUniform).
using ShapeSet = std::map<uint32_t, bool>;

// Which values the pass follows, and their shapes.
class PointerShapes {
 public:
  static constexpr uint32_t kNull = 0;  // the number of the shape of no pointer

  // What is followed beside pointers into buffers and to storage images: pointers
  // to uniform texel buffers (combined with a sampler in the type or not), or into
  // Workgroup memory.
  enum class AlsoTracked { kTexelBuffers, kWorkgroup };

  PointerShapes(IRContext* context, const DecorationTable& decorations, AlsoTracked also);

  // Pointers into buffers and other memory that is followed, to images that are
  // followed and to their texels, and those images themselves.
  bool IsTracked(uint32_t type_id) const;
  // Whether a tracked type is a part of this one.
  bool Contains(uint32_t type_id) const;

  // Instructions with these result ids are left as they are: to what comes from
  // them they are an origin.
  void LeaveAlone(uint32_t id) { left_alone_.insert(id); }
  bool IsLeftAlone(uint32_t id) const { return left_alone_.count(id) != 0; }

  // Does the instruction give a tracked value that comes from in operand 0 in a
  // fixed way: an access chain, a copy, an image's texel, a loaded image, the image
  // of a combined one?
  bool IsLink(const Instruction& inst) const;
  // Is it a link that is rewritten whatever it comes from: one that SPIRV-Cross has
  // no right text for?
  bool IsUnprintable(const Instruction& inst) const;
  // Follows links from `id` to where the value comes from. `links`, if not null,
  // gets them in order, the one next to the origin first.
  Instruction* Origin(uint32_t id, std::vector<Instruction*>* links = nullptr) const;

  uint32_t Intern(const Shape& shape);
  const Shape& Get(uint32_t number) const { return *shapes_[number]; }
  // The types of the values that a pointer of this shape has: 0 for an index.
  std::vector<uint32_t> SlotTypes(uint32_t number) const;
  size_t SlotCount(uint32_t number) const { return SlotTypes(number).size(); }
  // The largest of them.
  size_t SlotCount(const ShapeSet& set) const;

  // Goes over `link`: adds its steps to `shape`, appends the ids of its indices
  // to `slots` if not null, and sets *distance to the id that
  // OpPtrAccessChain adds to the last index before, or 0. Returns false with a
  // reason where there is no such index.
  bool Extend(const Instruction& link, Shape* shape, std::vector<uint32_t>* slots, uint32_t* distance,
              std::string* why) const;

  // The type that a pointer of this shape is to; for an image value its own.
  uint32_t PointeeOf(const Shape& shape) const;

  // Does an operand or the result of the link, or of the origin, say NonUniform?
  bool IsNonUniform(const Instruction& inst) const;

  // The width in bits of indices that are passed on: 32, or 64 where the module
  // indexes with 64-bit numbers.
  uint32_t index_width() const { return index_width_; }

 private:
  bool IsTrackedImage(const Instruction& type) const;
  uint32_t PartOf(uint32_t type_id, uint32_t part) const;
  void FindIndexWidth();

  IRContext* context_;
  const DecorationTable& decorations_;
  AlsoTracked also_;
  uint32_t index_width_ = 32;
  std::set<uint32_t> left_alone_;
  std::map<Shape, uint32_t> numbers_;
  std::vector<const Shape*> shapes_;
};

}  // namespace lacuna

#endif  // LACUNA_ANALYSIS_POINTERSHAPE_H_
