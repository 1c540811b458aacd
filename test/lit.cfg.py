# Configuration of the lit tests. Run them with CTest, or one by one with
#
#   lit -sv build/release/test/Transforms/EmulateNullDescriptors
#
# on the build's test folder, where CMake wrote lit.site.cfg.py. See docs/Testing.md.
import glob
import os
import shutil

import lit.formats

if not hasattr(config, "lacuna_build_dir"):
    lit_config.fatal("run lit on the test folder of a build, such as build/release/test, not on the source folder")

config.name = "Lacuna"
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.suffixes = [
    ".spvasm", ".test",
    ".comp", ".vert", ".tesc", ".tese", ".geom", ".frag", ".mesh", ".task",
    ".rgen", ".rint", ".rahit", ".rchit", ".rmiss", ".rcall",
]
config.excludes = ["Inputs", "Unit"]

# Our spirv-opt comes first, then the stock one under another name, then the
# assembler, disassembler and validator of the same SPIRV-Tools.
path = [
    config.lacuna_bin_dir,
    config.lacuna_test_tools_dir,
    config.spirv_tools_bin_dir,
    config.llvm_bin_dir,
    os.environ.get("PATH", os.defpath),
]
config.environment["PATH"] = os.pathsep.join(path)

# A test that cannot run must not look like one that passed, so a missing tool
# stops the whole run.
required_tools = {
    "spirv-opt": "Lacuna's own build",
    "lacuna-reflect": "Lacuna's own build",
    "reflection-mutants": "Lacuna's own build",
    "stock-spirv-opt": "the SPIRV-Tools build in the cache",
    "spirv-as": "the SPIRV-Tools build in the cache",
    "spirv-dis": "the SPIRV-Tools build in the cache",
    "spirv-val": "the SPIRV-Tools build in the cache",
    "FileCheck": "the package llvm-14-tools",
    "not": "the package llvm-14-tools",
    "count": "the package llvm-14-tools",
    "glslangValidator": "the package glslang-tools",
    "cmp": "the package diffutils",
    "spirv-cross": "the package spirv-cross",
    "clang": "the package clang",
}
if config.has_runner:
    required_tools["lacuna-run"] = "Lacuna's own build"
for tool, origin in required_tools.items():
    if shutil.which(tool, path=config.environment["PATH"]) is None:
        lit_config.fatal("the tests need the program %s, which comes from %s; it is not in %s"
                         % (tool, origin, config.environment["PATH"]))

# Vulkan: always the CPU driver, so that a machine with a GPU gives the same
# results. LACUNA_VK_ICD names another driver's JSON file.
if config.has_runner:
    icd = os.environ.get("LACUNA_VK_ICD")
    if icd is None:
        candidates = sorted(
            glob.glob("/usr/share/vulkan/icd.d/lvp_icd*.json") + glob.glob("/etc/vulkan/icd.d/lvp_icd*.json"))
        if not candidates:
            lit_config.fatal("the execution tests need the Vulkan driver lavapipe, which comes from the package "
                             "mesa-vulkan-drivers; or name another driver in the environment variable LACUNA_VK_ICD")
        icd = candidates[0]
    elif not os.path.isfile(icd):
        lit_config.fatal("LACUNA_VK_ICD=%s is not a file" % icd)
    config.environment["VK_DRIVER_FILES"] = icd
    config.environment["VK_ICD_FILENAMES"] = icd
    config.environment["MESA_SHADER_CACHE_DISABLE"] = "true"
    config.available_features.add("vulkan")

for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "CCACHE_DIR", "HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
if config.sanitize:
    config.available_features.add("sanitizers")
if os.path.isdir(os.path.join(config.lacuna_source_dir, "..", "shared", "corpus")):
    config.available_features.add("corpus")
if os.path.isdir(os.path.join(config.lacuna_source_dir, "..", "shared", "msl-cases")):
    config.available_features.add("shared-msl-cases")
if shutil.which("spirv-cross", path=config.environment["PATH"]):
    config.available_features.add("spirv-cross")


def quoted(text):
    return '"%s"' % text


sanitizer_flags = "-fsanitize=%s" % config.sanitize if config.sanitize else ""
# Configures a CMake project (-S, -B and its own options follow) with the
# toolchain and flags of this build, as a user of the installed library would.
configure_project = [
    quoted(config.cmake), "-G", quoted(config.cmake_generator),
    quoted("-DCMAKE_MAKE_PROGRAM=" + config.cmake_make_program),
    quoted("-DCMAKE_CXX_COMPILER=" + config.cxx_compiler),
    quoted("-DCMAKE_BUILD_TYPE=" + config.build_type),
    quoted("-DCMAKE_CXX_FLAGS=" + sanitizer_flags),
]
config.substitutions += [
    ("%configure_project", " ".join(configure_project)),
    ("%cxx", config.cxx_compiler),
    ("%cmake", quoted(config.cmake)),
    ("%python", quoted(config.python)),
    ("%inputs", os.path.join(config.test_source_root, "Inputs")),
    # What SPIRV-Cross prints for Metal: its types, and what it computes.
    ("%msl_check", quoted(config.python) + " " + os.path.join(config.lacuna_source_dir, "utils", "msl_check.py")),
    ("%msl_run", quoted(config.python) + " " + os.path.join(config.lacuna_source_dir, "utils", "msl_run.py")),
    ("%schema", os.path.join(config.lacuna_source_dir, "docs", "interface-map.schema.json")),
    # One case in so many is enough for an exhaustive test of a slow build.
    ("%stride", "16" if config.sanitize else "1"),
    ("%lacuna_source", config.lacuna_source_dir),
    ("%lacuna_build", config.lacuna_build_dir),
]
