// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Transforms/SplitSegmentedBuffers/HelperTable.h"

#include "Analysis/ConstantValue.h"
#include "Support/FunctionBuilder.h"
#include "Support/ScalarNames.h"
#include "Support/Text.h"

namespace lacuna {

std::string HelperTable::NameOf(const UnitAccess& access) const {
  const PieceView& view = *access.view;
  IRContext* context = module_->context();
  std::string name = "segmented_" + std::to_string(view.shape->set) + "_" + std::to_string(view.shape->binding);
  if (access.kind == UnitAccess::Kind::kAtomic) {
    return name + "_" + SnakeCase(spvOpcodeString(access.atomic)) + "_" + ScalarName(context, view.element_type);
  }
  name += access.kind == UnitAccess::Kind::kLoad ? "_load_" : "_store_";
  name += ScalarName(context, view.element_type);
  if (access.components > 1) name += "x" + std::to_string(access.components);
  return name;
}

uint32_t HelperTable::CallAccess(const UnitAccess& access, const DescriptorElement& element,
                                 const UnitArithmetic::Place& place, const std::vector<uint32_t>& values,
                                 CodeBuilder* at) {
  Key key{access.view->variable,   uint64_t(access.kind), access.components,  uint64_t(access.rule.form),
          uint64_t(access.atomic), access.atomic_type,    access.carrier_type};
  for (const opt::Operand& operand : access.operands) {
    key.push_back(operand.type);
    key.insert(key.end(), operand.words.begin(), operand.words.end());
  }
  key.push_back(access.operands.size());
  const std::vector<uint32_t> value_types = ValueTypes(module_, access);
  std::vector<uint32_t> types = UnitArithmetic(module_, access.rule.form).PartTypes();
  const size_t parts = types.size();
  types.insert(types.end(), value_types.begin(), value_types.end());
  std::vector<uint32_t> arguments = place;
  arguments.insert(arguments.end(), values.begin(), values.end());
  return Call(std::move(key), NameOf(access), ResultType(module_, access), types, element, arguments, at,
              [&](const DescriptorElement& inside, const std::vector<uint32_t>& parameters, CodeRegion* region) {
                const UnitArithmetic::Place where(parameters.begin(), parameters.begin() + parts);
                const std::vector<uint32_t> what(parameters.begin() + parts, parameters.end());
                return emitter_->Emit(access, inside, where, what, region);
              });
}

uint32_t HelperTable::CallLength(const PieceView& view, const SearchRule& rule, uint64_t offset, uint64_t stride,
                                 const DescriptorElement& element, CodeBuilder* at) {
  // No kind of access has this number.
  Key key{view.variable, 99, uint64_t(rule.form), offset, stride};
  const std::string name = "segmented_" + std::to_string(view.shape->set) + "_" + std::to_string(view.shape->binding) +
                           "_length_of_stride_" + std::to_string(stride);
  return Call(std::move(key), name, module_->UintType(), {}, element, {}, at,
              [&](const DescriptorElement& inside, const std::vector<uint32_t>&, CodeRegion* region) {
                CodeBuilder body = region->At();
                return emitter_->EmitLength(view, rule, offset, stride, inside, &body);
              });
}

uint32_t HelperTable::Call(Key key, const std::string& name, uint32_t return_type,
                           const std::vector<uint32_t>& value_types, const DescriptorElement& element,
                           const std::vector<uint32_t>& values, CodeBuilder* at, const Body& body) {
  if (module_->failed()) return 0;
  opt::analysis::DefUseManager* defs = module_->context()->get_def_use_mgr();
  // Indices that are constants stay so.
  std::vector<uint32_t> parameter_types, arguments{0};
  std::vector<bool> is_parameter;
  for (uint32_t index : element.indices) {
    const bool is_constant = EvaluateConstant(defs, index).is_plain;
    is_parameter.push_back(!is_constant);
    key.push_back(is_constant ? index : 0);
    if (is_constant) continue;
    parameter_types.push_back(module_->UintType());
    arguments.push_back(index);
  }
  key.push_back(element.non_uniform);
  parameter_types.insert(parameter_types.end(), value_types.begin(), value_types.end());
  arguments.insert(arguments.end(), values.begin(), values.end());
  const uint32_t result_type = return_type == 0 ? module_->VoidType() : return_type;

  auto [helper, is_new] = helpers_.emplace(std::move(key), 0);
  if (is_new) {
    const NewFunction function =
        AddFunction(module_, spv::FunctionControlMask::DontInline, result_type, parameter_types, name);
    if (module_->failed()) return 0;
    helper->second = function.id;
    DescriptorElement inside = element;
    size_t next = 0;
    for (size_t d = 0; d < is_parameter.size(); ++d) {
      if (!is_parameter[d]) continue;
      inside.indices[d] = function.parameters[next++];
      if (element.non_uniform) module_->Decorate(inside.indices[d], spv::Decoration::NonUniform);
    }
    CodeRegion region(module_, function.entry, nullptr);
    const uint32_t result =
        body(inside, {function.parameters.begin() + static_cast<ptrdiff_t>(next), function.parameters.end()}, &region);
    if (module_->failed()) return 0;
    if (return_type == 0) {
      region.At().EmitVoid(spv::Op::OpReturn, {});
    } else {
      region.At().EmitVoid(spv::Op::OpReturnValue, {IdOperand(result)});
    }
  }
  arguments[0] = helper->second;
  return at->EmitIds(spv::Op::OpFunctionCall, result_type, arguments);
}

}  // namespace lacuna
