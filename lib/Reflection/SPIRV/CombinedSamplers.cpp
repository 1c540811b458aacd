// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

// The order of combined samplers. SPIRV-Cross meets them while it walks the
// entry point's code; what it takes for the variable behind an image or sampler
// decides, so the same few instructions are followed here and no others.

#include "lacuna/Reflection/CombinedSamplers.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "Reflection/SPIRV/Context.h"
#include "Reflection/SPIRV/EntryPoints.h"

namespace lacuna::reflection {

namespace spirv {

using spv::Op;
using Kind = Type::Kind;

namespace {

// What one call costs in steps, beside one of its arguments: its records are
// kept and compared, which takes many times what a look at an instruction does.
constexpr uint64_t kStepsOfCall = 16, kStepsOfArgument = 4;

class PairFinder {
 public:
  explicit PairFinder(Context* context) : context_(*context), table_(context->table) {}

  bool Run(uint32_t function, std::vector<CombinedSamplerPair>* pairs) {
    ReadFunctions();
    return ReadVariables() && Walk(function) && MakePairs(pairs);
  }

 private:
  // A parameter that holds images or samplers. No other one can make a
  // difference inside the function.
  struct Parameter {
    uint32_t id;
    uint32_t argument;  // the word of it in a call
  };
  struct Function {
    bool has_body = false;
    std::vector<Parameter> parameters;
  };
  // One call: which ids of the callee's parameters stand for which ids.
  struct Frame {
    uint32_t function;
    uint32_t next;
    std::unordered_map<uint32_t, uint32_t> parameters;
  };

  bool Fail(const Inst& inst, const std::string& message, const std::string& expected = "") {
    return context_.Fail(inst, message, expected);
  }

  // An image that a sampler is used with. Storage images are another kind.
  bool IsSeparateImage(const Type* type) const {
    return type != nullptr && type->kind == Kind::kImage && table_.Word(*type->inst, 7) == 1;
  }
  bool IsTexelBuffer(const Type& type) const {
    return table_.Word(*type.inst, 3) == static_cast<uint32_t>(spv::Dim::Buffer);
  }

  // What a variable or parameter holds, arrays taken off.
  const Type* HeldType(const Inst& inst) const {
    const Type* type = context_.types.Find(inst.type_id);
    if (type != nullptr && type->kind == Kind::kPointer) type = context_.types.Component(*type);
    return context_.types.WithoutArrays(type);
  }

  // Calls look into this, so that long lists of parameters are gone through once
  // and not for each call.
  void ReadFunctions() {
    for (const FunctionRange& range : table_.functions()) {
      Function function;
      for (uint32_t i = range.begin; i < range.end && !function.has_body; ++i) {
        function.has_body = table_.instructions()[i].opcode == Op::OpLabel;
      }
      for (uint32_t i = 0; i < range.parameters.size(); ++i) {
        const Inst* parameter = table_.Def(range.parameters[i]);
        const Type* held = parameter == nullptr ? nullptr : HeldType(*parameter);
        if (held == nullptr || (held->kind != Kind::kImage && held->kind != Kind::kSampler)) continue;
        function.parameters.push_back({range.parameters[i], 4 + i});
      }
      functions_.push_back(std::move(function));
    }
  }

  bool ReadVariables() {
    for (const Inst& inst : table_.instructions()) {
      if (inst.opcode == Op::OpFunction) break;
      if (inst.opcode != Op::OpVariable) continue;
      const Type* held = HeldType(inst);
      if (held == nullptr) continue;
      const std::string name = "'" + NameOf(inst.result_id) + "'";
      if (held->kind == Kind::kSampledImage) {
        return Fail(inst, name + " is a combined sampler already", "separate textures and samplers only");
      }
      if (IsSeparateImage(held) && !IsTexelBuffer(*held)) {
        declaration_index_[inst.result_id] = static_cast<uint32_t>(declaration_index_.size());
      }
    }
    return true;
  }

  std::string NameOf(uint32_t id) const {
    std::string name = context_.decorations.Name(id);
    return name.empty() ? "resource" + std::to_string(id) : name;
  }

  // The variable or parameter that an id is or was loaded from; 0 without one.
  uint32_t Backing(uint32_t id) const {
    const Inst* inst = table_.Def(id);
    if (inst == nullptr) return 0;
    if (inst->opcode == Op::OpVariable || inst->opcode == Op::OpFunctionParameter) return id;
    auto loaded = loaded_from_.find(id);
    return loaded == loaded_from_.end() ? 0 : loaded->second;
  }

