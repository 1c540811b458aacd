# `cmake --install`: the tools, the library with the SPIRV-Tools archives that it
# was built against, the public headers and a CMake package, so that
#
#   find_package(lacuna REQUIRED)
#   target_link_libraries(app PRIVATE lacuna::lacuna)
#
# is all a user needs. The prefix can be moved as a whole.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

foreach(tool spirv-opt lacuna-reflect lacuna-run)
  if(TARGET ${tool})
    install(TARGETS ${tool} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endif()
endforeach()

install(TARGETS lacuna EXPORT lacunaTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
# The very archives that Lacuna's passes were compiled for: SPIRV-Tools keeps no
# binary interface between releases.
install(FILES ${LACUNA_SPIRV_TOOLS_ARCHIVES} DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/lacuna" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${LACUNA_SPIRV_TOOLS_SOURCE_DIR}/include/spirv-tools" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
# For programs that read or write the tools' JSON.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/" DESTINATION "${CMAKE_INSTALL_DATADIR}/lacuna"
  FILES_MATCHING PATTERN "*.schema.json")
install(FILES "${LACUNA_SPIRV_TOOLS_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME LICENSE.SPIRV-Tools)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/lacuna")
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/lacunaConfig.cmake.in" "${PROJECT_BINARY_DIR}/cmake/lacunaConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
# Before 1.0 any minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/cmake/lacunaConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/cmake/lacunaConfig.cmake" "${PROJECT_BINARY_DIR}/cmake/lacunaConfigVersion.cmake"
  DESTINATION "${package_dir}")
install(EXPORT lacunaTargets NAMESPACE lacuna:: DESTINATION "${package_dir}")
