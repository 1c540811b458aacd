// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Options.h"

#include "Files.h"
#include "Numbers.h"

namespace lacuna::run {
namespace {

constexpr char kHelp[] = R"(usage: lacuna-run [options] <module>
       lacuna-run --compare [options] <module-a> <module-b>

Executes a SPIR-V compute shader (binary or assembly text, - is standard input)
on Vulkan and prints what its storage buffers hold afterwards. With --compare,
runs both modules on equal contents and prints the first difference.

What is bound:
  --run=<file.json>          a run description; options below override its parts
  --resources=<text>         '<set>.<binding>=<kind>:<element>;<element> ...'
                             kind: storage-buffer, uniform-buffer
                             element: null, or size=<bytes>,offset=,range=,fill=
                             fill: zero, u32:<value>, count[:<first>],
                             random:<seed>, hex:<bytes>, repeat:<bytes>
                             <element>*<n> repeats an element
  --push=<hex>               push constants, bytes in memory order
  --groups=<x,y,z>           workgroups (default 1,1,1)
  --entry=<name>             entry point (default: the only compute entry point)
  --spec=<id>:<value>        a spec constant; may be given several times
  --map=<file.json>          the interface map of the rewritten module: fills in
                             the presence words and says what a stand-in may be.
                             With --compare it belongs to the second module.

Null elements:
  --null=native|stand-in     a null descriptor (needs nullDescriptor), or a
                             buffer of poison. Default: native; with --compare
                             native for the first module, stand-in for the second
  --null-a= --null-b=        the same for one module of --compare
  --stand-in-range=<bytes>   range of a stand-in. Default: 1 where the map bounds
                             it, else 256
  --allow-stand-in-writes    changed stand-in memory is not reported

How to run:
  --device=<text>            the first device with that text in its name
                             (default: a CPU device if there is one)
  --robust, --robust-a       turn robustBufferAccess (and 2) on; -a: only for the
                             first module of --compare
  --timeout=<seconds>        default 20
  --validate                 turn the Khronos validation layer on
  --no-spirv-val             do not check the module before it runs: an invalid one may
                             crash the driver

Output:
  --dump=text|json           form of the dump (default text)
  --expect=<dump file>       print the first difference from it, not the dump
  --verbose                  say on stderr what is done
  --help                     print this text

Exit status: 0 as asked; 1 an error, or a difference; 2 a stand-in's memory was
changed; 3 the device or this tool does not support the run.
)";

bool ParseNullMode(const std::string& value, NullMode* mode) {
  if (value == "native")
    *mode = NullMode::kNative;
  else if (value == "stand-in")
    *mode = NullMode::kStandIn;
  else
    return false;
  return true;
}

class Parser {
 public:
  Parser(Options* options, Failure* failure) : options_(options), failure_(failure) {}

  bool Parse(int argc, char** argv) {
    // The description file comes first wherever it stands, so that every other
    // option overrides it.
    for (int i = 1; i < argc; ++i) {
      const std::string argument = argv[i];
      if (argument.rfind("--run=", 0) == 0 && !ReadDescription(argument.substr(6))) return false;
    }
    for (int i = 1; i < argc; ++i) {
      const std::string argument = argv[i];
      if (argument.size() < 2 || argument[0] != '-') {
        options_->modules.push_back(argument);
      } else if (!ParseOption(argument)) {
        return false;
      }
    }
    return options_->help || Finish();
  }

 private:
  bool ReadDescription(const std::string& path) {
    if (has_file_) return failure_->Error("--run= is given twice");
    has_file_ = true;
    std::string text, error;
    if (!ReadFile(path, &text, failure_)) return false;
    if (!ParseRunDescription(text, &options_->description, &error)) return failure_->Error("'" + path + "': " + error);
    // A map's path is relative to the description that names it.
    std::string& map = options_->description.map_file;
    const size_t slash = path.rfind('/');
    if (!map.empty() && map[0] != '/' && slash != std::string::npos) map = path.substr(0, slash + 1) + map;
    return true;
  }

  bool ParseOption(const std::string& argument) {
    const size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    if (equals != std::string::npos) return ParseValue(name, argument.substr(equals + 1));
    if (name == "--help" || name == "-h")
      options_->help = true;
    else if (name == "--compare")
      options_->compare = true;
    else if (name == "--robust")
      options_->robust[0] = options_->robust[1] = true;
    else if (name == "--robust-a")
      options_->robust[0] = true;
    else if (name == "--allow-stand-in-writes")
      options_->allow_stand_in_writes = true;
    else if (name == "--no-spirv-val")
      options_->check_module = false;
    else if (name == "--validate")
      options_->validate = true;
    else if (name == "--verbose")
      options_->verbose = true;
    else
      return failure_->Error("unknown option '" + argument + "', or it lacks its =<value>; see --help");
    return true;
  }

  bool ParseValue(const std::string& name, const std::string& value) {
    RunDescription& description = options_->description;
    std::string error;
    uint64_t number = 0;
    bool good = true;
    if (name == "--run") {
      // Read already.
    } else if (name == "--resources") {
      good = ParseResources(value, &description, &error);
    } else if (name == "--push") {
      good = ParseHexBytes(value, &description.push_constants, &error);
    } else if (name == "--groups") {
      good = ParseGroups(value, &description.groups, &error);
    } else if (name == "--spec") {
      good = ParseSpecConstant(value, &description, &error);
    } else if (name == "--entry") {
      description.entry_point = value;
    } else if (name == "--map") {
      description.map_file = value;
    } else if (name == "--null" || name == "--null-a" || name == "--null-b") {
      good = ParseNullMode(value, &options_->null_mode[name == "--null-b" ? 1 : 0]);
      if (name == "--null") options_->null_mode[1] = options_->null_mode[0];
      error = "it is native or stand-in";
    } else if (name == "--stand-in-range") {
      good = ParseNumber(value, RunDescription::kMaxBufferSize / 2, &number) && number > 0;
      options_->stand_in_range = number;
      error = "it is a number of bytes from 1 on";
    } else if (name == "--timeout") {
      good = ParseNumber(value, 86400, &number) && number > 0;
      options_->timeout_s = static_cast<uint32_t>(number);
      error = "it is a number of seconds, 1 to 86400";
    } else if (name == "--dump") {
      good = value == "text" || value == "json";
      options_->json = value == "json";
      error = "it is text or json";
    } else if (name == "--expect") {
      options_->expect_file = value;
    } else if (name == "--device") {
      options_->device = value;
    } else {
      return failure_->Error("unknown option '" + name + "', or it takes no value; see --help");
    }
    return good || failure_->Error(name + "=" + value + ": " + error);
  }

  bool Finish() {
    const size_t wanted = options_->compare ? 2 : 1;
    if (options_->modules.size() != wanted) {
      return failure_->Error((options_->compare ? "--compare takes two modules, " : "one module is needed, ") +
                             std::to_string(options_->modules.size()) + " given; see --help");
    }
    if (options_->compare && !options_->expect_file.empty()) {
      return failure_->Error("--compare and --expect= exclude each other");
    }
    if (options_->compare && options_->modules[0] == "-" && options_->modules[1] == "-") {
      return failure_->Error("only one of the two modules can come from standard input");
    }
    std::string error;
    return CheckRunDescription(&options_->description, &error) || failure_->Error("resources: " + error);
  }

  Options* options_;
  Failure* failure_;
  bool has_file_ = false;
};

}  // namespace

const char* HelpText() { return kHelp; }

bool ParseOptions(int argc, char** argv, Options* options, Failure* failure) {
  return Parser(options, failure).Parse(argc, argv);
}

}  // namespace lacuna::run