  uint32_t Resolve(const Frame& frame, uint32_t id) const {
    const uint32_t backing = Backing(id);
    if (backing != 0) id = backing;
    auto parameter = frame.parameters.find(id);
    return parameter == frame.parameters.end() ? id : parameter->second;
  }

  bool Walk(uint32_t entry) {
    if (!Push(entry, {})) return false;
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const FunctionRange& range = table_.functions()[frame.function];
      if (frame.next == range.end) {
        open_.erase(frame.function);
        frames_.pop_back();
        continue;
      }
      const Inst& inst = table_.instructions()[frame.next++];
      if (!context_.progress.TakeSteps(1)) return false;
      if (inst.opcode == Op::OpFunctionCall) {
        if (!Call(inst)) return false;
      } else if (!Visit(frame, inst)) {
        return false;
      }
    }
    return true;
  }

  bool Push(uint32_t function, std::unordered_map<uint32_t, uint32_t> parameters) {
    const FunctionRange& range = table_.functions()[function];
    const Inst& inst = table_.instructions()[range.begin];
    if (!open_.insert(function).second) {
      return Fail(inst, "function %" + std::to_string(range.id) + " calls itself", "a call graph without cycles");
    }
    if (frames_.size() >= kMaxCallDepth) {
      return Fail(inst, "calls are nested too deeply", "at most " + std::to_string(kMaxCallDepth));
    }
    if (!functions_[function].has_body) return Fail(inst, "function %" + std::to_string(range.id) + " has no body");
    frames_.push_back({function, range.begin, std::move(parameters)});
    return true;
  }

  bool Call(const Inst& inst) {
    const auto callee = static_cast<uint32_t>(table_.FunctionIndex(table_.Word(inst, 3)));
    const std::vector<Parameter>& parameters = functions_[callee].parameters;
    if (!context_.progress.TakeSteps(kStepsOfCall + kStepsOfArgument * parameters.size())) return false;
    std::unordered_map<uint32_t, uint32_t> resolved;
    std::pair<uint32_t, std::vector<uint32_t>> key{callee, {}};
    for (const Parameter& parameter : parameters) {
      const uint32_t argument = Resolve(frames_.back(), table_.Word(inst, parameter.argument));
      resolved[parameter.id] = argument;
      key.second.push_back(argument);
    }
    // A second call with the same textures and samplers finds no new pair.
    if (!done_.insert(std::move(key)).second && open_.count(callee) == 0) return true;
    return Push(callee, std::move(resolved));
  }

  bool Visit(const Frame& frame, const Inst& inst) {
    switch (inst.opcode) {
      case Op::OpLoad: {
        const Type* type = context_.types.Find(inst.type_id);
        if (IsSeparateImage(type) || (type != nullptr && type->kind == Kind::kSampler)) {
          loaded_from_[inst.result_id] = Backing(table_.Word(inst, 3));
        }
        return true;
      }
      case Op::OpAccessChain:
      case Op::OpInBoundsAccessChain:
      case Op::OpPtrAccessChain: {
        const Type* held = HeldType(inst);
        if (held != nullptr && held->kind == Kind::kSampler) {
          return Fail(inst, "a sampler is taken from an array or structure",
                      "samplers that are variables of their own");
        }
        if (IsSeparateImage(held)) loaded_from_[inst.result_id] = Backing(table_.Word(inst, 3));
        return true;
      }
      case Op::OpImageFetch:
      case Op::OpImageQuerySizeLod:
      case Op::OpImageQuerySize:
      case Op::OpImageQueryLevels:
      case Op::OpImageQuerySamples:
        return VisitFetch(frame, inst);
      case Op::OpSampledImage:
        Append(Resolve(frame, table_.Word(inst, 3)), Resolve(frame, table_.Word(inst, 4)), inst);
        return true;
      case Op::OpImageSparseFetch:
      case Op::OpImageSparseSampleImplicitLod:
      case Op::OpImageSparseSampleExplicitLod:
      case Op::OpImageSparseSampleDrefImplicitLod:
      case Op::OpImageSparseSampleDrefExplicitLod:
      case Op::OpImageSparseGather:
      case Op::OpImageSparseDrefGather:
        return Fail(inst, "a sparse image is used", "images that are resident");
      default:
        return true;
    }
  }

