// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_INTERPRETER_HANDLERS_H_
#define LACUNA_INTERPRETER_HANDLERS_H_

// The operations that the decoder chooses from. Unless said otherwise an
// operation reads n lanes from each operand (a, b, c in this order) and writes n
// lanes to d; a result's lane is undefined where one of the operands' lanes is.

#include "Interpreter/Program.h"

namespace lacuna::interpreter {

// What executes an instruction on components of one type (HandlersInteger.cpp,
// HandlersFloat.cpp, HandlersLogic.cpp). `bits` are those of the first operand's
// components. Null when there is no such operation.
Handler IntegerHandler(spv::Op opcode, uint32_t bits, uint32_t lanes);
Handler FloatHandler(spv::Op opcode, uint32_t bits, uint32_t lanes);
Handler LogicHandler(spv::Op opcode, uint32_t lanes);
// Conversions between numeric types (HandlersConvert.cpp).
Handler ConvertHandler(spv::Op opcode, uint32_t from_bits, uint32_t to_bits);
Handler ConvertHalfTowardZero(uint32_t from_bits);  // FConvert to 16 bits, by FPRoundingMode

// Matrices and dot products (HandlersMatrix.cpp), by bits of a component. Below, R
// is the rows and C the columns of the first matrix: n holds R and x holds C.
enum class MatrixOp : uint8_t {
  kDot,                // n lanes
  kVectorTimesScalar,  // n lanes; also matrix times scalar
  kMatrixTimesVector,
  kVectorTimesMatrix,  // n: rows of the matrix, which are the vector's components
  kMatrixTimesMatrix,  // c: columns of the second matrix
  kOuterProduct,       // n: components of the first, x: of the second vector
  kTranspose,
};
Handler MatrixHandler(MatrixOp op, uint32_t bits);
// Dot products of integers. n: components, and from kDotBitsAt on the bits of one;
// x: the flags below, and the bits of the result; c: what is added.
Handler IntegerDotHandler();
constexpr uint32_t kDotSignedA = 1, kDotSignedB = 2, kDotPacked = 4, kDotAccumulates = 8, kDotBitsAt = 8;

// Moves (HandlersMove.cpp).
Handler CopyHandler(uint32_t lanes);    // a to d
Handler GatherHandler(uint32_t lanes);  // lanes a, b, c, x to d and the following ones; 1 to 4
// Reads n lanes from, or writes them to, a variable at lane `a` or `d` of the
// invocation's stack.
const Op* LoadGlobal(const Op* op, Context& context);
const Op* StoreGlobal(const Op* op, Context& context);
// d = a[b], a vector of n lanes. The index c has `x` bits.
const Op* ExtractDynamic(const Op* op, Context& context);
// d = a with b at index c.
const Op* InsertDynamic(const Op* op, Context& context);
const Op* SelectLanes(const Op* op, Context& context);  // a: n conditions
const Op* SelectWhole(const Op* op, Context& context);  // a: one condition

// Control (HandlersControl.cpp). n counts the instructions of the block.
const Op* Jump(const Op* op, Context& context);      // to operation x
const Op* Branch(const Op* op, Context& context);    // a: condition; to operation b or c
const Op* SwitchOp(const Op* op, Context& context);  // a: selector; table x
const Op* Call(const Op* op, Context& context);      // site x; result at d
const Op* Return(const Op* op, Context& context);    // x lanes from a
const Op* Barrier(const Op* op, Context& context);
const Op* Terminate(const Op* op, Context& context);  // also of fragments
const Op* Unreachable(const Op* op, Context& context);

// Memory (HandlersMemory.cpp). a: pointer.
const Op* AccessChain(const Op* op, Context& context);  // chain x
const Op* LoadBytes(const Op* op, Context& context);
const Op* StoreBytes(const Op* op, Context& context);  // b: value
const Op* LoadStack(const Op* op, Context& context);   // Function, Private, Input
const Op* StoreStack(const Op* op, Context& context);
const Op* LoadShared(const Op* op, Context& context);  // Workgroup
const Op* StoreShared(const Op* op, Context& context);
const Op* LoadHandle(const Op* op, Context& context);         // an image or sampler; n 2: a combined one
const Op* ArrayLength(const Op* op, Context& context);        // member x
const Op* PointerEqual(const Op* op, Context& context);       // x: 1 for not equal
const Op* PointerDifference(const Op* op, Context& context);  // x: bytes of an element, c: bits of the result

// Atomics (HandlersAtomic.cpp). a: pointer; b, c: operands (the comparator is c). x
// is an index into the function's atomics.
const Op* Atomic(const Op* op, Context& context);
const Op* TexelPointer(const Op* op, Context& context);  // a: pointer to the image; image x

// Images (HandlersImage.cpp). a: image or sampled image, b: coordinate, c: texel
// to write; image x.
const Op* ImageFetch(const Op* op, Context& context);  // also reads
const Op* ImageWrite(const Op* op, Context& context);
const Op* ImageSample(const Op* op, Context& context);
const Op* ImageQuerySize(const Op* op, Context& context);
const Op* ImageQueryLevels(const Op* op, Context& context);
const Op* ImageQuerySamples(const Op* op, Context& context);
const Op* SampledImage(const Op* op, Context& context);  // a: image, b: sampler

const Op* ImageQueryLod(const Op* op, Context& context);

// Fragments (HandlersFragment.cpp).
const Op* Publish(const Op* op, Context& context);  // hands n lanes from a to the quad, and waits for it
const Op* Derive(const Op* op, Context& context);   // d: the derivatives of what was published; x: a DerivativeKind
enum DerivativeKind : uint32_t { kAlongX, kAlongY, kBothWidths };
const Op* Demote(const Op* op, Context& context);
const Op* IsHelper(const Op* op, Context& context);
const Op* Project(const Op* op, Context& context);  // d: n floats from a divided by the one behind them

// GLSL.std.450 (HandlersGlsl.cpp): the call x of the function.
const Op* GlslCallOp(const Op* op, Context& context);

}  // namespace lacuna::interpreter

#endif  // LACUNA_INTERPRETER_HANDLERS_H_
