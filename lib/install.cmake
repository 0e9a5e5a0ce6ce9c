# Locations of the files that `cmake --install` installs, and the Debian package (cpack --preset package). Included by ../CMakeLists.txt.
include(CMakePackageConfigHelpers)

set(RUBBLE_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Rubble)
set(RUBBLE_SHARE ${CMAKE_INSTALL_DATADIR}/rubble)

# The library for other programs: find_package(Rubble), target Rubble::rubble, #include "model/pile.hpp".
install(TARGETS rubble rubble_flags EXPORT Rubble ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
install(EXPORT Rubble NAMESPACE Rubble:: DESTINATION ${RUBBLE_CMAKE_DIR} COMPONENT library)
install(DIRECTORY lib/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/rubble COMPONENT library FILES_MATCHING PATTERN "*.hpp"
        PATTERN "config/toml.hpp" EXCLUDE PATTERN "config/values.hpp" EXCLUDE
        PATTERN "config/places.hpp" EXCLUDE PATTERN "config/wrong_names.hpp" EXCLUDE)  # these need toml++
configure_package_config_file(lib/RubbleConfig.cmake.in ${PROJECT_BINARY_DIR}/RubbleConfig.cmake
                              INSTALL_DESTINATION ${RUBBLE_CMAKE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/RubbleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/RubbleConfig.cmake ${PROJECT_BINARY_DIR}/RubbleConfigVersion.cmake
        DESTINATION ${RUBBLE_CMAKE_DIR} COMPONENT library)

# Examples, the studies, which can be run from a copy of this folder, and documentation.
install(DIRECTORY configs workflows analysis DESTINATION ${RUBBLE_SHARE} USE_SOURCE_PERMISSIONS
        PATTERN "__pycache__" EXCLUDE PATTERN ".snakemake" EXCLUDE PATTERN "results" EXCLUDE
        PATTERN "*.egg-info" EXCLUDE PATTERN "analysis/build" EXCLUDE PATTERN ".mypy_cache" EXCLUDE)
# The Python package for the system's Python, only in the Debian package python3-rubble. Elsewhere pip installs it.
install(DIRECTORY analysis/rubble DESTINATION lib/python3/dist-packages COMPONENT python EXCLUDE_FROM_ALL
        PATTERN "__pycache__" EXCLUDE)
# Documentation, in folders that match its links, with the pictures of the README. Figures and pages of results are only in the repository.
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "pictures/*.png"
        PATTERN "notebooks/*.ipynb")
install(FILES configs/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/configs)
install(FILES README.md CITATION.cff CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
execute_process(COMMAND gzip -9nc ${PROJECT_SOURCE_DIR}/CHANGELOG.md OUTPUT_FILE ${PROJECT_BINARY_DIR}/changelog.gz
                COMMAND_ERROR_IS_FATAL ANY)
install(FILES ${PROJECT_BINARY_DIR}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Copyright notice of Rubble and of the libraries that are compiled in, if the system stores these notices (Debian does).
set(copyright "Copyright (C) Rubble developers.\nRubble is free software under the GNU General Public License, version 3 or later.
On Debian systems its text is found in /usr/share/common-licenses/GPL-3.\n")
foreach(part fonts-dejavu-core libcgal-dev libcli11-dev libeigen3-dev libfmt-dev librandom123-dev libtomlplusplus-dev)
  set(notice /usr/share/doc/${part}/copyright)
  if(EXISTS ${notice})
    file(READ ${notice} text)
    string(APPEND copyright "\n---- Compiled in, from Debian's ${part}:\n\n${text}")
  endif()
endforeach()
file(WRITE ${PROJECT_BINARY_DIR}/copyright "${copyright}")
install(FILES ${PROJECT_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Manual pages, completions and the schema of TOML files, if they were generated.
install(DIRECTORY ${PROJECT_BINARY_DIR}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR} OPTIONAL)

# The package rubble contains the programs for every x86-64 processor and those for x86-64-v3, from two builds. The library is that of the second
# build. The package python3-rubble contains the Python package.
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_SOURCE_DIR}/build/package-baseline;rubble;ALL;/"
                                 "${PROJECT_SOURCE_DIR}/build/package;rubble;ALL;/")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME rubble)
set(CPACK_PACKAGE_VENDOR "Rubble developers")
set(CPACK_PACKAGE_CONTACT "Rubble developers <maintainers@rubble.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "toolkit for self-gravitating granular bodies")
set(CPACK_PACKAGE_DESCRIPTION
    "Small programs for rubble-pile asteroids, planetesimals and regolith,
which exchange HDF5 files: making, settling, colliding, spinning,
shaking and measuring piles of spheres, glued grains and convex hulls,
by soft spheres or by Contact Dynamics, with self-gravity. Pictures,
films and pages for the browser.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libjs-three, python3-rubble, snakemake, python3-h5py, python3-numpy, python3-matplotlib, python3-pandas, python3-tomli-w, python3-jinja2")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "ffmpeg, libeigen3-dev, libfmt-dev, libtomlplusplus-dev, libcgal-dev, libhdf5-dev, libssl-dev, libudunits2-dev, librandom123-dev, libcairo2-dev, libfreetype-dev, zlib1g-dev")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME rubble)
set(CPACK_DEBIAN_PYTHON_PACKAGE_PACKAGE_NAME python3-rubble)
set(CPACK_DEBIAN_PYTHON_PACKAGE_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_PACKAGE_DEPENDS "python3 (>= 3.11), python3-h5py, python3-numpy, python3-pandas")
set(CPACK_DEBIAN_PYTHON_PACKAGE_PACKAGE_RECOMMENDS "rubble, python3-matplotlib")
set(CPACK_DEBIAN_PYTHON_PACKAGE_PACKAGE_SUGGESTS "jupyter-notebook")
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION "${CPACK_PACKAGE_DESCRIPTION}")
set(CPACK_COMPONENT_PYTHON_PACKAGE_DESCRIPTION
    "Python package that reads piles and tracks of Rubble as tables, runs
its programs, writes and merges piles, and draws.")
include(CPack)
cpack_add_component_group(programs)
cpack_add_component_group(python_package)
cpack_add_component(Unspecified GROUP programs)
cpack_add_component(library GROUP programs)
cpack_add_component(python GROUP python_package)
