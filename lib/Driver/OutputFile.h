// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef LACUNA_DRIVER_OUTPUTFILE_H_
#define LACUNA_DRIVER_OUTPUTFILE_H_

#include <string>
#include <string_view>

namespace lacuna {

// A file that is written whole or not at all. Prepare() puts the contents into
// a temporary file beside it; Commit() gives that its name. Until then an
// existing file keeps its contents, and afterwards its permissions. A symbolic
// link stays one: what it points to is replaced. "-" is standard output, which,
// like devices and pipes, is written by Commit().
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // Both print why and return false on failure. `contents` must stay until
  // Commit() returns.
  bool Prepare(std::string_view contents);
  bool Commit();

 private:
  bool Fail(const char* what) const;
  bool WriteInPlace() const;

  std::string path_;       // as given
  std::string target_;     // without symbolic links
  std::string temporary_;  // empty when written in place
  bool to_standard_output_ = false;
  std::string_view contents_;
};

}  // namespace lacuna

#endif  // LACUNA_DRIVER_OUTPUTFILE_H_
