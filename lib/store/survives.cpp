#include "store/survives.hpp"

#include <cerrno>
#include <csignal>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace rubble::store {
namespace {

[[noreturn]] void try_out(const std::function<void()>& work) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // ends the child if its parent ends
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  try {
    work();
  } catch (...) {
    // The caller repeats the work and reports the exception.
  }
  ::_exit(0);
}

}  // namespace

bool survives(const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child < 0) return true;
  if (child == 0) try_out(work);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return true;
  return WIFEXITED(status);
}

}  // namespace rubble::store
