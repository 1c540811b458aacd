# Provides SPIRV-Tools with its internal headers (source/opt/**), which no
# package ships, as the targets
#
#   lacuna_spirv_tools      public API: libSPIRV-Tools and libSPIRV-Tools-opt
#   lacuna_spirv_internals  the same plus the include paths of source/** and of
#                           the headers that SPIRV-Tools' own build generates
#
# and the variables LACUNA_SPIRV_TOOLS_BIN_DIR (spirv-as, -dis, -val and the
# stock spirv-opt), LACUNA_SPIRV_TOOLS_SOURCE_DIR, LACUNA_SPIRV_HEADERS_SOURCE_DIR,
# LACUNA_SPIRV_TOOLS_BUILD_DIR and LACUNA_SPIRV_TOOLS_ARCHIVES (in link order).
#
# The source is LACUNA_SPIRV_TOOLS_DIR / LACUNA_SPIRV_HEADERS_DIR if given, else
# the pinned tarballs from Debian's archive. It is built at configure time in
# LACUNA_CACHE_DIR, outside this build folder, once per compiler and flavour, so
# that a clean rebuild of Lacuna does not pay for it again.

set(LACUNA_SPIRV_TOOLS_DIR "" CACHE PATH "SPIRV-Tools source tree, 2025.1 or newer (default: the pinned tarball)")
set(LACUNA_SPIRV_HEADERS_DIR "" CACHE PATH "SPIRV-Headers source tree that fits it (default: the pinned tarball)")
set(LACUNA_SPIRV_TOOLS_BUILD_TYPE "Release" CACHE STRING "Build type of SPIRV-Tools; Debug turns on its own consistency checks")
set(LACUNA_SPIRV_TOOLS_CXX_COMPILER "" CACHE STRING
  "C++ compiler for SPIRV-Tools (default: CMAKE_CXX_COMPILER); must have the same ABI and standard library")
set(LACUNA_SPIRV_TOOLS_C_COMPILER "" CACHE STRING "C compiler for SPIRV-Tools (default: CMAKE_C_COMPILER)")

set(LACUNA_SPIRV_TOOLS_VERSION "2025.1~rc1-1")
set(LACUNA_SPIRV_TOOLS_SHA256 "6895160d5a842552eda6412440747cbadddd47005957bc43bb03926162686777")
set(LACUNA_SPIRV_HEADERS_VERSION "1.6.1+1.4.309.0-1")
set(LACUNA_SPIRV_HEADERS_SHA256 "64ea06bf123c5c063a6be01dd45adec6a30cc0862000781ca18f9104693b722c")

# An environment variable that is set but empty counts as not set.
if(NOT "$ENV{LACUNA_CACHE_DIR}" STREQUAL "")
  set(default_cache "$ENV{LACUNA_CACHE_DIR}")
