// Copyright 2026 The Lacuna Authors
// SPDX-License-Identifier: Apache-2.0

#include "Options.h"

#include <algorithm>
#include <iterator>

#include "Files.h"
#include "Numbers.h"
#include "Support/BadOption.h"

namespace lacuna::run {
namespace {

constexpr char kHelp[] = R"(usage: lacuna-run [options] <module>
       lacuna-run --vertex=<module> --fragment=<module> [options]
       lacuna-run --compare [options] <module-a> <module-b>
       lacuna-run --batch=<file> [options]

Executes a SPIR-V compute shader, or draws with a graphics pipeline, on Vulkan and
prints what its storage buffers, storage images and colour target hold afterwards.
A module is binary or assembly text; - is standard input. With --compare, runs both
modules on equal contents and prints the first difference. docs/Running.md is the
manual.

What is bound:
  --run=<file.json>          a run description; options below override its parts
  --resources=<text>         '<set>.<binding>=<kind>:<element>;<element> ...'
                             kind: storage-buffer, uniform-buffer,
                             uniform-texel-buffer, storage-texel-buffer,
                             sampled-image, combined-image-sampler,
                             storage-image, sampler
                             element: null, or parts separated by commas:
                             buffers  size=<bytes>,offset=,range=,fill=
                             storage and texel buffers also
                             pieces=<bytes>/<bytes>/... (all but the last one)
                             texel buffers also format=,extent=<texels>
                             images   format=,dim=,extent=<w>x<h>x<d>,levels=,
                             layers=,samples=,fill=
                             samplers filter=,mip=,address=,border=,compare=
                             fill: zero, u32:<value>, count[:<first>],
                             random:<seed>, hex:<bytes>, repeat:<bytes>,
                             texel:<number>[/<number>...], ramp[:<first>]
                             <element>*<n> repeats an element
  --push=<hex>               push constants, bytes in memory order
  --groups=<x,y,z>           workgroups (default 1,1,1)
  --entry=<name>             entry point (default: the only one of the stage)
  --spec=<id>:<value>        a spec constant; may be given several times
  --map=<file.json>          an interface map of the rewritten module: fills in
                             the presence words and says what a stand-in may be.
                             May be given several times, once for each stage.
                             With --compare it belongs to the second module.

Graphics:
  --vertex=, --tessellation-control=, --tessellation-evaluation=, --geometry=,
  --fragment=<module>        the stages. With --compare a stage given twice has
                             the second module in the second pipeline.
  --topology=<text>          points, triangles (default) or patches:<points>
  --vertices=<n>             how many are drawn (default 3)
  --target=<format>:<w>x<h>  the colour target (default rgba32f:8x8)

