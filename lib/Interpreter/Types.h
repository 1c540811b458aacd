// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_TYPES_H_
#define LACUNA_INTERPRETER_TYPES_H_

// Types, and how their values lie in memory.
//
// A value is its scalars in order, each in a lane of 64 bits (Lane.h). A pointer
// has two lanes: the object in the low and the layout in the high half of the
// first, the offset in the second. Images and samplers have one lane, the number
// of the descriptor plus one; sampled images two.
//
// Memory that a module lays out explicitly (buffers, push constants) is bytes.
// All other memory is lanes, without gaps.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "Interpreter/Module.h"

namespace lacuna::interpreter {

struct Type {
  enum class Kind : uint8_t {
    kVoid,
    kBool,
    kInt,
    kFloat,
    kVector,
    kMatrix,
    kArray,
    kRuntimeArray,
    kStruct,
    kPointer,
    kImage,
    kSampler,
    kSampledImage,
    kFunction,
    kOther,  // known, but no value of it can exist
  };
  Kind kind = Kind::kOther;
  uint32_t id = 0;
  uint32_t bits = 0;              // of a scalar, and of a vector's and matrix' components; of bool 1
  bool is_signed = false;         // of an int, and of vectors of ints
  Kind scalar = Kind::kOther;     // of a scalar, vector or matrix: kBool, kInt or kFloat
  const Type* element = nullptr;  // of vectors (the scalar), matrices (the column), arrays, sampled images
  uint32_t pointee = 0;           // of pointers: the type's id, which may be declared later
  spv::StorageClass storage = spv::StorageClass::Function;  // of pointers
  uint64_t count = 0;                                       // components, columns, elements
  std::vector<const Type*> members;
  uint64_t lanes = 0;  // of a value; kUnsized when it has no size
  uint32_t depth = 0;  // how deep the type is nested
  const Instruction* declaration = nullptr;

  static constexpr uint64_t kUnsized = UINT64_MAX;
  bool IsScalar() const { return kind == Kind::kBool || kind == Kind::kInt || kind == Kind::kFloat; }
  bool IsNumeric() const { return scalar == Kind::kInt || scalar == Kind::kFloat; }
  bool IsSized() const { return lanes != kUnsized && (lanes != 0 || kind == Kind::kStruct || kind == Kind::kArray); }
};

constexpr uint32_t kPointerLanes = 2;
// More lanes than this has no single value or variable.
constexpr uint64_t kMaxLanes = uint64_t{1} << 24;

// One node for each way in which a type lies in memory.
struct Layout {
  enum class Kind : uint8_t { kScalar, kVector, kMatrix, kArray, kStruct };
  struct Member {
    uint32_t child;   // node
    uint64_t offset;  // bytes, or lanes
  };
  struct Leaf {
    uint64_t offset;  // bytes
    uint32_t bytes;
  };

  Kind kind = Kind::kScalar;
  const Type* type = nullptr;
  // An array of descriptors, or of arrays of them: offsets count descriptors.
  bool descriptors = false;
  bool bytes = false;         // explicit; else lanes
  uint32_t child = 0;         // of vectors, matrices, arrays
  uint64_t stride = 0;        // bytes, lanes or descriptors
  uint64_t count = 0;         // UINT64_MAX: of a runtime array, its memory tells
  uint64_t extent = 0;        // bytes or lanes to the end of the last scalar, runtime arrays not counted
  uint32_t scalar_bytes = 0;  // of explicit scalars and vectors
  std::vector<Member> members;
  // Of an explicit composite that is loaded or stored whole: where each lane is.
  std::vector<Leaf> leaves;
};

class TypeTable {
 public:
  explicit TypeTable(const Module& module) : module_(module), layouts_(1) {}

  // Adds the type that an OpType instruction declares. `length` is the value of an
  // array's length.
  bool Add(const Instruction& declaration, uint64_t length, LoadError* error);

  // The type of that id, or null.
  const Type* Find(uint32_t id) const {
    const auto found = types_.find(id);
    return found == types_.end() ? nullptr : &found->second;
  }
  const Type* Pointee(const Type& pointer) const { return Find(pointer.pointee); }

  // The node of a type in memory that is laid out in bytes; in lanes; or of what a
  // variable in UniformConstant or a resource has.
  uint32_t ExplicitLayout(const Type& type) { return Node(type, Mode{true, 0, false, 0}); }
  uint32_t NaturalLayout(const Type& type) { return Node(type, Mode{false, 0, false, 0}); }
  uint32_t ResourceLayout(const Type& type, bool buffer);

  // A value of the type is loaded or stored whole: its nodes get leaves once
  // FinishLayouts is called.
  void WillBeCopied(const Type& type) { copied_[type.id] = true; }
  bool FinishLayouts(LoadError* error);

  const std::vector<Layout>& layouts() const { return layouts_; }
  // Bytes or lanes from a node's beginning to the end of its last scalar, not
  // counting a runtime array.
  uint64_t Extent(uint32_t node) const { return layouts_[node].extent; }

 private:
  struct Mode {
    bool bytes;
    uint32_t matrix_stride;  // of matrices below
    bool row_major;
    uint32_t component_stride;  // of a vector; 0: without gaps
    bool operator==(const Mode& other) const {
      return bytes == other.bytes && matrix_stride == other.matrix_stride && row_major == other.row_major &&
             component_stride == other.component_stride;
    }
  };

  uint32_t Node(const Type& type, const Mode& mode);
  uint64_t ExtentOf(const Layout& layout) const;
  void FillNode(const Type& type, const Mode& mode, Layout* layout);
  bool AddLeaves(uint32_t node, uint64_t offset, std::vector<Layout::Leaf>* leaves, LoadError* error) const;

  const Module& module_;
  std::unordered_map<uint32_t, Type> types_;
  std::vector<Layout> layouts_;                                                 // [0] is no layout
  std::unordered_map<uint32_t, std::vector<std::pair<Mode, uint32_t>>> nodes_;  // by type
  std::unordered_map<uint32_t, uint32_t> resource_nodes_[2];
  std::unordered_map<uint32_t, bool> copied_;
};

}  // namespace lacuna::interpreter

#endif  // LACUNA_INTERPRETER_TYPES_H_
