/* Installations for several kinds of processor put this program in bin/ under the name of each tool. It runs the program
   of the same name from the folder of the best kind that this processor supports. The environment variable RUBBLE_ARCH
   selects another kind. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The best kind that this processor supports. */
static const char* kind(void) {
  const char* chosen = getenv("RUBBLE_ARCH");
  if (chosen != NULL && *chosen != 0) {
    if (strcmp(chosen, "x86-64") == 0 || strcmp(chosen, "x86-64-v3") == 0) return chosen;
    fprintf(stderr, "%s: error: RUBBLE_ARCH: expected x86-64 or x86-64-v3, found %s\n", program_invocation_short_name, chosen);
    exit(2);
  }
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v3") ? "x86-64-v3" : "x86-64";
}

/* Folder of this program, with links resolved; ends the program if the folder cannot be found. */
static const char* home(void) {
  static char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) {
    fprintf(stderr, "%s: error: /proc/self/exe: %s\n", program_invocation_short_name, strerror(errno));
    exit(1);
  }
  path[length] = 0;
  *strrchr(path, '/') = 0;
  return path;
}

int main(int argc, char** argv) {
  (void)argc;
  char path[2 * PATH_MAX];
  snprintf(path, sizeof path, "%s/%s/%s", home(), kind(), program_invocation_short_name);
  execv(path, argv);
  fprintf(stderr, "%s: error: %s: %s\n", program_invocation_short_name, path, strerror(errno));
  return 1;
}
