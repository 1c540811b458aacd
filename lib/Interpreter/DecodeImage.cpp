// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// Images: fetches, reads, writes, samples with an explicit level, queries.

#include "Interpreter/Decoder.h"
#include "Interpreter/Lane.h"

namespace lacuna::interpreter {
namespace {

constexpr uint32_t kNoMask = UINT32_MAX;

uint32_t Bit(spv::ImageOperandsMask mask) { return static_cast<uint32_t>(mask); }

uint32_t DimensionsOf(ImageDim dim) {
  switch (dim) {
    case ImageDim::k1D:
    case ImageDim::kBuffer:
      return 1;
    case ImageDim::k2D:
      return 2;
    default:
      return 3;
  }
}

}  // namespace

bool FunctionDecoder::ReadImageType(const Instruction& instruction, const Type* type, ImageAccess* access) {
  if (type->kind == Type::Kind::kSampledImage) type = type->element;
  if (type->kind != Type::Kind::kImage) return Bad(instruction, "its operand is no image");
  const Instruction& image = *type->declaration;
  switch (static_cast<spv::Dim>(module_.Operand(image, 1))) {
    case spv::Dim::Dim1D:
      access->type.dim = ImageDim::k1D;
      break;
    case spv::Dim::Dim2D:
      access->type.dim = ImageDim::k2D;
      break;
    case spv::Dim::Dim3D:
      access->type.dim = ImageDim::k3D;
      break;
    case spv::Dim::Cube:
      access->type.dim = ImageDim::kCube;
      break;
    case spv::Dim::Buffer:
      access->type.dim = ImageDim::kBuffer;
      break;
    default:
      return Unsupported(instruction, "is not supported on images of this dimension");
  }
  access->type.arrayed = module_.Operand(image, 3) != 0;
  access->type.multisampled = module_.Operand(image, 4) != 0;
  return true;
}

bool FunctionDecoder::ReadCoordinate(const Instruction& instruction, uint32_t i, ImageAccess* access, uint32_t* lane) {
  Value coordinate;
  if (!UseOperand(instruction, i, &coordinate)) return false;
  const uint32_t needed = DimensionsOf(access->type.dim) + (access->type.arrayed ? 1 : 0) + (access->projected ? 1 : 0);
  // Of storage cubes the face is the third number, and stands for the layer too.
  const bool cube = access->type.dim == ImageDim::kCube && access->integer_coordinate;
  const Type::Kind wanted = access->integer_coordinate ? Type::Kind::kInt : Type::Kind::kFloat;
  if (coordinate.type->scalar != wanted || coordinate.type->kind == Type::Kind::kMatrix ||
      coordinate.lanes() < (cube ? 3 : needed)) {
    return Bad(instruction, "its coordinate does not fit the image");
  }
  access->coordinate_lanes = cube ? 3 : needed;
  access->coordinate_bits = coordinate.type->bits;
  *lane = coordinate.lane;
  return access->integer_coordinate || access->coordinate_bits != 64 ||
         Unsupported(instruction, "is not supported with 64-bit coordinates");
}

bool FunctionDecoder::ReadImageOperands(const Instruction& instruction, uint32_t at, ImageAccess* access) {
  if (at >= instruction.count) return true;
  const uint32_t mask = module_.Operand(instruction, at++);
  uint32_t left = mask;
  const auto take = [&](spv::ImageOperandsMask which) {
    const bool there = mask & Bit(which);
    left &= ~Bit(which);
    return there;
  };
  Value value;
  if (mask & Bit(spv::ImageOperandsMask::MinLod)) {
    return Unsupported(instruction, "is not supported with a minimal level");
  }
  if (take(spv::ImageOperandsMask::Bias)) {
    if (!UseOperand(instruction, at++, &value)) return false;
    if (value.type->kind != Type::Kind::kFloat || value.type->bits == 64)
      return Bad(instruction, "its bias is no float");
    access->has_bias = true;
    access->bias = value.lane;
    access->bias_bits = value.type->bits;
  }
  if (take(spv::ImageOperandsMask::Lod)) {
    if (!UseOperand(instruction, at++, &value)) return false;
    if (value.lanes() != 1 || !value.type->IsNumeric()) return Bad(instruction, "its level is no number");
    access->has_lod = true;
    access->lod = value.lane;
    access->lod_bits = value.type->bits;
    access->lod_float = value.type->kind == Type::Kind::kFloat;
  }
  if (take(spv::ImageOperandsMask::Grad)) {
    Value dy;
    if (!UseOperand(instruction, at++, &value) || !UseOperand(instruction, at++, &dy)) return false;
    if (value.type->scalar != Type::Kind::kFloat || value.type->bits != 32 || dy.type != value.type ||
        value.lanes() != DimensionsOf(access->type.dim)) {
      return Bad(instruction, "its gradients do not fit");
    }
    if (access->type.dim == ImageDim::kCube)
      return Unsupported(instruction, "is not supported with gradients of a cube");
    access->has_grad = true;
    access->grad_x = value.lane;
    access->grad_y = dy.lane;
    access->grad_lanes = value.lanes();
  }
  const bool constant_offset = take(spv::ImageOperandsMask::ConstOffset);
  if (constant_offset || mask & Bit(spv::ImageOperandsMask::Offset)) {
    take(spv::ImageOperandsMask::Offset);
    if (!UseOperand(instruction, at++, &value)) return false;
    if (value.type->scalar != Type::Kind::kInt || value.lanes() > 3) return Bad(instruction, "its offset does not fit");
    access->has_offset = true;
    access->offset = value.lane;
    access->offset_lanes = value.lanes();
    access->offset_bits = value.type->bits;
  }
  if (take(spv::ImageOperandsMask::ConstOffsets)) {
    if (!UseOperand(instruction, at, &value)) return false;
    const Constant* offsets = ConstantOf(module_.Operand(instruction, at++));
    if (!offsets || offsets->lanes.size() != 8) return Bad(instruction, "its offsets are no constant of four");
    access->has_offsets = true;
    for (uint32_t i = 0; i < 8; ++i) {
      access->offsets[i / 2][i % 2] = static_cast<int32_t>(SignedLane(offsets->lanes[i], 32));
    }
  }
  if (take(spv::ImageOperandsMask::Sample)) {
    if (!UseOperand(instruction, at++, &value)) return false;
    if (value.type->kind != Type::Kind::kInt) return Bad(instruction, "its sample is no integer");
    access->has_sample = true;
    access->sample = value.lane;
  }
  // How memory is made available and visible does not matter here.
  take(spv::ImageOperandsMask::MakeTexelAvailable);
  take(spv::ImageOperandsMask::MakeTexelVisible);
  take(spv::ImageOperandsMask::NonPrivateTexel);
  take(spv::ImageOperandsMask::VolatileTexel);
  take(spv::ImageOperandsMask::SignExtend);
  take(spv::ImageOperandsMask::ZeroExtend);
  take(spv::ImageOperandsMask::Nontemporal);
  return left == 0 || Unsupported(instruction, "has an image operand that is not supported");
}

// Gradients are those of the coordinate that is sampled at.
bool FunctionDecoder::DivideByLast(const Instruction& instruction, ImageAccess* access, uint32_t* lane) {
  if (access->coordinate_bits != 32) return Unsupported(instruction, "is not supported with coordinates of 16 bits");
  --access->coordinate_lanes;
  access->projected = false;
  Op op;
  op.a = *lane;
  op.n = access->coordinate_lanes;
  if (!Allocate(access->coordinate_lanes, &op.d, instruction)) return false;
  *lane = op.d;
  Op& emitted = Emit(Project);
  op.handler = emitted.handler;
  emitted = op;
  return true;
}

bool FunctionDecoder::AddGradients(const Instruction& instruction, ImageAccess* access, uint32_t coordinate) {
  if (program_.model != spv::ExecutionModel::Fragment) {
    return Unsupported(instruction, "takes derivatives, which only fragment shaders have");
  }
  const bool cube = access->type.dim == ImageDim::kCube;
  if (cube) return Unsupported(instruction, "is not supported with the derivatives of a cube's direction");
  if (access->coordinate_bits != 32) return Unsupported(instruction, "is not supported with coordinates of 16 bits");
  access->grad_lanes = DimensionsOf(access->type.dim);
  if (!Allocate(access->grad_lanes, &access->grad_x, instruction) ||
      !Allocate(access->grad_lanes, &access->grad_y, instruction)) {
    return false;
  }
  access->has_grad = true;
  program_.needs_quads = true;
  Op& publish = Emit(Publish);
  publish.a = coordinate;
  publish.n = access->grad_lanes;
  for (DerivativeKind kind : {kAlongX, kAlongY}) {
    Op& derive = Emit(Derive);
    derive.d = kind == kAlongX ? access->grad_x : access->grad_y;
    derive.n = access->grad_lanes;
    derive.c = 32;
    derive.x = kind;
  }
  return true;
}

bool FunctionDecoder::DecodeImage(const Instruction& instruction, bool* known) {
  using O = spv::Op;
  *known = true;
  Value image, result, value;
  Handler handler = nullptr;
  ImageAccess access;
  uint32_t mask_at = kNoMask, coordinate_at = 1, dref_at = 0;
  bool has_coordinate = true;
  switch (instruction.opcode) {
    case O::OpImageFetch:
    case O::OpImageRead:
      handler = ImageFetch;
      access.integer_coordinate = true;
      mask_at = 2;
      break;
    case O::OpImageWrite:
      handler = ImageWrite;
      access.integer_coordinate = true;
      mask_at = 3;
      break;
    case O::OpImageSampleProjExplicitLod:
      access.projected = true;
      [[fallthrough]];
    case O::OpImageSampleExplicitLod:
      handler = ImageSample;
      mask_at = 2;
      break;
    case O::OpImageSampleProjImplicitLod:
      access.projected = true;
      [[fallthrough]];
    case O::OpImageSampleImplicitLod:
      handler = ImageSample;
      access.implicit_lod = true;
      mask_at = 2;
      break;
    case O::OpImageSampleDrefImplicitLod:
      handler = ImageSample;
      access.implicit_lod = true;
      dref_at = 2;
      mask_at = 3;
      break;
    case O::OpImageQueryLod:
      handler = ImageQueryLod;
      access.implicit_lod = true;
      break;
    case O::OpImageSampleProjDrefExplicitLod:
      access.projected = true;
      [[fallthrough]];
    case O::OpImageSampleDrefExplicitLod:
      handler = ImageSample;
      dref_at = 2;
      mask_at = 3;
      break;
    case O::OpImageGather:
    case O::OpImageDrefGather:
      handler = ImageSample;
      access.gather = true;
      mask_at = 3;
      break;
    case O::OpImageQuerySize:
    case O::OpImageQuerySizeLod:
      handler = ImageQuerySize;
      has_coordinate = false;
      break;
    case O::OpImageQueryLevels:
      handler = ImageQueryLevels;
      has_coordinate = false;
      break;
    case O::OpImageQuerySamples:
      handler = ImageQuerySamples;
      has_coordinate = false;
      break;
    case O::OpSampledImage: {
      Value sampler;
      if (!Result(instruction, &result) || !UseOperand(instruction, 0, &image) || !UseOperand(instruction, 1, &sampler))
        return false;
      if (result.type->kind != Type::Kind::kSampledImage || image.type != result.type->element ||
          sampler.type->kind != Type::Kind::kSampler) {
        return Bad(instruction, "its operands do not fit");
      }
      Op& op = Emit(SampledImage);
      op.d = result.lane;
      op.a = image.lane;
      op.b = sampler.lane;
      return true;
    }
    case O::OpImage:
      if (!Result(instruction, &result) || !UseOperand(instruction, 0, &image)) return false;
      if (image.type->kind != Type::Kind::kSampledImage || image.type->element != result.type) {
        return Bad(instruction, "its operand does not fit");
      }
      return EmitCopy(image.lane, result.lane, 1);
    default:
      *known = false;
      return true;
  }
  if (!UseOperand(instruction, 0, &image) || !ReadImageType(instruction, image.type, &access)) return false;
  if (handler == ImageSample && image.type->kind != Type::Kind::kSampledImage) {
    return Bad(instruction, "its operand is no sampled image");
  }
  uint32_t coordinate = 0, texel = 0;
  if (has_coordinate && !ReadCoordinate(instruction, coordinate_at, &access, &coordinate)) return false;
  const Type* type = nullptr;
  if (handler == ImageWrite) {
    if (!UseOperand(instruction, 2, &value)) return false;
    texel = value.lane;
    type = value.type;
  } else {
    if (!Result(instruction, &result)) return false;
    type = result.type;
  }
  if (!type->IsNumeric() || type->kind == Type::Kind::kMatrix)
    return Unsupported(instruction, "has a type that is not supported");
  access.result_lanes = static_cast<uint32_t>(type->lanes);
  access.result_bits = type->bits;
  access.result_float = type->scalar == Type::Kind::kFloat;
  if (dref_at || instruction.opcode == O::OpImageDrefGather) {
    if (!UseOperand(instruction, 2, &value)) return false;
    if (value.type->kind != Type::Kind::kFloat || value.type->bits != 32)
      return Bad(instruction, "its reference is no float");
    access.has_dref = true;
    access.dref = value.lane;
  } else if (access.gather) {
    if (!UseOperand(instruction, 2, &value)) return false;
    if (value.type->kind != Type::Kind::kInt) return Bad(instruction, "its component is no integer");
    access.has_component = true;
    access.component = value.lane;
  }
  if (instruction.opcode == O::OpImageQuerySizeLod) {
    if (!UseOperand(instruction, 1, &value)) return false;
    if (value.type->kind != Type::Kind::kInt) return Bad(instruction, "its level is no integer");
    access.has_lod = true;
    access.lod = value.lane;
    access.lod_bits = value.type->bits;
  }
  if (mask_at != kNoMask && !ReadImageOperands(instruction, mask_at, &access)) return false;
  if (access.implicit_lod && access.projected && !DivideByLast(instruction, &access, &coordinate)) return false;
  if (access.implicit_lod && !AddGradients(instruction, &access, coordinate)) return false;
  Op& op = Emit(handler);
  op.d = result.lane;
  op.a = image.lane;
  op.b = coordinate;
  op.c = texel;
  op.n = access.result_lanes;
  op.x = static_cast<uint32_t>(function_.images.size());
  function_.images.push_back(access);
  return true;
}

bool FunctionDecoder::DecodeTexelPointer(const Instruction& instruction) {
  Value pointer, sample, result;
  const Type* image = nullptr;
  ImageAccess access;
  access.integer_coordinate = true;
  uint32_t coordinate = 0;
  if (!Result(instruction, &result) || !UsePointer(instruction, 0, &pointer, &image) ||
      !ReadImageType(instruction, image, &access) || !ReadCoordinate(instruction, 1, &access, &coordinate) ||
      !UseOperand(instruction, 2, &sample)) {
    return false;
  }
  if (result.type->kind != Type::Kind::kPointer || result.type->storage != spv::StorageClass::Image ||
      pointer.type->storage != spv::StorageClass::UniformConstant || sample.type->kind != Type::Kind::kInt) {
    return Bad(instruction, "its operands do not fit");
  }
  Op& op = Emit(TexelPointer);
  op.d = result.lane;
  op.a = pointer.lane;
  op.b = coordinate;
  op.c = sample.lane;
  op.x = static_cast<uint32_t>(function_.images.size());
  function_.images.push_back(access);
  return true;
}

}  // namespace lacuna::interpreter
