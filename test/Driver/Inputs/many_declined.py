# Copyright 2026 The Lacuna Authors
# SPDX-License-Identifier: Apache-2.0
"""Prints a module in which N functions return a pointer into one buffer."""

import sys

n = int(sys.argv[1])
print("""\
OpCapability Shader
OpCapability VariablePointersStorageBuffer
OpExtension "SPV_KHR_storage_buffer_storage_class"
OpExtension "SPV_KHR_variable_pointers"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %buffer
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %array ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 3
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%array = OpTypeRuntimeArray %uint
%block = OpTypeStruct %array
%blockp = OpTypePointer StorageBuffer %block
%uintp = OpTypePointer StorageBuffer %uint
%pickfn = OpTypeFunction %uintp
%uint_0 = OpConstant %uint 0
%buffer = OpVariable %blockp StorageBuffer
%main = OpFunction %void None %fn
%entry = OpLabel""")
for i in range(n):
    print(f"%p{i} = OpFunctionCall %uintp %pick{i}")
    print(f"OpStore %p{i} %uint_0")
print("OpReturn\nOpFunctionEnd")
for i in range(n):
    print(f"%pick{i} = OpFunction %uintp None %pickfn")
    print(f"%body{i} = OpLabel")
    print(f"%a{i} = OpAccessChain %uintp %buffer %uint_0 %uint_0")
    print(f"OpReturnValue %a{i}\nOpFunctionEnd")