  --suggest-resources, --suggest-resources=<bytes>[,<fill>]
                             run nothing: print options that describe resources on
                             which the modules can run, with buffers of that size
                             (default 4096) and fill (default zero)

Null elements:
  --null=native|stand-in|absent
                             a null descriptor (needs nullDescriptor), a buffer
                             or image of poison, or on the CPU something that
                             must not be touched. Default: native; with
                             --compare native for the first module, stand-in for
                             the second
  --null-a= --null-b=        the same for one module of --compare
  --stand-in-range=<bytes>   range of a stand-in buffer. Default: 1 where the map
                             bounds it, else 256
  --allow-stand-in-writes    changed stand-in memory is not reported

Segmented buffers (pieces=<bytes>/<bytes>/... in an element):
  --pieces=cut|whole         bind each piece as a descriptor of its own, or the
                             buffer whole. Default: cut; with --compare whole for
                             the first module, cut for the second
  --pieces-a= --pieces-b=    the same for one module of --compare

How to run:
  --on=cpu|vulkan|both       what executes the module: the interpreter, which reports
                             accesses that no correct module makes; a device
                             (default); or both, whose results are compared
  --max-faults=<n>           the interpreter goes on after a fault until there are
                             so many (default 1)
  --max-steps=<n>            instructions that the interpreter executes (default
                             4294967296)
  --max-memory=<bytes>       for the interpreter's values (default 1073741824)
  --find-data-races          the interpreter also looks for data races inside of
                             workgroups
  --order=forward|reverse    the interpreter runs the first or the last workgroup
                             and invocation first. Default: forward; reverse with
                             --on=both, so that results that depend on the order
                             differ from a device's
  --device=<text>            the first device with that text in its name
                             (default: a CPU device if there is one)
  --robust, --robust-a       turn robustBufferAccess (and 2) on; -a: only for the
                             first module of --compare
  --timeout=<seconds>        default 20
  --validate                 turn the Khronos validation layer on
  --no-spirv-val             do not check the module before it runs: an invalid one may
                             crash the driver
  --ignore-missing-features  run a module although the device does not offer what its
                             capabilities ask for; some drivers do more than they say
  --batch=<file>             run every line of the file as a command line, in one
                             process on one device

Output:
  --dump=text|json           form of the dump (default text)
  --output=<file>            write the dump there
  --expect=<dump file>       print the first difference from it, not the dump
  --verbose                  say on stderr what is done
  --version                  print the versions of Lacuna and SPIRV-Tools
  --help                     print this text

Exit status: 0 as asked; 1 an error, or a difference; 2 a stand-in's memory was
changed; 3 the device or this tool does not support the run; 4 a fault on the CPU.
)";

bool ParseNullMode(const std::string& value, NullMode* mode) {
  if (value == "native")
    *mode = NullMode::kNative;
  else if (value == "stand-in")
    *mode = NullMode::kStandIn;
  else if (value == "absent")
    *mode = NullMode::kAbsent;
  else
    return false;
  return true;
}

class Parser {
 public:
  Parser(Options* options, Failure* failure) : options_(options), failure_(failure) {}

  bool Parse(const std::vector<std::string>& arguments) {
    // The description file comes first wherever it stands, so that every other
    // option overrides it.
    for (const std::string& argument : arguments) {
      if (argument.rfind("--run=", 0) == 0 && !ReadDescription(argument.substr(6))) return false;
    }
    for (const std::string& argument : arguments) {
      if (argument.size() < 2 || argument[0] != '-') {
        modules_.push_back(argument);
      } else if (!ParseOption(argument)) {
        return false;
      }
    }
    return options_->help || options_->version || Finish();
  }

 private:
  bool ReadDescription(const std::string& path) {
    if (has_file_) return failure_->Error("--run= is given twice");
    has_file_ = true;
    std::string text, error;
    if (!ReadFile(path, &text, failure_)) return false;
    if (!ParseRunDescription(text, &options_->description, &error)) return failure_->Error("'" + path + "': " + error);
    // A map's path is relative to the description that names it.
    const size_t slash = path.rfind('/');
    for (std::string& map : options_->description.map_files) {
      if (!map.empty() && map[0] != '/' && slash != std::string::npos) map = path.substr(0, slash + 1) + map;
    }
    return true;
  }

