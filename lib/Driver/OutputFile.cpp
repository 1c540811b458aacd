// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Driver/OutputFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "Driver/Diagnostics.h"

namespace lacuna {

namespace {

constexpr mode_t kPermissions = 07777;

bool WriteAll(int descriptor, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t written = write(descriptor, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    contents.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// Where `path` leads to through symbolic links, also when nothing is there yet.
std::string Resolve(std::string path) {
  constexpr int kMaxLinks = 40;
  for (int i = 0; i < kMaxLinks; ++i) {
    char link[4096];
    const ssize_t length = readlink(path.c_str(), link, sizeof(link));
    if (length <= 0 || length == sizeof(link)) break;
    std::string next(link, static_cast<size_t>(length));
    if (next.front() != '/') next.insert(0, path.substr(0, path.rfind('/') + 1));
    path = std::move(next);
  }
  return path;
}

// Whether `path` is a name of standard output, such as /dev/stdout, that leads to
// `file`. Then it is written as a stream: renaming over a file that the shell
// redirects into would lose what others write there.
bool IsStandardOutput(const std::string& path, const struct stat& file) {
  struct stat standard_output;
  return (path.rfind("/dev/", 0) == 0 || path.rfind("/proc/", 0) == 0) && fstat(STDOUT_FILENO, &standard_output) == 0 &&
         file.st_dev == standard_output.st_dev && file.st_ino == standard_output.st_ino;
}

mode_t DefaultPermissions() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

bool OutputFile::Fail(const char* what) const {
  PrintError(OutputName(path_), {}, std::string(what) + ": " + std::strerror(errno));
  return false;
}

bool OutputFile::Prepare(std::string_view contents) {
  contents_ = contents;
  to_standard_output_ = path_ == "-";
  if (to_standard_output_) return true;
  // What a name such as /dev/stdout leads to may have no name of its own, so
  // that is asked of the path as given.
  struct stat existing;
  const bool exists = stat(path_.c_str(), &existing) == 0;
  if (exists && S_ISDIR(existing.st_mode)) {
    errno = EISDIR;
    return Fail("cannot be written");
  }
  if (exists && IsStandardOutput(path_, existing)) {
    to_standard_output_ = true;
    return true;
  }
  if (exists && !S_ISREG(existing.st_mode)) return true;
  target_ = Resolve(path_);
  struct stat resolved;
  if (exists && (stat(target_.c_str(), &resolved) != 0 || resolved.st_dev != existing.st_dev ||
                 resolved.st_ino != existing.st_ino)) {
    return true;  // an open file reached through /dev or /proc
  }
  if (exists && access(target_.c_str(), W_OK) != 0) return Fail("cannot be written");

  std::string temporary = target_.substr(0, target_.rfind('/') + 1) + ".lacuna-XXXXXX";
  const int descriptor = mkstemp(temporary.data());
  if (descriptor < 0) {
    // The folder takes no new files; a file that is there can still be written.
    if (exists) return true;
    return Fail("cannot be written");
  }
  temporary_ = temporary;
  if (exists && fchown(descriptor, existing.st_uid, existing.st_gid) != 0) {
    // Only root may give files away; the permissions below still hold.
  }
  const bool written = WriteAll(descriptor, contents_) &&
                       fchmod(descriptor, exists ? existing.st_mode & kPermissions : DefaultPermissions()) == 0;
  const int error = errno;
  if (close(descriptor) != 0 && written) return Fail("cannot be written");
  errno = error;
  return written || Fail("cannot be written");
}

bool OutputFile::WriteInPlace() const {
  if (to_standard_output_) return WriteAll(STDOUT_FILENO, contents_);
  const int descriptor = open(path_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool written = WriteAll(descriptor, contents_);
  const int error = errno;
  if (close(descriptor) != 0 && written) return false;
  errno = error;
  return written;
}

bool OutputFile::Commit() {
  if (temporary_.empty()) return WriteInPlace() || Fail("cannot be written");
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) return Fail("cannot be replaced");
  temporary_.clear();
  return true;
}

}  // namespace lacuna
