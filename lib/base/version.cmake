# Writes the description of sources and settings of this build to OUTPUT. The file is written only if its content
# changed, so that nothing else is compiled again. Usage: cmake -DSOURCE=. -DOUTPUT=version.cpp -DVERSION=0.2.0
# -DCXX=g++ -DCOMPILER="GNU 12.2.0" -DFLAGS="-O3 ..." -P version.cmake
cmake_minimum_required(VERSION 3.25)

# (arguments of git) => its output in `out`, or "" without git or if SOURCE is not the root of a repository
function(ask_git out)
  set(answer "")
  find_program(GIT git)
  if(GIT AND EXISTS ${SOURCE}/.git)
    execute_process(COMMAND ${GIT} -C ${SOURCE} ${ARGN} RESULT_VARIABLE failed OUTPUT_VARIABLE answer
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(failed)
      set(answer "")
    endif()
  endif()
  set(${out} "${answer}" PARENT_SCOPE)
endfunction()

# Commit of the sources, from git or, in an archive made by git archive, from commit.txt (.gitattributes).
ask_git(COMMIT rev-parse HEAD)
if(COMMIT)
  # All files that are compiled, including those that git does not track.
  ask_git(changes status --porcelain --untracked-files=all -- lib tools CMakeLists.txt CMakePresets.json)
else()
  file(READ ${CMAKE_CURRENT_LIST_DIR}/commit.txt COMMIT)
  set(changes "")
endif()
if(COMMIT MATCHES "^[0-9a-f]+")
  string(SUBSTRING ${CMAKE_MATCH_0} 0 12 COMMIT)
else()
  set(COMMIT "unknown")
endif()
if(changes)
  string(APPEND COMMIT "-dirty")
endif()

# Flags that can change a result: all except warnings and names of folders.
separate_arguments(FLAGS UNIX_COMMAND "${FLAGS}")
list(FILTER FLAGS EXCLUDE REGEX "^(-W.*|-f[a-z]+-prefix-map=.*|-fdiagnostics.*)$")
list(JOIN FLAGS " " FLAGS)
# "native" stands for the processor of the machine that compiles.
if(FLAGS MATCHES "-m(arch|cpu)=native")
  set(option ${CMAKE_MATCH_0})
  execute_process(COMMAND ${CXX} ${option} -Q --help=target OUTPUT_VARIABLE target ERROR_QUIET)
  if(target MATCHES "-m${CMAKE_MATCH_1}=[ \t]+([^ \t\n]+)")
    string(REPLACE ${option} "${option} (${CMAKE_MATCH_1})" FLAGS "${FLAGS}")
  endif()
endif()

configure_file(${CMAKE_CURRENT_LIST_DIR}/version.cpp.in ${OUTPUT} @ONLY)