  bool ParseOption(const std::string& argument) {
    const size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    if (equals != std::string::npos) return ParseValue(name, argument.substr(equals + 1));
    if (name == "--help" || name == "-h")
      options_->help = true;
    else if (name == "--version")
      options_->version = true;
    else if (name == "--compare")
      options_->compare = true;
    else if (name == "--robust")
      options_->robust[0] = options_->robust[1] = true;
    else if (name == "--robust-a")
      options_->robust[0] = true;
    else if (name == "--suggest-resources")
      options_->suggest = true;
    else if (name == "--find-data-races")
      options_->cpu.find_data_races = true;
    else if (name == "--allow-stand-in-writes")
      options_->allow_stand_in_writes = true;
    else if (name == "--no-spirv-val")
      options_->check_module = false;
    else if (name == "--ignore-missing-features")
      options_->ignore_missing_features = true;
    else if (name == "--validate")
      options_->validate = true;
    else if (name == "--verbose")
      options_->verbose = true;
    else
      return failure_->Error(BadOptionText(argument, kHelp));
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
      // Those on the command line replace those of the description.
      if (!has_map_) description.map_files.clear();
      has_map_ = true;
      description.map_files.push_back(value);
    } else if (name == "--topology") {
      good = ParseTopology(value, &description.graphics, &error);
    } else if (name == "--target") {
      good = ParseTarget(value, &description.graphics, &error);
    } else if (name == "--vertices") {
      good = ParseNumber(value, UINT32_MAX, &number);
      description.graphics.vertices = static_cast<uint32_t>(number);
      error = "it is a number of vertices";
    } else if (name == "--on") {
      good = value == "vulkan" || value == "cpu" || value == "both";
      options_->on_cpu = value != "vulkan";
      options_->on_vulkan = value != "cpu";
      error = "it is cpu, vulkan or both";
    } else if (name == "--order") {
      good = value == "forward" || value == "reverse";
      options_->cpu.reverse = value == "reverse";
      has_order_ = true;
      error = "it is forward or reverse";
    } else if (name == "--suggest-resources") {
      const size_t comma = value.find(',');
      options_->suggest = true;
      good = ParseNumber(value.substr(0, comma), RunDescription::kMaxBufferSize, &options_->suggested_bytes) &&
             options_->suggested_bytes > 0;
      error = "it is the bytes of a buffer, and a fill behind a comma";
      if (good && comma != std::string::npos) {
        good = ParseFillPattern(value.substr(comma + 1), &options_->suggested_fill, &error);
      }
    } else if (name == "--max-steps") {
      good = ParseNumber(value, UINT64_MAX / 2, &options_->cpu.max_steps) && options_->cpu.max_steps > 0;
      error = "it is a number of instructions from 1 on";
    } else if (name == "--max-faults") {
      good = ParseNumber(value, 1000000, &number) && number > 0;
      options_->cpu.max_faults = static_cast<uint32_t>(number);
      error = "it is a number from 1 to 1000000";
    } else if (name == "--max-memory") {
      good = ParseNumber(value, uint64_t{1} << 36, &options_->cpu.max_memory) && options_->cpu.max_memory > 0;
      error = "it is a number of bytes from 1 on";
    } else if (name == "--batch") {
      options_->batch_file = value;
    } else if (name == "--output") {
      options_->output_file = value;
    } else if (const std::optional<Stage> stage = StageOf(name)) {
      stage_files_[static_cast<size_t>(*stage)].push_back(value);
    } else if (name == "--null" || name == "--null-a" || name == "--null-b") {
      good = ParseNullMode(value, &options_->null_mode[name == "--null-b" ? 1 : 0]);
      if (name == "--null") options_->null_mode[1] = options_->null_mode[0];
      error = "it is native, stand-in or absent";
    } else if (name == "--pieces" || name == "--pieces-a" || name == "--pieces-b") {
      good = value == "whole" || value == "cut";
      const PieceMode mode = value == "whole" ? PieceMode::kWhole : PieceMode::kCut;
      if (name != "--pieces-b") options_->piece_mode[0] = mode;
      if (name != "--pieces-a") options_->piece_mode[1] = mode;
      has_pieces_ |= name != "--pieces-b";
      error = "it is whole or cut";
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
      return failure_->Error(BadOptionText(name + "=" + value, kHelp));
    }
    return good || failure_->Error(name + "=" + value + ": " + error);
  }

  // The stage that an option as --vertex= gives a module for.
  static std::optional<Stage> StageOf(const std::string& name) {
    for (size_t i = 0; i < kStageCount; ++i) {
      const Stage stage = static_cast<Stage>(i);
      if (stage != Stage::kCompute && name == "--" + std::string(StageName(stage))) return stage;
    }
    return std::nullopt;
  }

