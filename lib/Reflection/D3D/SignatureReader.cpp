// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include <optional>

#include "Reflection/D3D/ByteView.h"
#include "lacuna/Reflection/D3D/Enumerations.h"
#include "lacuna/Reflection/D3D/Signature.h"

namespace lacuna::reflection::d3d {
namespace {

constexpr uint32_t kMaxElements = 4096;
constexpr uint64_t kHeaderBytes = 8;

// The forms of a signature chunk. The elements of all have the same 24 bytes;
// some have the stream before them and the precision after them.
struct Form {
  uint32_t code;
  std::vector<SignatureElement> Signatures::*list;
  bool has_stream;
  bool has_precision;

  uint64_t stream_bytes() const { return has_stream ? 4 : 0; }
  uint64_t element_bytes() const { return 24 + stream_bytes() + (has_precision ? 4 : 0); }
};

constexpr Form kForms[] = {
    {FourCc('I', 'S', 'G', 'N'), &Signatures::inputs, false, false},
    {FourCc('I', 'S', 'G', '1'), &Signatures::inputs, true, true},
    {FourCc('O', 'S', 'G', 'N'), &Signatures::outputs, false, false},
    {FourCc('O', 'S', 'G', '5'), &Signatures::outputs, true, false},
    {FourCc('O', 'S', 'G', '1'), &Signatures::outputs, true, true},
    {FourCc('P', 'C', 'S', 'G'), &Signatures::patch_constants, false, false},
    {FourCc('P', 'S', 'G', '1'), &Signatures::patch_constants, true, true},
};

class SignatureReader {
 public:
  SignatureReader(Bytes bytes, const Container& container)
      : input_(bytes.data, bytes.size), chunk_(nullptr, 0), container_(container) {}

  bool Run();

  Signatures signatures;
  Error error;

 private:
  bool Fail(uint64_t place, std::string message, std::string expected) {
    error = {error_code::kModule, place, std::move(message), std::move(expected), ""};
    return false;
  }
  bool ReadChunk(const Form& form, const std::string& name);
  bool ReadElement(const Form& form, uint64_t record, SignatureElement* element);

  ByteView input_;
  ByteView chunk_;
  const Container& container_;
  OutputBudget budget_;
};

bool SignatureReader::Run() {
  const Form* used[3] = {};
  // In the order of the container: of two signatures of one kind the last counts.
  for (const Chunk& chunk : container_.chunks) {
    for (const Form& form : kForms) {
      if (form.code != chunk.code) continue;
      std::vector<SignatureElement>& list = signatures.*form.list;
      const Form*& before = used[&list == &signatures.inputs ? 0 : &list == &signatures.outputs ? 1 : 2];
      if (before != nullptr && before->code != form.code) {
        signatures.notes.push_back(
            {"the signature " + chunk.Name() + " replaces the signature " + FourCcText(before->code) + " before it",
             chunk.offset});
      }
      before = &form;
      list.clear();
      chunk_ = input_.Part(chunk.offset, chunk.size);
      if (!ReadChunk(form, chunk.Name())) return false;
    }
  }
  return true;
}

bool SignatureReader::ReadChunk(const Form& form, const std::string& name) {
  if (!chunk_.Has(0, kHeaderBytes)) {
    return Fail(chunk_.PlaceOf(0), "the chunk " + name + " has " + Count(chunk_.size(), "byte"),
                "at least the " + Count(kHeaderBytes, "byte") + " of its header");
  }
  const uint32_t count = chunk_.U32(0);
  if (count > kMaxElements) {
    return Fail(chunk_.PlaceOf(0), "the signature " + name + " says that it has " + Count(count, "element"),
                "at most " + std::to_string(kMaxElements));
  }
  const uint64_t first = chunk_.U32(4);
  if (count != 0 && first < kHeaderBytes) {
    return Fail(chunk_.PlaceOf(4), "the elements of " + name + " begin at offset " + std::to_string(first),
                "an offset behind the header of " + Count(kHeaderBytes, "byte"));
  }
  if (count != 0 && !chunk_.Has(first, count * form.element_bytes())) {
    return Fail(chunk_.PlaceOf(4),
                Count(count, "element") + " of " + Count(form.element_bytes(), "byte") + " at offset " +
                    std::to_string(first) + " of " + name,
                "elements inside the chunk of " + Count(chunk_.size(), "byte"));
  }
  for (uint32_t i = 0; i < count; ++i) {
    SignatureElement element;
    if (!ReadElement(form, first + i * form.element_bytes(), &element)) return false;
    (signatures.*form.list).push_back(std::move(element));
  }
  return true;
}

bool SignatureReader::ReadElement(const Form& form, uint64_t record, SignatureElement* element) {
  element->offset = chunk_.PlaceOf(record);
  if (form.has_stream) element->stream = chunk_.U32(record);
  const uint64_t body = record + form.stream_bytes();
  const std::optional<std::string_view> semantic = chunk_.Text(chunk_.U32(body));
  if (!semantic) {
    return Fail(chunk_.PlaceOf(body), "the offset of a semantic is " + std::to_string(chunk_.U32(body)),
                "that of a zero-terminated string in the chunk of " + Count(chunk_.size(), "byte"));
  }
  if (!budget_.TakeRecord() || !budget_.TakeCharacters(semantic->size())) {
    return Fail(element->offset, "the signatures describe more than is read", OutputBudget::Text());
  }
  element->semantic = std::string(*semantic);
  element->semantic_index = chunk_.U32(body + 4);
  element->stored_system_value = chunk_.U32(body + 8);
  element->system_value = element->stored_system_value;
  if (element->system_value == 0) element->system_value = SystemValueFromSemantic(element->semantic);
  element->component_type = chunk_.U32(body + 12);
  element->register_index = static_cast<int32_t>(chunk_.U32(body + 16));
  element->mask = chunk_.U8(body + 20);
  element->read_write_mask = chunk_.U8(body + 21);
  if (form.has_precision) element->min_precision = chunk_.U32(body + 24);
  if (element->mask > 15) {
    signatures.notes.push_back({"the mask of '" + element->semantic + "' is " + std::to_string(element->mask) +
                                    ", which has bits beside those of four components",
                                chunk_.PlaceOf(body + 20)});
  }
  return true;
}

}  // namespace

Result<Signatures> ReadSignatures(Bytes bytes, const Container& container) {
  SignatureReader reader(bytes, container);
  if (!reader.Run()) return std::move(reader.error);
  return std::move(reader.signatures);
}

}  // namespace lacuna::reflection::d3d
