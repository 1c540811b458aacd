// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_REFLECTION_TYPES_H_
#define LACUNA_REFLECTION_TYPES_H_

// The enumerations of the reflection model. Where numbers are written out, they
// are part of file formats of content pipelines and never change.

#include <cstdint>
#include <string_view>

namespace lacuna::reflection {

// Which reader made a Module.
enum class SourceFormat : uint8_t { kSpirv, kDxbc, kD3d9 };

enum class ParameterClass : int32_t { kScalar = 0, kVector = 1, kMatrix = 2, kObject = 3, kStruct = 4 };

enum class ParameterType : int32_t {
  kVoid = 0,
  kBool = 1,
  kInt32 = 2,
  kSingle = 3,
  kString = 4,
  kTexture = 5,
  kTexture1D = 6,
  kTexture2D = 7,
  kTexture3D = 8,
  kTextureCube = 9,
};

enum class TextureDimension : int32_t {
  kUnknown = 0,
  kTexture1D = 1,
  kTexture2D = 2,
  kTexture3D = 3,
  kTextureCube = 4,
};

// Register sets of D3D9 constant tables.
enum class CtabRegisterSet : int32_t { kBool = 0, kInt4 = 1, kFloat4 = 2, kSampler = 3 };

// What a component of a variable is. Its width in bits stands beside it.
enum class ScalarKind : uint8_t {
  kVoid,
  kBool,
  kSint,
  kUint,
  kFloat,
  kBfloat,   // SPV_KHR_bfloat16
  kFloat8,   // an 8-bit floating-point encoding
  kPointer,  // a buffer reference: an address of 8 bytes
  kStruct,   // a structure: see the members
  kString,   // D3D only
  kOpaque,   // an image, sampler or the like inside a structure
};

// How a matrix lies in memory, in the source language's terms as D3D uses them:
// HLSL's column_major is kColumn whatever SPIR-V decoration a compiler chose
// for it (DXC and glslang turn HLSL's matrices around and swap the decoration).
enum class MatrixMajority : uint8_t { kNone, kRow, kColumn };

enum class ResourceKind : uint8_t {
  kConstantBuffer,  // Vulkan uniform buffer, D3D cbuffer
  kStorageBuffer,   // also D3D structured and byte-address buffers
  kPushConstants,   // no set, binding or slot
  kTexture,         // a sampled image without a sampler
  kSampler,
  kCombinedSampler,     // image and sampler in one descriptor; D3D9 samplers
  kStorageImage,        // also D3D typed textures for unordered access
  kUniformTexelBuffer,  // also D3D Buffer<T>
  kStorageTexelBuffer,  // also D3D RWBuffer<T>
  kInputAttachment,
  kAccelerationStructure,
  kShaderRecord,    // the shader record buffer of ray tracing
  kTextureBuffer,   // D3D tbuffer
  kTensor,          // SPV_ARM_tensors
  kDescriptorHeap,  // an untyped table of descriptors
  kRegisters,       // D3D9: constants in registers, outside any buffer
  kOther,           // a resource of another API (OpenGL atomic counters, plain uniforms)
};

enum class ImageDimension : uint8_t { kUnknown, k1D, k2D, k3D, kCube, kRect, kBuffer, kSubpassData, kTileImage };

// Whether an image compares depths.
enum class ImageDepth : uint8_t { kNo, kYes, kUnknown };

enum class Stage : uint8_t {
  kUnknown,
  kVertex,
  kTessellationControl,
  kTessellationEvaluation,
  kGeometry,
  kFragment,
  kCompute,
  kKernel,
  kTask,
  kMesh,
  kRayGeneration,
  kIntersection,
  kAnyHit,
  kClosestHit,
  kMiss,
  kCallable,
};

// Names as JSON and tables use them, e.g. "constant-buffer", "2d", "vertex".
// Stages have the names of interface maps. Numbers outside the enumeration give
// "unknown".
std::string_view Name(SourceFormat format);
std::string_view Name(ParameterClass parameter_class);
std::string_view Name(ParameterType type);
std::string_view Name(TextureDimension dimension);
std::string_view Name(CtabRegisterSet set);
std::string_view Name(ScalarKind kind);
std::string_view Name(MatrixMajority majority);
std::string_view Name(ResourceKind kind);
std::string_view Name(ImageDimension dimension);
std::string_view Name(ImageDepth depth);
std::string_view Name(Stage stage);

// The dimension that effects know for an image: rectangles are unknown, buffers
// too; arrays and multisampling make no difference.
TextureDimension EffectDimension(ImageDimension dimension);

// Texture1D ... TextureCube, or Texture for an unknown dimension.
ParameterType EffectTextureType(TextureDimension dimension);

// Whether descriptors of this kind hold an image view that is sampled or fetched
// (a texture slot), and whether they hold a sampler (a sampler slot).
bool HasTexture(ResourceKind kind);
bool HasSampler(ResourceKind kind);

}  // namespace lacuna::reflection

#endif  // LACUNA_REFLECTION_TYPES_H_