  bool VisitFetch(const Frame& frame, const Inst& inst) {
    const uint32_t image = table_.Word(inst, 3);
    const uint32_t backing = Backing(image);
    if (backing == 0) {
      // An image that was taken out of a sampled image has its pair already; a
      // storage image needs none. Anything else is of unknown origin.
      const Inst* def = table_.Def(image);
      const Type* type = def == nullptr ? nullptr : context_.types.Find(def->type_id);
      if (!IsSeparateImage(type) || IsTexelBuffer(*type) || def->opcode == Op::OpImage) return true;
      return Fail(inst, "an image that is fetched or queried does not come from one variable",
                  "an image loaded from a variable or parameter");
    }
    const Type* held = HeldType(*table_.Def(backing));
    if (!IsSeparateImage(held) || IsTexelBuffer(*held)) return true;
    Append(Resolve(frame, image), 0, inst);
    return true;
  }

  void Append(uint32_t image, uint32_t sampler, const Inst& inst) {
    if (seen_.insert({image, sampler}).second) found_.push_back({{image, sampler}, &inst});
  }

  bool MakePairs(std::vector<CombinedSamplerPair>* pairs) {
    for (const auto& [ids, inst] : found_) {
      CombinedSamplerPair pair;
      pair.texture_id = ids.first;
      pair.sampler_id = ids.second;
      pair.dummy = ids.second == 0;
      auto index = declaration_index_.find(pair.texture_id);
      if (index == declaration_index_.end()) {
        return Fail(*inst, "the texture that is sampled here is no variable of the module",
                    "an image loaded from a variable or parameter");
      }
      pair.texture_declaration_index = index->second;
      pair.texture_name = NameOf(pair.texture_id);
      pair.sampler_name = kDummySamplerName;
      if (!pair.dummy) {
        const Inst* sampler = table_.Def(pair.sampler_id);
        const Type* type = sampler == nullptr ? nullptr : context_.types.Find(sampler->type_id);
        const bool variable = type != nullptr && sampler->opcode == Op::OpVariable && type->kind == Kind::kPointer;
        const Type* held = variable ? context_.types.Component(*type) : nullptr;
        if (held == nullptr || held->kind != Kind::kSampler) {
          return Fail(*inst, "the sampler that is used here is no single variable of the module",
                      "a sampler loaded from a variable or parameter");
        }
        pair.sampler_name = NameOf(pair.sampler_id);
      }
      if (!context_.progress.TakeText(pair.texture_name.size() + pair.sampler_name.size())) return false;
      pairs->push_back(std::move(pair));
    }
    return true;
  }

  Context& context_;
  const ModuleTable& table_;
  std::vector<Function> functions_;  // by index in ModuleTable::functions()
  std::unordered_map<uint32_t, uint32_t> declaration_index_;
  std::unordered_map<uint32_t, uint32_t> loaded_from_;
  std::vector<Frame> frames_;
  std::set<uint32_t> open_;
  std::set<std::pair<uint32_t, std::vector<uint32_t>>> done_;
  std::set<std::pair<uint32_t, uint32_t>> seen_;
  std::vector<std::pair<std::pair<uint32_t, uint32_t>, const Inst*>> found_;
};

Result<std::vector<CombinedSamplerPair>> FindPairs(Bytes spirv, const std::string& name, Stage stage) {
  Result<ModuleTable> table = ModuleTable::Parse(spirv);
  if (!table) return table.error();
  Context context(*table);
  std::vector<CombinedSamplerPair> pairs;
  CallGraph calls;
  if (context.progress.failed() || !calls.Build(&context)) return context.progress.error();
  const Inst* entry_point = FindEntryPoint(*table, name, stage);
  if (entry_point == nullptr) {
    Error error;
    error.code = error_code::kUsage;
    error.message = "the module has no such entry point";
    return error;
  }
  const int64_t function = table->FunctionIndex(table->Word(*entry_point, 2));
  if (function < 0) {
    context.Fail(*entry_point, "the entry point names no function");
    return context.progress.error();
  }
  if (!PairFinder(&context).Run(static_cast<uint32_t>(function), &pairs)) return context.progress.error();
  return pairs;
}

}  // namespace

}  // namespace spirv

Result<std::vector<CombinedSamplerPair>> CombinedSamplerPairs(Bytes spirv, const std::string& entry_point,
                                                              Stage stage) {
  auto pairs = spirv::FindPairs(spirv, entry_point, stage);
  // Whatever the reason, the order is unknown.
  if (!pairs && pairs.error().code == error_code::kModule) pairs.error().code = error_code::kPairs;
  return pairs;
}

}  // namespace lacuna::reflection