  bool Finish() {
    if (options_->compare && !options_->expect_file.empty()) {
      return failure_->Error("--compare and --expect= exclude each other");
    }
    std::string error;
    // The first module of a comparison is the original one.
    if (options_->compare && !has_pieces_) options_->piece_mode[0] = PieceMode::kWhole;
    // Devices mostly run what comes first first.
    if (!has_order_) options_->cpu.reverse = options_->on_cpu && options_->on_vulkan;
    for (NullMode mode : options_->null_mode) {
      if (mode != NullMode::kAbsent || !options_->on_vulkan) continue;
      return failure_->Error("--null=absent is for the interpreter alone; add --on=cpu");
    }
    if (!CheckRunDescription(&options_->description, &error)) return failure_->Error("resources: " + error);
    const bool graphics = std::any_of(std::begin(stage_files_), std::end(stage_files_),
                                      [](const std::vector<std::string>& files) { return !files.empty(); });
    if (!options_->batch_file.empty()) {
      if (graphics || !modules_.empty()) return failure_->Error("the modules of --batch= stand in its file");
      return true;
    }
    return (graphics ? FinishGraphics() : FinishCompute()) && CheckStandardInput();
  }

  bool FinishCompute() {
    const size_t wanted = options_->compare ? 2 : 1;
    if (modules_.size() != wanted) {
      return failure_->Error((options_->compare ? "--compare takes two modules, " : "one module is needed, ") +
                             std::to_string(modules_.size()) + " given; see --help");
    }
    for (const std::string& module : modules_) options_->programs.push_back({{Stage::kCompute, module}});
    return true;
  }

  bool FinishGraphics() {
    if (!modules_.empty()) {
      return failure_->Error("'" + modules_[0] + "' is a module for no stage, but there is a graphics pipeline");
    }
    const size_t programs = options_->compare ? 2 : 1;
    const auto has = [this](Stage stage) { return !stage_files_[static_cast<size_t>(stage)].empty(); };
    if (!has(Stage::kVertex)) return failure_->Error("a graphics pipeline needs --vertex=<module>");
    if (has(Stage::kTessellationControl) != has(Stage::kTessellationEvaluation)) {
      return failure_->Error("--tessellation-control= and --tessellation-evaluation= go together");
    }
    GraphicsState& graphics = options_->description.graphics;
    const bool patches = graphics.topology == GraphicsState::Topology::kPatches;
    if (patches != has(Stage::kTessellationControl)) {
      return failure_->Error("tessellation and --topology=patches:<points> go together");
    }
    for (size_t p = 0; p < programs; ++p) {
      options_->programs.emplace_back();
      for (size_t i = 0; i < kStageCount; ++i) {
        const std::vector<std::string>& files = stage_files_[i];
        if (files.empty()) continue;
        if (files.size() > programs) {
          return failure_->Error(std::string("--") + StageName(static_cast<Stage>(i)) + "= is given " +
                                 std::to_string(files.size()) + " times");
        }
        options_->programs[p].push_back({static_cast<Stage>(i), files[std::min(p, files.size() - 1)]});
      }
    }
    return true;
  }

  bool CheckStandardInput() {
    int count = 0;
    for (const auto& program : options_->programs) {
      for (const ShaderFile& file : program) count += file.path == "-";
    }
    return count < 2 || failure_->Error("only one module can come from standard input");
  }

  Options* options_;
  Failure* failure_;
  bool has_file_ = false, has_map_ = false, has_pieces_ = false, has_order_ = false;
  std::vector<std::string> modules_;
  std::vector<std::string> stage_files_[kStageCount];
};

}  // namespace

const char* HelpText() { return kHelp; }

bool ParseOptions(const std::vector<std::string>& arguments, Options* options, Failure* failure) {
  return Parser(options, failure).Parse(arguments);
}

}  // namespace lacuna::run
