// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Floats, each operation rounded to nearest even; and truth values.

#include <cmath>

#include "Interpreter/HandlerTemplates.h"
#include "Interpreter/Handlers.h"

namespace lacuna::interpreter {
namespace {

template <class T>
struct Add {
  static uint64_t Do(uint64_t a, uint64_t b) { return ToLane<T>(FromLane<T>(a) + FromLane<T>(b)); }
};
template <class T>
struct Sub {
  static uint64_t Do(uint64_t a, uint64_t b) { return ToLane<T>(FromLane<T>(a) - FromLane<T>(b)); }
};
template <class T>
struct Mul {
  static uint64_t Do(uint64_t a, uint64_t b) { return ToLane<T>(FromLane<T>(a) * FromLane<T>(b)); }
};
template <class T>
struct Div {
  static uint64_t Do(uint64_t a, uint64_t b) { return ToLane<T>(FromLane<T>(a) / FromLane<T>(b)); }
};
template <class T>
constexpr uint32_t kBits = sizeof(T) * 8;
template <>
constexpr uint32_t kBits<Half> = 16;
template <class T>
struct Negate {
  static uint64_t Do(uint64_t a) {
    return a ^ uint64_t { 1 } << (kBits<T> - 1);
  }
};

template <class T>
T Floor(T value) {
  return T(std::floor(static_cast<double>(value)));
}
template <class T>
T Truncate(T value) {
  return T(std::trunc(static_cast<double>(value)));
}
// The formulas that SPIR-V's environment for Vulkan derives precision from.
template <class T>
struct Rem {
  static uint64_t Do(uint64_t x, uint64_t y) {
    const T a = FromLane<T>(x), b = FromLane<T>(y);
    return ToLane<T>(a - b * Truncate<T>(a / b));
  }
};
template <class T>
struct Mod {
  static uint64_t Do(uint64_t x, uint64_t y) {
    const T a = FromLane<T>(x), b = FromLane<T>(y);
    return ToLane<T>(a - b * Floor<T>(a / b));
  }
};

template <class T>
bool IsNan(uint64_t a) {
  const T value = FromLane<T>(a);
  return value != value;
}

enum class Relation { kEqual, kNotEqual, kLess, kGreater, kLessEqual, kGreaterEqual };
template <class T, Relation kRelation, bool kUnordered>
struct Compare {
  static uint64_t Do(uint64_t x, uint64_t y) {
    const T a = FromLane<T>(x), b = FromLane<T>(y);
    if (a != a || b != b) return kUnordered;
    switch (kRelation) {
      case Relation::kEqual:
        return a == b;
      case Relation::kNotEqual:
        return a != b;
      case Relation::kLess:
        return a < b;
      case Relation::kGreater:
        return a > b;
      case Relation::kLessEqual:
        return !(a > b);
      case Relation::kGreaterEqual:
        return !(a < b);
    }
    return 0;
  }
};
template <class T, bool kWanted>
struct Unordered {
  static uint64_t Do(uint64_t a, uint64_t b) { return (IsNan<T>(a) || IsNan<T>(b)) == kWanted; }
};
template <class T>
struct NanTest {
  static uint64_t Do(uint64_t a) { return IsNan<T>(a); }
};
template <class T>
struct InfTest {
  static uint64_t Do(uint64_t a) { return std::isinf(static_cast<double>(FromLane<T>(a))); }
};
struct Quantize {
  static uint64_t Do(uint64_t a) {
    uint16_t half = HalfBitsFromFloat(FromLane<float>(a));
    // A number too small for a normal half becomes a zero of its sign.
    if ((half & 0x7c00) == 0) half &= 0x8000;
    return ToLane<float>(FloatFromHalfBits(half));
  }
};

template <class T>
Handler Find(spv::Op opcode, uint32_t lanes) {
  switch (opcode) {
    case spv::Op::OpFAdd:
      return Binary<Add<T>>(lanes);
    case spv::Op::OpFSub:
      return Binary<Sub<T>>(lanes);
    case spv::Op::OpFMul:
      return Binary<Mul<T>>(lanes);
    case spv::Op::OpFDiv:
      return Binary<Div<T>>(lanes);
    case spv::Op::OpFRem:
      return Binary<Rem<T>>(lanes);
    case spv::Op::OpFMod:
      return Binary<Mod<T>>(lanes);
    case spv::Op::OpFNegate:
      return Unary<Negate<T>>(lanes);
    case spv::Op::OpIsNan:
      return Unary<NanTest<T>>(lanes);
    case spv::Op::OpIsInf:
      return Unary<InfTest<T>>(lanes);
    case spv::Op::OpOrdered:
      return Binary<Unordered<T, false>>(lanes);
    case spv::Op::OpUnordered:
      return Binary<Unordered<T, true>>(lanes);
    case spv::Op::OpFOrdEqual:
      return Binary<Compare<T, Relation::kEqual, false>>(lanes);
    case spv::Op::OpFUnordEqual:
      return Binary<Compare<T, Relation::kEqual, true>>(lanes);
    case spv::Op::OpFOrdNotEqual:
    case spv::Op::OpLessOrGreater:
      return Binary<Compare<T, Relation::kNotEqual, false>>(lanes);
    case spv::Op::OpFUnordNotEqual:
      return Binary<Compare<T, Relation::kNotEqual, true>>(lanes);
    case spv::Op::OpFOrdLessThan:
      return Binary<Compare<T, Relation::kLess, false>>(lanes);
    case spv::Op::OpFUnordLessThan:
      return Binary<Compare<T, Relation::kLess, true>>(lanes);
    case spv::Op::OpFOrdGreaterThan:
      return Binary<Compare<T, Relation::kGreater, false>>(lanes);
    case spv::Op::OpFUnordGreaterThan:
      return Binary<Compare<T, Relation::kGreater, true>>(lanes);
    case spv::Op::OpFOrdLessThanEqual:
      return Binary<Compare<T, Relation::kLessEqual, false>>(lanes);
    case spv::Op::OpFUnordLessThanEqual:
      return Binary<Compare<T, Relation::kLessEqual, true>>(lanes);
    case spv::Op::OpFOrdGreaterThanEqual:
      return Binary<Compare<T, Relation::kGreaterEqual, false>>(lanes);
    case spv::Op::OpFUnordGreaterThanEqual:
      return Binary<Compare<T, Relation::kGreaterEqual, true>>(lanes);
    default:
      return nullptr;
  }
}

struct LogicEqual {
  static uint64_t Do(uint64_t a, uint64_t b) { return a == b; }
};
struct LogicNotEqual {
  static uint64_t Do(uint64_t a, uint64_t b) { return a != b; }
};
struct LogicAnd {
  static uint64_t Do(uint64_t a, uint64_t b) { return a & b; }
};
struct LogicOr {
  static uint64_t Do(uint64_t a, uint64_t b) { return a | b; }
};
struct LogicNot {
  static uint64_t Do(uint64_t a) { return a ^ 1; }
};

// One result of all n lanes.
template <bool kAll>
const Op* Reduce(const Op* op, Context& context) {
  uint64_t result = kAll;
  uint8_t poison = 0;
  for (uint32_t i = 0; i < op->n; ++i) {
    const uint64_t lane = context.r[op->a + i];
    result = kAll ? result & lane : result | lane;
    poison |= context.p[op->a + i];
  }
  context.r[op->d] = result;
  context.p[op->d] = poison;
  return op + 1;
}

}  // namespace

Handler FloatHandler(spv::Op opcode, uint32_t bits, uint32_t lanes) {
  if (opcode == spv::Op::OpQuantizeToF16) return bits == 32 ? Unary<Quantize>(lanes) : nullptr;
  switch (bits) {
    case 16:
      return Find<Half>(opcode, lanes);
    case 32:
      return Find<float>(opcode, lanes);
    case 64:
      return Find<double>(opcode, lanes);
    default:
      return nullptr;
  }
}

Handler LogicHandler(spv::Op opcode, uint32_t lanes) {
  switch (opcode) {
    case spv::Op::OpLogicalEqual:
      return Binary<LogicEqual>(lanes);
    case spv::Op::OpLogicalNotEqual:
      return Binary<LogicNotEqual>(lanes);
    case spv::Op::OpLogicalAnd:
      return Binary<LogicAnd>(lanes);
    case spv::Op::OpLogicalOr:
      return Binary<LogicOr>(lanes);
    case spv::Op::OpLogicalNot:
      return Unary<LogicNot>(lanes);
    case spv::Op::OpAny:
      return Reduce<false>;
    case spv::Op::OpAll:
      return Reduce<true>;
    default:
      return nullptr;
  }
}

}  // namespace lacuna::interpreter
