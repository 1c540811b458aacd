// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Integers. Everything wraps. What SPIR-V leaves undefined is poison, and has the
// value that drivers made of Direct3D's rules give.

#include <limits>
#include <type_traits>

#include "Interpreter/HandlerTemplates.h"
#include "Interpreter/Handlers.h"

namespace lacuna::interpreter {
namespace {

// U is an unsigned type, S the signed one of its size. Arithmetic is done in 64
// bits, as narrow types would be promoted to int.
template <class U>
using Signed = std::make_signed_t<U>;

template <class U>
constexpr int kBits = static_cast<int>(sizeof(U) * 8);

template <class U>
Signed<U> S(uint64_t lane) {
  return static_cast<Signed<U>>(static_cast<U>(lane));
}

template <class U>
uint64_t L(uint64_t value) {
  return static_cast<U>(value);
}

template <class U>
struct Add {
  static uint64_t Do(uint64_t a, uint64_t b) { return L<U>(a + b); }
};
template <class U>
struct Sub {
  static uint64_t Do(uint64_t a, uint64_t b) { return L<U>(a - b); }
};
template <class U>
struct Mul {
  static uint64_t Do(uint64_t a, uint64_t b) { return L<U>(a * b); }
};
template <class U>
struct Negate {
  static uint64_t Do(uint64_t a) { return L<U>(0 - a); }
};
template <class U>
struct Not {
  static uint64_t Do(uint64_t a) { return L<U>(~a); }
};
struct And {
  static uint64_t Do(uint64_t a, uint64_t b) { return a & b; }
};
struct Or {
  static uint64_t Do(uint64_t a, uint64_t b) { return a | b; }
};
struct Xor {
  static uint64_t Do(uint64_t a, uint64_t b) { return a ^ b; }
};

template <class U>
struct UDiv {
  static uint64_t Do(uint64_t a, uint64_t b, uint8_t* poison) {
    if (b) return a / b;
    *poison = 1;
    return L<U>(~uint64_t{0});
  }
};
template <class U>
struct UMod {
  static uint64_t Do(uint64_t a, uint64_t b, uint8_t* poison) {
    if (b) return a % b;
    *poison = 1;
    return L<U>(~uint64_t{0});
  }
};
// Whether a signed division has a result.
template <class U>
bool Divides(uint64_t a, uint64_t b, uint8_t* poison) {
  const bool good = b && !(S<U>(b) == -1 && S<U>(a) == std::numeric_limits<Signed<U>>::min());
  if (!good) *poison = 1;
  return good;
}
template <class U>
struct SDiv {
  static uint64_t Do(uint64_t a, uint64_t b, uint8_t* poison) {
    if (!Divides<U>(a, b, poison)) return b ? a : L<U>(~uint64_t{0});
    return L<U>(static_cast<uint64_t>(int64_t{S<U>(a)} / S<U>(b)));
  }
};
template <class U>
struct SRem {
  static uint64_t Do(uint64_t a, uint64_t b, uint8_t* poison) {
    if (!Divides<U>(a, b, poison)) return b ? 0 : L<U>(~uint64_t{0});
    return L<U>(static_cast<uint64_t>(int64_t{S<U>(a)} % S<U>(b)));
  }
};
template <class U>
struct SMod {
  static uint64_t Do(uint64_t a, uint64_t b, uint8_t* poison) {
    if (!Divides<U>(a, b, poison)) return b ? 0 : L<U>(~uint64_t{0});
    const int64_t divisor = S<U>(b), rest = int64_t{S<U>(a)} % divisor;
    return L<U>(static_cast<uint64_t>(rest != 0 && (rest < 0) != (divisor < 0) ? rest + divisor : rest));
  }
};

// A shift by as many bits as there are or more is undefined.
template <class U>
uint32_t Amount(uint64_t b, uint8_t* poison) {
  if (b >= sizeof(U) * 8) *poison = 1;
  return static_cast<uint32_t>(b) & (kBits<U> - 1);
}
template <class U>
struct ShiftLeft {
  static uint64_t Do(uint64_t a, uint64_t b, uint8_t* poison) { return L<U>(a << Amount<U>(b, poison)); }
};
template <class U>
struct ShiftRight {
  static uint64_t Do(uint64_t a, uint64_t b, uint8_t* poison) { return a >> Amount<U>(b, poison); }
};
template <class U>
struct ShiftArithmetic {
  static uint64_t Do(uint64_t a, uint64_t b, uint8_t* poison) {
    return L<U>(static_cast<uint64_t>(int64_t{S<U>(a)} >> Amount<U>(b, poison)));
  }
};

struct Equal {
  static uint64_t Do(uint64_t a, uint64_t b) { return a == b; }
};
struct NotEqual {
  static uint64_t Do(uint64_t a, uint64_t b) { return a != b; }
};
struct ULess {
  static uint64_t Do(uint64_t a, uint64_t b) { return a < b; }
};
struct ULessEqual {
  static uint64_t Do(uint64_t a, uint64_t b) { return a <= b; }
};
struct UGreater {
  static uint64_t Do(uint64_t a, uint64_t b) { return a > b; }
};
struct UGreaterEqual {
  static uint64_t Do(uint64_t a, uint64_t b) { return a >= b; }
};
template <class U>
struct SLess {
  static uint64_t Do(uint64_t a, uint64_t b) { return S<U>(a) < S<U>(b); }
};
template <class U>
struct SLessEqual {
  static uint64_t Do(uint64_t a, uint64_t b) { return S<U>(a) <= S<U>(b); }
};
template <class U>
struct SGreater {
  static uint64_t Do(uint64_t a, uint64_t b) { return S<U>(a) > S<U>(b); }
};
template <class U>
struct SGreaterEqual {
  static uint64_t Do(uint64_t a, uint64_t b) { return S<U>(a) >= S<U>(b); }
};

struct BitCount {
  static uint64_t Do(uint64_t a) { return static_cast<uint64_t>(__builtin_popcountll(a)); }
};
template <class U>
struct BitReverse {
  static uint64_t Do(uint64_t a) {
    uint64_t result = 0;
    for (int i = 0; i < kBits<U>; ++i) result |= (a >> i & 1) << (kBits<U> - 1 - i);
    return result;
  }
};

template <class U>
struct AddCarry {
  static void Do(uint64_t a, uint64_t b, uint64_t* low, uint64_t* high) {
    const uint64_t sum = L<U>(a + b);
    *high = sum < a;
    *low = sum;
  }
};
template <class U>
struct SubBorrow {
  static void Do(uint64_t a, uint64_t b, uint64_t* low, uint64_t* high) {
    *high = a < b;
    *low = L<U>(a - b);
  }
};
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;
template <class U>
struct UMulExtended {
  static void Do(uint64_t a, uint64_t b, uint64_t* low, uint64_t* high) {
    const UnsignedWide product = static_cast<UnsignedWide>(a) * b;
    *low = L<U>(static_cast<uint64_t>(product));
    *high = L<U>(static_cast<uint64_t>(product >> kBits<U>));
  }
};
template <class U>
struct SMulExtended {
  static void Do(uint64_t a, uint64_t b, uint64_t* low, uint64_t* high) {
    const Wide product = static_cast<Wide>(S<U>(a)) * S<U>(b);
    *low = L<U>(static_cast<uint64_t>(product));
    *high = L<U>(static_cast<uint64_t>(product >> kBits<U>));
  }
};

// The bits [offset, offset + count) of a field; false when they are not all there.
template <class U>
bool FieldMask(uint64_t offset, uint64_t count, uint64_t* mask) {
  constexpr uint64_t bits = sizeof(U) * 8;
  *mask = 0;
  if (offset > bits || count > bits || offset + count > bits) return false;
  if (count) *mask = LaneMask(static_cast<uint32_t>(count)) << (offset == 64 ? 0 : offset);
  return true;
}

// a: base, b: insert, c: offset, x: count; offset and count are scalars.
template <class U>
const Op* FieldInsert(const Op* op, Context& context) {
  uint64_t* r = context.r;
  uint8_t* p = context.p;
  uint64_t mask = 0;
  const uint64_t offset = r[op->c], count = r[op->x];
  const uint8_t outside = FieldMask<U>(offset, count, &mask) ? 0 : 1;
  const uint8_t poison = p[op->c] | p[op->x] | outside;
  for (uint32_t i = 0; i < op->n; ++i) {
    const uint64_t shifted = mask ? r[op->b + i] << offset : 0;
    r[op->d + i] = L<U>((r[op->a + i] & ~mask) | (shifted & mask));
    p[op->d + i] = p[op->a + i] | p[op->b + i] | poison;
  }
  return op + 1;
}

// a: base, b: offset, c: count.
template <class U, bool kSigned>
const Op* FieldExtract(const Op* op, Context& context) {
  uint64_t* r = context.r;
  uint8_t* p = context.p;
  uint64_t mask = 0;
  const uint64_t offset = r[op->b], count = r[op->c];
  const uint8_t outside = FieldMask<U>(offset, count, &mask) ? 0 : 1;
  const uint8_t poison = p[op->b] | p[op->c] | outside;
  for (uint32_t i = 0; i < op->n; ++i) {
    uint64_t value = mask ? (r[op->a + i] & mask) >> offset : 0;
    if (kSigned && mask) value = L<U>(static_cast<uint64_t>(SignedLane(value, static_cast<uint32_t>(count))));
    r[op->d + i] = value;
    p[op->d + i] = p[op->a + i] | poison;
  }
  return op + 1;
}

template <class U>
Handler Find(spv::Op opcode, uint32_t lanes) {
  switch (opcode) {
    case spv::Op::OpIAdd:
      return Binary<Add<U>>(lanes);
    case spv::Op::OpISub:
      return Binary<Sub<U>>(lanes);
    case spv::Op::OpIMul:
      return Binary<Mul<U>>(lanes);
    case spv::Op::OpSNegate:
      return Unary<Negate<U>>(lanes);
    case spv::Op::OpNot:
      return Unary<Not<U>>(lanes);
    case spv::Op::OpUDiv:
      return CheckedBinary<UDiv<U>>(lanes);
    case spv::Op::OpUMod:
      return CheckedBinary<UMod<U>>(lanes);
    case spv::Op::OpSDiv:
      return CheckedBinary<SDiv<U>>(lanes);
    case spv::Op::OpSRem:
      return CheckedBinary<SRem<U>>(lanes);
    case spv::Op::OpSMod:
      return CheckedBinary<SMod<U>>(lanes);
    case spv::Op::OpShiftLeftLogical:
      return CheckedBinary<ShiftLeft<U>>(lanes);
    case spv::Op::OpShiftRightLogical:
      return CheckedBinary<ShiftRight<U>>(lanes);
    case spv::Op::OpShiftRightArithmetic:
      return CheckedBinary<ShiftArithmetic<U>>(lanes);
    case spv::Op::OpSLessThan:
      return Binary<SLess<U>>(lanes);
    case spv::Op::OpSLessThanEqual:
      return Binary<SLessEqual<U>>(lanes);
    case spv::Op::OpSGreaterThan:
      return Binary<SGreater<U>>(lanes);
    case spv::Op::OpSGreaterThanEqual:
      return Binary<SGreaterEqual<U>>(lanes);
    case spv::Op::OpBitReverse:
      return Unary<BitReverse<U>>(lanes);
    case spv::Op::OpIAddCarry:
      return DoubleResultOp<AddCarry<U>>;
    case spv::Op::OpISubBorrow:
      return DoubleResultOp<SubBorrow<U>>;
    case spv::Op::OpUMulExtended:
      return DoubleResultOp<UMulExtended<U>>;
    case spv::Op::OpSMulExtended:
      return DoubleResultOp<SMulExtended<U>>;
    case spv::Op::OpBitFieldInsert:
      return FieldInsert<U>;
    case spv::Op::OpBitFieldSExtract:
      return FieldExtract<U, true>;
    case spv::Op::OpBitFieldUExtract:
      return FieldExtract<U, false>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler IntegerHandler(spv::Op opcode, uint32_t bits, uint32_t lanes) {
  switch (opcode) {  // those for which the width does not matter
    case spv::Op::OpBitwiseAnd:
      return Binary<And>(lanes);
    case spv::Op::OpBitwiseOr:
      return Binary<Or>(lanes);
    case spv::Op::OpBitwiseXor:
      return Binary<Xor>(lanes);
    case spv::Op::OpIEqual:
      return Binary<Equal>(lanes);
    case spv::Op::OpINotEqual:
      return Binary<NotEqual>(lanes);
    case spv::Op::OpULessThan:
      return Binary<ULess>(lanes);
    case spv::Op::OpULessThanEqual:
      return Binary<ULessEqual>(lanes);
    case spv::Op::OpUGreaterThan:
      return Binary<UGreater>(lanes);
    case spv::Op::OpUGreaterThanEqual:
      return Binary<UGreaterEqual>(lanes);
    case spv::Op::OpBitCount:
      return Unary<BitCount>(lanes);
    default:
      break;
  }
  switch (bits) {
    case 8:
      return Find<uint8_t>(opcode, lanes);
    case 16:
      return Find<uint16_t>(opcode, lanes);
    case 32:
      return Find<uint32_t>(opcode, lanes);
    case 64:
      return Find<uint64_t>(opcode, lanes);
    default:
      return nullptr;
  }
}

}  // namespace lacuna::interpreter
