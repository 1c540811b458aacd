// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_DRIVER_REMARKYAML_H_
#define LACUNA_DRIVER_REMARKYAML_H_

#include <string>

#include "lacuna/Remark.h"

namespace lacuna {

// Collects remarks as a stream of YAML documents in the shape of LLVM's
// optimization records, which its viewers read. What was declined is !Failure.
class YamlRemarks : public RemarkSink {
 public:
  void Emit(const Remark& remark) override;

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace lacuna

#endif  // LACUNA_DRIVER_REMARKYAML_H_