elseif(NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
  set(default_cache "$ENV{XDG_CACHE_HOME}/lacuna")
elseif(NOT "$ENV{HOME}" STREQUAL "")
  set(default_cache "$ENV{HOME}/.cache/lacuna")
else()
  set(default_cache "${PROJECT_SOURCE_DIR}/.cache/lacuna")
endif()
set(LACUNA_CACHE_DIR "${default_cache}" CACHE PATH "Where the SPIRV-Tools tarballs, sources and builds are kept")

# Two build folders may be configured at once; only one fills the cache. The
# lock goes when this CMake process ends, however it ends.
file(MAKE_DIRECTORY "${LACUNA_CACHE_DIR}")
file(LOCK "${LACUNA_CACHE_DIR}/lock" GUARD PROCESS TIMEOUT 0 RESULT_VARIABLE lock_result)
if(NOT lock_result EQUAL 0)
  message(STATUS "Waiting for another configure run that uses ${LACUNA_CACHE_DIR}")
  file(LOCK "${LACUNA_CACHE_DIR}/lock" GUARD PROCESS TIMEOUT 3600)
endif()

# Obtains one pinned tarball and unpacks it. Sets OUT_VAR to the source folder.
function(lacuna_obtain_source out_var name package version sha256 alternative)
  set(source_dir "${LACUNA_CACHE_DIR}/src/${name}-${sha256}")
  if(NOT EXISTS "${source_dir}/CMakeLists.txt")
    set(tarball "${LACUNA_CACHE_DIR}/downloads/${name}-${sha256}.tar.gz")
    execute_process(
      COMMAND "${PROJECT_SOURCE_DIR}/cmake/fetch_debian_tarball.sh" ${package} ${version} ${sha256} "${tarball}"
      RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
      message(FATAL_ERROR
        "Lacuna needs the source of ${name} (Debian source package ${package} ${version}) and could not get it; "
        "the reason is above.\n"
        "Do one of these and configure again:\n"
        "  - make Debian's archive reachable (the download needs apt-get and a network, but no root);\n"
        "  - put the upstream tarball with SHA-256\n      ${sha256}\n    at\n      ${tarball}\n"
        "  - name a source tree of your own with -D${alternative}=<path>.")
    endif()
    message(STATUS "Unpacking ${name}")
    set(scratch "${source_dir}.unpack")
    file(REMOVE_RECURSE "${scratch}")
    file(ARCHIVE_EXTRACT INPUT "${tarball}" DESTINATION "${scratch}")
    file(GLOB inner LIST_DIRECTORIES true "${scratch}/*")
    list(GET inner 0 first)
    file(REMOVE_RECURSE "${source_dir}")
    file(RENAME "${first}" "${source_dir}")
    file(REMOVE_RECURSE "${scratch}")
  endif()
  set(${out_var} "${source_dir}" PARENT_SCOPE)
endfunction()

# Sets OUT_VAR to the absolute path of the tree named by the cache variable
# OPTION, or stops when FILE shows that it is something else.
function(lacuna_use_tree out_var option file)
  get_filename_component(dir "${${option}}" ABSOLUTE BASE_DIR "${CMAKE_BINARY_DIR}")
  if(NOT EXISTS "${dir}/${file}")
    message(FATAL_ERROR "${option}=${${option}} is not such a source tree: there is no ${dir}/${file}.")
  endif()
  set(${out_var} "${dir}" PARENT_SCOPE)
endfunction()

if(LACUNA_SPIRV_HEADERS_DIR)
  lacuna_use_tree(LACUNA_SPIRV_HEADERS_SOURCE_DIR LACUNA_SPIRV_HEADERS_DIR include/spirv/unified1/spirv.hpp11)
else()
  lacuna_obtain_source(LACUNA_SPIRV_HEADERS_SOURCE_DIR SPIRV-Headers spirv-headers
    ${LACUNA_SPIRV_HEADERS_VERSION} ${LACUNA_SPIRV_HEADERS_SHA256} LACUNA_SPIRV_HEADERS_DIR)
endif()
if(LACUNA_SPIRV_TOOLS_DIR)
  lacuna_use_tree(LACUNA_SPIRV_TOOLS_SOURCE_DIR LACUNA_SPIRV_TOOLS_DIR source/opt/pass.h)
else()
  lacuna_obtain_source(LACUNA_SPIRV_TOOLS_SOURCE_DIR SPIRV-Tools spirv-tools
    ${LACUNA_SPIRV_TOOLS_VERSION} ${LACUNA_SPIRV_TOOLS_SHA256} LACUNA_SPIRV_TOOLS_DIR)
endif()

# SPIRV-Tools states its version in its change log only.
set(LACUNA_SPIRV_TOOLS_DESCRIPTION "unknown")
if(EXISTS "${LACUNA_SPIRV_TOOLS_SOURCE_DIR}/CHANGES")
  file(STRINGS "${LACUNA_SPIRV_TOOLS_SOURCE_DIR}/CHANGES" release REGEX "^v20[0-9][0-9][.][0-9]+" LIMIT_COUNT 1)
  if(release MATCHES "^v(20[0-9][0-9][.][0-9]+)")
    set(LACUNA_SPIRV_TOOLS_DESCRIPTION "v${CMAKE_MATCH_1}")
    if(CMAKE_MATCH_1 VERSION_LESS 2025.1)
      message(FATAL_ERROR "${LACUNA_SPIRV_TOOLS_SOURCE_DIR} is SPIRV-Tools ${CMAKE_MATCH_1}; Lacuna needs 2025.1 or newer.")
    endif()
  endif()
endif()

set(spirv_tools_cxx "${CMAKE_CXX_COMPILER}")
set(spirv_tools_cc "${CMAKE_C_COMPILER}")
set(spirv_tools_cxx_version "${CMAKE_CXX_COMPILER_VERSION}")
if(LACUNA_SPIRV_TOOLS_CXX_COMPILER)
  find_program(spirv_tools_cxx_path NAMES "${LACUNA_SPIRV_TOOLS_CXX_COMPILER}" NO_CACHE REQUIRED)
  set(spirv_tools_cxx "${spirv_tools_cxx_path}")
  execute_process(COMMAND "${spirv_tools_cxx}" -dumpfullversion -dumpversion
    OUTPUT_VARIABLE spirv_tools_cxx_version OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()
if(LACUNA_SPIRV_TOOLS_C_COMPILER)
  find_program(spirv_tools_cc_path NAMES "${LACUNA_SPIRV_TOOLS_C_COMPILER}" NO_CACHE REQUIRED)
  set(spirv_tools_cc "${spirv_tools_cc_path}")
endif()

string(SHA256 flavour
  "${LACUNA_SPIRV_TOOLS_SOURCE_DIR};${LACUNA_SPIRV_HEADERS_SOURCE_DIR};${LACUNA_SPIRV_TOOLS_BUILD_TYPE};${spirv_tools_cxx};${spirv_tools_cxx_version}")
string(SUBSTRING "${flavour}" 0 12 flavour)
set(LACUNA_SPIRV_TOOLS_BUILD_DIR "${LACUNA_CACHE_DIR}/build/SPIRV-Tools-${LACUNA_SPIRV_TOOLS_BUILD_TYPE}-${flavour}")
# In the cache for the scripts in utils/.
set(LACUNA_SPIRV_TOOLS_BIN_DIR "${LACUNA_SPIRV_TOOLS_BUILD_DIR}/tools" CACHE INTERNAL "Where the SPIRV-Tools programs are")

# The stamp tells a finished configure run from one that was interrupted.
set(configured_stamp "${LACUNA_SPIRV_TOOLS_BUILD_DIR}/lacuna-configured")
if(NOT EXISTS "${configured_stamp}")
  set(launcher)
  if(LACUNA_CCACHE)
    set(launcher "-DCMAKE_CXX_COMPILER_LAUNCHER=${LACUNA_CCACHE}" "-DCMAKE_C_COMPILER_LAUNCHER=${LACUNA_CCACHE}")
  endif()
  message(STATUS "Configuring SPIRV-Tools in ${LACUNA_SPIRV_TOOLS_BUILD_DIR}")
  execute_process(
    # Not every release has every option.
    COMMAND "${CMAKE_COMMAND}" --no-warn-unused-cli -G "${CMAKE_GENERATOR}" -S "${LACUNA_SPIRV_TOOLS_SOURCE_DIR}"
      -B "${LACUNA_SPIRV_TOOLS_BUILD_DIR}"
      "-DCMAKE_BUILD_TYPE=${LACUNA_SPIRV_TOOLS_BUILD_TYPE}" "-DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM}"
      "-DCMAKE_CXX_COMPILER=${spirv_tools_cxx}" "-DCMAKE_C_COMPILER=${spirv_tools_cc}" ${launcher}
      "-DSPIRV-Headers_SOURCE_DIR=${LACUNA_SPIRV_HEADERS_SOURCE_DIR}"
      -DSPIRV_SKIP_TESTS=ON -DSPIRV_WERROR=OFF -DBUILD_SHARED_LIBS=OFF -DSPIRV_TOOLS_USE_MIMALLOC=OFF
    RESULT_VARIABLE result OUTPUT_QUIET)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "SPIRV-Tools in ${LACUNA_SPIRV_TOOLS_SOURCE_DIR} could not be configured; the reason is above.")
  endif()
  file(TOUCH "${configured_stamp}")
endif()

# Always asked, so that an edited LACUNA_SPIRV_TOOLS_DIR is picked up; a build
# that is up to date costs well under a second.
message(STATUS "Building SPIRV-Tools (the first time takes minutes; later it is only checked)")
execute_process(
  COMMAND "${CMAKE_COMMAND}" --build "${LACUNA_SPIRV_TOOLS_BUILD_DIR}"
    --target SPIRV-Tools-opt SPIRV-Tools-static spirv-as spirv-dis spirv-val spirv-opt
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "SPIRV-Tools did not build; the compiler's messages are above.")
endif()
file(LOCK "${LACUNA_CACHE_DIR}/lock" RELEASE)

set(LACUNA_SPIRV_TOOLS_ARCHIVES
  "${LACUNA_SPIRV_TOOLS_BUILD_DIR}/source/opt/libSPIRV-Tools-opt.a"
  "${LACUNA_SPIRV_TOOLS_BUILD_DIR}/source/libSPIRV-Tools.a")
find_package(Threads REQUIRED)

add_library(lacuna_spirv_tools INTERFACE)
target_include_directories(lacuna_spirv_tools SYSTEM INTERFACE
  "${LACUNA_SPIRV_TOOLS_SOURCE_DIR}/include" "${LACUNA_SPIRV_HEADERS_SOURCE_DIR}/include")
target_link_libraries(lacuna_spirv_tools INTERFACE ${LACUNA_SPIRV_TOOLS_ARCHIVES} Threads::Threads)

add_library(lacuna_spirv_internals INTERFACE)
target_include_directories(lacuna_spirv_internals SYSTEM INTERFACE
  "${LACUNA_SPIRV_TOOLS_SOURCE_DIR}" "${LACUNA_SPIRV_TOOLS_BUILD_DIR}")
target_link_libraries(lacuna_spirv_internals INTERFACE lacuna_spirv_tools)
