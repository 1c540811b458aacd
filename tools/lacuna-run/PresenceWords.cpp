// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "PresenceWords.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lacuna::run {
namespace {

using Source = InterfaceMap::Presence::Source;

// The memory that holds presence words: the push constants, or a buffer.
struct Place {
  Source source = Source::kPushConstant;
  uint32_t set = 0, binding = 0;
};

bool operator<(const Place& a, const Place& b) {
  return std::tie(a.source, a.set, a.binding) < std::tie(b.source, b.set, b.binding);
}

struct Owner {
  uint32_t set = 0, binding = 0, element = 0;
};

// What goes into one place.
struct Table {
  std::map<uint64_t, uint32_t> words;  // by byte offset
  std::map<uint64_t, Owner> owners;    // by bit, counted from byte 0 of the place
};

class Writer {
 public:
  Writer(const RunDescription& description, Plan* plan, Failure* failure)
      : description_(description), plan_(plan), failure_(failure) {}

  bool Collect(const InterfaceMap::Presence& presence) {
    const uint64_t end = uint64_t{presence.offset} + uint64_t{presence.words} * 4;
    if (end > RunDescription::kMaxBufferSize) {
      return failure_->Error("the interface map's presence words end at byte " + std::to_string(end) +
                             ", which is out of bounds");
    }
    Place place = {presence.source, 0, 0};
    if (presence.source != Source::kPushConstant) place = {presence.source, presence.set, presence.binding};
    Table& table = tables_[place];
    for (uint32_t w = 0; w < presence.words; ++w) table.words[uint64_t{presence.offset} + uint64_t{w} * 4] |= 0;
    for (const InterfaceMap::PresenceBits& bits : presence.bits) {
      if (uint64_t{bits.first} + bits.count > uint64_t{presence.words} * 32) {
        return failure_->Error("the interface map gives " + BindingName(bits.set, bits.binding) +
                               " presence bits past its last presence word");
      }
      for (uint32_t i = 0; i < bits.count; ++i) {
        if (!AddBit(presence.offset, bits.first + i, {bits.set, bits.binding, i}, &table)) return false;
      }
    }
    return true;
  }

  bool Write() {
    for (const auto& item : tables_) {
      if (item.first.source == Source::kPushConstant) {
        WriteWords(item.second, 0, &plan_->push_constants);
      } else if (!WriteBuffer(item.first, item.second)) {
        return false;
      }
    }
    return true;
  }

 private:
  bool AddBit(uint32_t offset, uint32_t bit, const Owner& owner, Table* table) {
    const auto added = table->owners.emplace(uint64_t{offset} * 8 + bit, owner);
    const Owner& other = added.first->second;
    if (std::tie(other.set, other.binding, other.element) != std::tie(owner.set, owner.binding, owner.element)) {
      return failure_->Error("the interface maps give one presence bit to " +
                             ElementName(other.set, other.binding, other.element) + " and to " +
                             ElementName(owner.set, owner.binding, owner.element));
    }
    if (IsPresent(owner)) table->words[uint64_t{offset} + bit / 32 * 4] |= uint32_t{1} << bit % 32;
    return true;
  }

  // Whether the element is described and not null. An empty piece of a segmented
  // buffer is null too.
  bool IsPresent(const Owner& owner) const {
    for (const PlannedBinding& binding : plan_->bindings) {
      if (binding.set != owner.set || binding.binding != owner.binding) continue;
      if (owner.element >= binding.descriptors.size()) return false;
      const PlannedDescriptor& descriptor = binding.descriptors[owner.element];
      return !descriptor.null && !descriptor.stand_in;
    }
    return false;
  }

  static uint64_t EndOf(const Table& table) { return table.words.empty() ? 0 : table.words.rbegin()->first + 4; }

  static void WriteWords(const Table& table, uint64_t base, std::vector<uint8_t>* target) {
    target->resize(std::max<uint64_t>(target->size(), base + EndOf(table)), 0);
    for (const auto& word : table.words) {
      for (uint32_t b = 0; b < 4; ++b) {
        (*target)[base + word.first + b] = static_cast<uint8_t>(word.second >> (8 * b));
      }
    }
  }

  // The words go into the buffer that the description gives at that binding, or
  // into one of their own.
  bool WriteBuffer(const Place& place, const Table& table) {
    const std::string name = BindingName(place.set, place.binding);
    for (PlannedBinding& binding : plan_->bindings) {
      if (binding.set != place.set || binding.binding != place.binding) continue;
      PlannedDescriptor& descriptor = binding.descriptors[0];
      if (descriptor.null || descriptor.stand_in || descriptor.range < EndOf(table)) {
        return failure_->Error("the interface map wants presence words in " + name +
                               ", where the description has no buffer long enough; leave it out to have one made");
      }
      WriteWords(table, descriptor.offset, &descriptor.contents);
      return true;
    }
    PlannedBinding binding;
    binding.set = place.set;
    binding.binding = place.binding;
    binding.kind =
        place.source == Source::kUniformBuffer ? DescriptorKind::kUniformBuffer : DescriptorKind::kStorageBuffer;
    binding.described = false;
    PlannedDescriptor descriptor;
    WriteWords(table, 0, &descriptor.contents);
    // A uniform buffer is read in blocks of 16 bytes by its layout rules.
    descriptor.contents.resize(std::max<size_t>((descriptor.contents.size() + 15) / 16 * 16, 16), 0);
    descriptor.range = descriptor.contents.size();
    binding.descriptors.push_back(std::move(descriptor));
    const auto at = std::find_if(plan_->bindings.begin(), plan_->bindings.end(), [&](const PlannedBinding& other) {
      return other.set != binding.set ? other.set > binding.set : other.binding > binding.binding;
    });
    plan_->bindings.insert(at, std::move(binding));
    return true;
  }

  const RunDescription& description_;
  Plan* plan_;
  Failure* failure_;
  std::map<Place, Table> tables_;
};

}  // namespace

bool AddPresenceWords(const RunDescription& description, const std::vector<const InterfaceMap*>& maps, Plan* plan,
                      Failure* failure) {
  Writer writer(description, plan, failure);
  for (const InterfaceMap* map : maps) {
    if (map->presence && !writer.Collect(*map->presence)) return false;
  }
  return writer.Write();
}

}  // namespace lacuna::run
