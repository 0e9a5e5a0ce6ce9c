/* Time of Siconos' NSGS on one friction problem: siconos_nsgs PROBLEM TOLERANCE REPEATS SOLUTION

   PROBLEM: binary, int64 contacts, entries; W by columns (int64 starts, int64 rows, doubles); q; mu. Prints the smallest processor time of
   the repeats [s], iterations and Siconos' own error; SOLUTION gets the impulses. Made and run by fclib.py. */
#include <math.h>
#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsSparseMatrix.h>
#include <siconos/numerics/SiconosNumerics.h>
#include <siconos/numerics/SparseBlockMatrix.h>
#include <siconos/numerics/fc3d_Solvers.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <suitesparse/cs.h>

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void get(void* to, size_t size, size_t count, FILE* file) {
  if (fread(to, size, count, file) != count) exit(1);
}

int main(int argc, char** argv) {
  FILE* file = argc == 5 ? fopen(argv[1], "rb") : NULL;
  if (!file) return 2;
  long head[2];
  get(head, 8, 2, file);
  const long n = head[0];
  CSparseMatrix* w = cs_spalloc(3 * n, 3 * n, head[1], 1, 0);
  get(w->p, 8, (size_t)(3 * n + 1), file);
  get(w->i, 8, (size_t)head[1], file);
  get(w->x, 8, (size_t)head[1], file);
  double* q = malloc(24 * (size_t)n);
  double* mu = malloc(8 * (size_t)n);
  get(q, 8, (size_t)(3 * n), file);
  get(mu, 8, (size_t)n, file);
  fclose(file);
  SparseBlockStructuredMatrix* blocks = SBM_new();
  SBM_from_csparse(3, w, blocks);
  FrictionContactProblem* problem = frictionContactProblem_new_with_data(
      3, (int)n, NM_create_from_data(NM_SPARSE_BLOCK, (int)(3 * n), (int)(3 * n), blocks), q, mu);

  double* r = malloc(24 * (size_t)n);
  double* u = malloc(24 * (size_t)n);
  double best = HUGE_VAL, spent = 0, error = 0;
  int iterations = 0;
  for (int repeat = 0; repeat < atoi(argv[3]) && spent < 20; ++repeat) {
    SolverOptions* options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 100000;
    options->dparam[SICONOS_DPARAM_TOL] = atof(argv[2]);
    memset(r, 0, 24 * (size_t)n);
    memset(u, 0, 24 * (size_t)n);
    const double start = seconds();
    fc3d_driver(problem, r, u, options);
    const double took = seconds() - start;
    spent += took;
    best = took < best ? took : best;
    iterations = options->iparam[SICONOS_IPARAM_ITER_DONE];
    error = options->dparam[SICONOS_DPARAM_RESIDU];
    solver_options_delete(options);
  }
  printf("%.6g %d %.3g\n", best, iterations, error);
  file = fopen(argv[4], "wb");
  if (!file || fwrite(r, 24, (size_t)n, file) != (size_t)n || fclose(file) != 0) return 1;
  return 0;
}
